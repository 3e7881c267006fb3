import { expect, test } from 'vitest';
import { rules, rulesBy } from './rules.ts';
import { titlesByWsdl } from './titles-by-wsdl.ts';

/** What only the document has. */
const OF_DOCUMENT = /\b(?:document's|of the document|tables?|all four|VehicleTypeHeader|<Op>)/;

test('the title of a rule that judges by a WSDL names nothing of the document', () => {
  const titles = rulesBy({ by: 'wsdl' }).map(({ title }) => title);
  expect(titles.filter((title) => OF_DOCUMENT.test(title))).toEqual([]);
});

test('each title by a WSDL is of a rule that the document has under another', () => {
  const own = new Map(rules.map(({ id, title }) => [id, title]));
  for (const [id, title] of Object.entries(titlesByWsdl)) expect([own.has(id), own.get(id)]).not.toEqual([true, title]);
  expect(Object.keys(titlesByWsdl).filter((id) => !own.has(id))).toEqual([]);
});
