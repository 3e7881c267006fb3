import type { BindingName, SimpleType } from '../../contract/model.ts';
import { both, either, everywhere, overSoap } from '../defects/cells.ts';
import type { Observable } from '../defects/defect.ts';
import { isString, isValue, ofType, type Pick } from '../defects/edit.ts';
import type { OutElement } from '../wire/element.ts';
import { bearing, editFields, textIn } from './tree.ts';
import type { Variation } from './variation.ts';

const STANDARD: Readonly<Record<SimpleType, string>> = {
  boolean: 'XML Schema 1.0 Part 2, section 3.2.2',
  int: 'XML Schema 1.0 Part 2, sections 3.3.17 and 3.3.13',
  long: 'XML Schema 1.0 Part 2, sections 3.3.16 and 3.3.13',
  string: 'XML Schema 1.0 Part 2, section 3.2.1',
};
const COLLAPSED = 'XML Schema 1.0 Part 2, section 4.3.6: white space round numbers and booleans is collapsed';

/** Writes the values of some types otherwise. */
function value(
  id: string,
  title: string,
  types: readonly SimpleType[],
  write: (text: string) => string,
  why = types.map((type) => STANDARD[type]).join('; '),
  where: Observable = everywhere,
): Variation {
  const edit = (one: OutElement) => (one.children.length === 0 ? [one] : [{ ...one, children: [write(textIn(one))] }]);
  const { cells, hooks } = editFields(ofType(...types), edit);
  return { id, title, why, cells: both(where, cells), hooks };
}

/** Says the types of fields. */
function typed(id: string, title: string, type: (of: SimpleType, text: string) => string | null): Variation {
  const why = 'XML Schema 1.0 Part 1, section 2.6.1: xsi:type may name the type itself or one derived from it';
  const all: readonly SimpleType[] = ['string', 'int', 'long', 'boolean'];
  const effects = all.map((of) =>
    editFields(ofType(of), (one) => {
      const name = type(of, textIn(one));
      return [name === null ? one : bearing(one, { name: 'xsi:type', value: name })];
    }),
  );
  const payload: NonNullable<Variation['hooks']['payload']> = (root, ctx) =>
    effects.reduce((current, { hooks }) => hooks.payload?.(current, ctx) ?? current, root);
  return { id, title, why, cells: either(...effects.map(({ cells }) => cells)), hooks: { payload } };
}

const numbers = ['int', 'long'] as const;
const plus = (text: string): string => (text.startsWith('-') ? text : `+${text}`);
const zeros = (text: string): string => text.replace(/\d/, '00$&');
const digit = (text: string): string => (text === 'true' ? '1' : '0');
const small = (text: string): boolean => /^-?\d{1,4}$/.test(text);

/** What differs from binding to binding may be written as each likes: `binding.same-records` compares values. */
const over =
  (...bindings: readonly BindingName[]): Observable =>
  ({ binding }) =>
    bindings.includes(binding);

const lexicalVariations: readonly Variation[] = [
  value('boolean-digits', 'Booleans are 1 and 0.', ['boolean'], digit),
  value('boolean-space', 'White space stands round booleans.', ['boolean'], (text) => ` ${text}\n\t`, COLLAPSED),
  value('number-plus', 'Numbers have a plus sign.', numbers, plus),
  value('number-space', 'White space stands round numbers.', numbers, (text) => `\n\t ${text} \n`, COLLAPSED),
  value('number-zeros', 'Numbers begin with zeros.', numbers, zeros),
  value('number-many-zeros', 'Numbers begin with forty zeros.', numbers, (text) =>
    text.replace(/\d/, `${'0'.repeat(40)}$&`),
  ),
  value('number-minus-zero', 'Zero is -0.', numbers, (text) => (text === '0' ? '-0' : text)),
  value(
    'numbers-plus-over-soap',
    'Numbers have a plus sign and zeros over SOAP only.',
    numbers,
    (text) => plus(zeros(text)),
    undefined,
    overSoap,
  ),
  value(
    'booleans-digits-over-post',
    'Booleans are 1 and 0 over POST only.',
    ['boolean'],
    digit,
    undefined,
    over('http-post'),
  ),
  value(
    'numbers-space-over-two',
    'White space stands round numbers over GET and SOAP 1.2 only.',
    numbers,
    (text) => ` ${text} `,
    COLLAPSED,
    over('http-get', 'soap12'),
  ),
];

const typeVariations: readonly Variation[] = [
  typed('xsi-type-simple', 'Every value says its type.', (of) => `xsd:${of}`),
  typed('xsi-type-derived', 'Small numbers say they are xsd:short, texts xsd:normalizedString.', (of, text) => {
    if (of === 'int' || of === 'long') return small(text) ? 'xsd:short' : null;
    return of === 'string' && !/[\t\r\n]/.test(text) ? 'xsd:normalizedString' : null;
  }),
  {
    id: 'xsi-nil-false',
    title: 'Every text says that it is not nil.',
    why: 'XML Schema 1.0 Part 1, section 2.6.2',
    ...editFields(isString, (one) => [bearing(one, { name: 'xsi:nil', value: 'false' })]),
  },
];

/** Texts that no parameter echoes, so that rules that look for their parameters find them unchanged. */
const isDescriptive: Pick = ({ name }) =>
  ['Title', 'Name', 'Description', 'Category', 'LinkTypeName', 'Filename'].includes(name);

function further(id: string, title: string, why: string, text: string): Variation {
  const edit = (one: OutElement) => [{ ...one, children: [...one.children, text] }];
  return { id, title, why, ...editFields((field) => isDescriptive(field) && !isValue(field), edit) };
}

const textVariations: readonly Variation[] = [
  further(
    'text-supplementary',
    'Texts hold characters beyond U+FFFF, raw.',
    'XML 1.0, section 2.2',
    ' \u{1F697}\u{20BB7}\u{10FFFD}',
  ),
  further(
    'text-scripts',
    'Texts are in many scripts and not normalised.',
    'XML 1.0, section 2.2',
    ' e\u0301 \u00e9 \u05e9\u05dc \u4e2d \uFEFF \u2028 \u0085',
  ),
  further(
    'text-markup',
    'Texts hold markup, ]]> and references, escaped.',
    'XML 1.0, section 2.4',
    ' <b class="x">\'&amp;\'</b> ]]> &#1; <![CDATA[ <!DOCTYPE x>',
  ),
  further(
    'text-long',
    'Texts are 20,000 characters long.',
    'the document, section Limits: not shown',
    `\n${'All weather & more. '.repeat(1000)}`,
  ),
  further(
    'text-outer-space',
    'Texts end with white space and line ends of all kinds.',
    STANDARD.string,
    ' \t\r\n\n\r  ',
  ),
];

/** How values are written. */
export const valueVariations: readonly Variation[] = [...lexicalVariations, ...typeVariations, ...textVariations];
