import { createHash } from 'node:crypto';
import { XSI_NAMESPACE } from '../../xml/tree.ts';
import { ofAnswers } from '../check.ts';
import type { Problem } from '../judgement.ts';
import { interpreted, rulesOf } from '../rule.ts';

/** Layer 'schema': the second oracle. */
export const schemaRules = rulesOf('schema', [
  {
    id: 'xsd.valid',
    level: 'required',
    title: 'The XML Schema validator finds nothing that the other rules did not.',
    requirements: ['records.types', 'records.lists', 'records.*.fields', 'operations.*'],
    standard: 'XML Schema 1.0 Part 1',
    basis: interpreted(
      'The document has no schema: xsd/ states its tables as one. The rule objects only where no other rule did.',
    ),
    breaks:
      'PHP and suds raise an error for a wrong xsi:type. node-soap returns the text next to the result in ' +
      'place of the result.',
    example: {
      right: 'the body is valid against xsd/operations/<Op>.xsd',
      wrong: 'the validator objects where no rule did',
    },
    checks: ofAnswers(({ schema }) => {
      if (schema === null) return 'not-reached';
      if (schema.kind === 'valid') return [];
      const errors = schema.kind === 'invalid' ? schema.errors : [{ message: schema.message, line: 0 }];
      return errors.slice(0, 5).map(({ message, line }) => {
        const said = message.replaceAll(/\s+/g, ' ').trim();
        return { code: objectionCode(said), location: line === 0 ? null : `line ${line}`, ...libxml2InWords(said) };
      });
    }),
  },
]);

const PREFIXES: readonly (readonly [namespace: string, prefix: string])[] = [
  [XSI_NAMESPACE, 'xsi:'],
  ['http://www.w3.org/2001/XMLSchema', 'xsd:'],
];
const ATTRIBUTE = /^Element '[^']*', attribute '([^']*)': The attribute '[^']*' is not allowed/;
const TYPE = /^Element '([^']*)'.* The type definition '([^']*)', specified by xsi:type, is/;

/** What libxml2 says, with prefixes in place of namespaces; in our words, and one mistake in all elements, if it is about xsi:type or an attribute. */
function libxml2InWords(said: string): Pick<Problem, 'text' | 'expected' | 'actual' | 'cause'> {
  const known = (namespace: string): string => PREFIXES.find(([one]) => one === namespace)?.[1] ?? '';
  // Not what stands for a secret, ${NAME}.
  const actual = said.replaceAll(/(?<=')\{([^{}']*)\}(?=[\w.-]+')/g, (_all, namespace: string) => known(namespace));
  const [, element, type] = TYPE.exec(actual) ?? [];
  if (element !== undefined) {
    const text = `<${element}> has xsi:type="${type}", which is not the type of the element, nor derived from it`;
    const cause = 'xsd.valid:xsi-type';
    return { text, expected: 'the type of the element, or no xsi:type', actual: `xsi:type="${type}"`, cause };
  }
  const text = `The XML Schema validator objects: ${actual.replace(/\.$/, '')}`;
  const [, attribute] = ATTRIBUTE.exec(actual) ?? [];
  const cause = attribute === undefined ? {} : { cause: `xsd.valid:attribute-${attribute}` };
  return { text, expected: 'a document valid against the XSD', actual, ...cause };
}

/** libxml2 has no code for an objection: what it names and a digest of its message replace one. */
function objectionCode(message: string): string {
  const [, element = 'document'] = /'(?:\{[^}]*\})?([^']*)'/.exec(message) ?? [];
  return `${element}-${createHash('sha256').update(message).digest('hex').slice(0, 8)}`;
}
