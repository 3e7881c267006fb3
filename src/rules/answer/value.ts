import { hasType } from '../fields.ts';
import { byStandard, type Rule } from '../rule.ts';
import { inspectedRule } from './inspected.ts';

const lexicalForms = byStandard({
  'the types are those of XML Schema':
    "The document does not define int, long and boolean. ASMX writes them as XML Schema's.",
});

export const valueRules: readonly Rule[] = [
  inspectedRule('value.int', {
    title: 'An int is a whole number of 32 bits.',
    requirements: ['records.types'],
    standard: 'XML Schema 1.0 Part 2, section 3.3.17',
    basis: lexicalForms,
    breaks:
      '.NET, WCF and gSOAP raise an error for the whole answer. JAX-WS returns 0, or for an overflow ' +
      '-2147483648, without an error.',
    example: { right: '<Mcat>210</Mcat>, <Mcat>+007</Mcat>', wrong: '<Mcat>210.0</Mcat>, <Mcat/>' },
    appliesTo: hasType('int'),
  }),
  inspectedRule('value.long', {
    title: 'A long is a whole number of 64 bits.',
    requirements: ['records.types'],
    standard: 'XML Schema 1.0 Part 2, section 3.3.16',
    basis: lexicalForms,
    breaks: '.NET and gSOAP raise an error for the whole answer. JAX-WS returns 0 without an error.',
    example: {
      right: '<DealerTrxID>9007199254740993</DealerTrxID>',
      wrong: '<DealerTrxID>9.007199254740992E15</DealerTrxID>',
    },
    appliesTo: hasType('long'),
  }),
  inspectedRule('value.boolean', {
    title: 'A boolean is true, false, 1 or 0.',
    requirements: ['records.types'],
    standard: 'XML Schema 1.0 Part 2, section 3.2.2',
    basis: lexicalForms,
    breaks:
      'JAX-WS and zeep read "True" as false, without an error. .NET, WCF and gSOAP raise an error for the ' +
      'whole answer.',
    example: { right: '<Active>true</Active>', wrong: '<Active>True</Active>' },
    appliesTo: hasType('boolean'),
  }),
];
