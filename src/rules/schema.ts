import { createHash } from 'node:crypto';
import { interpreted, type Rule } from './rule.ts';

/** Layer 'schema': the second oracle. */
export const schemaRules: readonly Rule[] = [
  {
    id: 'xsd.valid',
    level: 'required',
    layer: 'schema',
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
    judge: ({ schema }) => {
      if (schema === null) return 'not-reached';
      if (schema.kind === 'valid') return [];
      const errors = schema.kind === 'invalid' ? schema.errors : [{ message: schema.message, line: 0 }];
      return errors.slice(0, 5).map(({ message, line }) => {
        const actual = message.replaceAll(/\s+/g, ' ').trim();
        return {
          code: objectionCode(actual),
          text: `The XML Schema validator objects: ${actual.replace(/\.$/, '')}`,
          location: line === 0 ? null : `line ${line}`,
          expected: 'a document valid against the XSD',
          actual,
        };
      });
    },
  },
];

/** libxml2 has no code for an objection: what it names and a digest of its message replace one. */
export function objectionCode(message: string): string {
  const [, element = 'document'] = /'(?:\{[^}]*\})?([^']*)'/.exec(message) ?? [];
  return `${element}-${createHash('sha256').update(message).digest('hex').slice(0, 8)}`;
}
