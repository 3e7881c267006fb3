import { createHash } from 'node:crypto';
import { nameIn, objectionOf, type SchemaObjection } from '../../xml/schema-objection.ts';
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
      const errors = schema.kind === 'invalid' ? schema.errors : [objectionOf({ message: schema.message, line: 0 })];
      return errors.slice(0, 5).map((error) => {
        const said = error.message.replaceAll(/\s+/g, ' ');
        const location = error.line === 0 ? null : `line ${error.line}`;
        return { code: objectionCode(error, said), location, ...inWords(error, said) };
      });
    }),
  },
]);

const PREFIXES: readonly (readonly [namespace: string, prefix: string])[] = [
  [XSI_NAMESPACE, 'xsi:'],
  ['http://www.w3.org/2001/XMLSchema', 'xsd:'],
];

/** A text of libxml2 with prefixes in place of namespaces; not of what stands for a secret, ${NAME}. */
function prefixed(text: string): string {
  const known = (namespace: string): string => PREFIXES.find(([one]) => one === namespace)?.[1] ?? '';
  return text.replaceAll(/(?<=^|')\{([^{}']*)\}(?=[\w.-]+(?:'|$))/g, (_all, namespace: string) => known(namespace));
}

/** An objection in our words, and one mistake in all elements, if it is about xsi:type or an attribute. */
function inWords(
  { kind, element, attribute, type }: SchemaObjection,
  said: string,
): Pick<Problem, 'text' | 'expected' | 'actual' | 'cause'> {
  if (kind === 'wrong type') {
    const own = `xsi:type="${prefixed(type ?? '')}"`;
    const text = `<${prefixed(element ?? '')}> has ${own}, which is not the type of the element, nor derived from it`;
    return { text, expected: 'the type of the element, or no xsi:type', actual: own, cause: 'xsd.valid:xsi-type' };
  }
  const actual = prefixed(said);
  const text = `The XML Schema validator objects: ${actual.replace(/\.$/, '')}`;
  const cause = kind === 'unknown attribute' ? { cause: `xsd.valid:attribute-${prefixed(attribute ?? '')}` } : {};
  return { text, expected: 'a document valid against the XSD', actual, ...cause };
}

/** The libraries give no code for an objection: what it names and a digest of its message replace one. */
function objectionCode({ element }: SchemaObjection, said: string): string {
  const name = element === null ? 'document' : nameIn(element);
  return `${name}-${createHash('sha256').update(said).digest('hex').slice(0, 8)}`;
}
