import type { OutAttribute } from '../wire/element.ts';
import { overSoap } from './cells.ts';
import type { Defect, Effect } from './defect.ts';
import { editField } from './edit.ts';
import { isString } from './fields.ts';

function schema(
  id: string,
  title: string,
  effect: Effect,
  requirement = 'XML Schema 1.0 Part 1, section 3.3.4',
): Defect {
  return { id, title, requirement, bugClass: null, ...effect };
}

const onText = (...attributes: readonly OutAttribute[]): Effect =>
  editField('outermost', isString, (one) => [{ ...one, attributes: [...one.attributes, ...attributes] }]);

/** Layer 'schema': what only the XML Schema validator objects to. */
export const schemaDefects: readonly Defect[] = [
  schema(
    'xsi-type-not-derived',
    'A text says by xsi:type that it is an int.',
    onText({ name: 'xsi:type', value: 'xsd:int' }),
  ),
  schema(
    'xsi-attribute-unknown',
    'A text has an attribute xsi:null, as in drafts of XML Schema.',
    onText({ name: 'xsi:null', value: '1' }),
  ),
  schema('text-beside-result', 'Text stands beside <Op>Result.', {
    cells: overSoap,
    hooks: { payload: (payload) => ({ ...payload, children: [...payload.children, 'ok'] }) },
  }),
];
