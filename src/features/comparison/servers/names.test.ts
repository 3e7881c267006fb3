import { expect, test } from 'vitest';
import type { AnswerDifference } from './difference.ts';
import { kindIn, namesOf } from './names.ts';

const form: AnswerDifference = {
  ...{ kind: 'form', subject: 'status', change: '200 → 201', a: '200', b: '201', location: null },
  ...{ whole: false, level: null },
};

test.each<[Partial<AnswerDifference>, readonly string[]]>([
  [{}, ['form status: 200 → 201']],
  [
    { kind: 'data', subject: 'Part.Price', change: 'another number', a: '1', b: '2', location: '[2].Price' },
    ['data Part.Price: another number'],
  ],
  [
    { subject: 'header server', change: 'IIS → Kestrel', a: 'IIS', b: 'Kestrel' },
    ['form header server: another value'],
  ],
  [{ subject: 'header vary', change: 'none → Host', a: 'none', b: 'Host' }, ['form header vary: only B has it']],
  [{ subject: 'header via', change: 'x → none', a: 'x', b: 'none' }, ['form header via: only A has it']],
  [
    { subject: 'elements', change: 'only B writes it', location: '/Parts/Part[2]/New (line 3, column 4)' },
    ['form elements /Parts/Part/New: only B writes it'],
  ],
  [
    { kind: 'observations', subject: 'observe.no-match', location: 'McatCodes/soap11#Mcat' },
    ['observations observe.no-match Mcat: 200 → 201'],
  ],
  [
    { kind: 'wsdl', subject: 'element', parts: ['type A / element B: gone', 'element C: gone'] },
    ['wsdl type A / element B: gone', 'wsdl element C: gone'],
  ],
])('%j is accepted by names without values of records and header lines: %j', (own, names) => {
  const all = namesOf({ ...form, ...own });
  expect(all).toEqual(names);
  expect(all.map(kindIn)).toEqual(all.map(() => own.kind ?? 'form'));
});
