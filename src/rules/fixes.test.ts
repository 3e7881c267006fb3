import { expect, test } from 'vitest';
import { fixes } from './fixes.ts';
import { rules } from './rules.ts';

const all = Object.entries(fixes);

test('fixes are for rules that exist, and each says for which stack it is, in one or two short sentences', () => {
  const ids = new Set(rules.map(({ id }) => id));
  expect(all.map(([key]) => key.replace(/:.*/, '')).filter((rule) => !ids.has(rule))).toEqual([]);
  for (const [rule, texts] of all) {
    expect(Object.keys(texts), rule).not.toEqual([]);
    for (const text of Object.values(texts)) {
      const sentences = text.split(/(?<=[.)]) (?=[A-Z])/);
      expect(Math.max(...sentences.map(({ length }) => length)), text).toBeLessThan(160);
      expect(text.length, text).toBeLessThan(260);
      expect(text).toMatch(/^\S[^\n]*\.$/);
    }
  }
});

/** Rules that leave a cell inconclusive, and break nothing. */
const UNBROKEN = ['record.coverage', 'data.varies'];

test('every rule that is judged says what to change in own code', () => {
  const without = rules.filter(
    ({ id, level }) => level !== 'observed' && !UNBROKEN.includes(id) && fixes[id]?.['own code'] === undefined,
  );
  expect(without.map(({ id }) => id)).toEqual([]);
});

test('the rules that vendors break most have a fix for ASP.NET', () => {
  const asked = ['record.field-order', 'record.namespace', 'record.nil', 'binding.reachable', 'soap.result-element'];
  expect(asked.filter((rule) => fixes[rule]?.['ASP.NET ASMX'] === undefined)).toEqual([]);
});

test('the fixes that a stack gives for a message hold in each of its bindings and for namespaces too', () => {
  expect(fixes['http.content-type']?.PHP).toMatch(/SoapServer writes the type .*: set none .* GET and POST /);
  expect(fixes['soap.response-element']?.['ASP.NET ASMX']).toContain('ResponseNamespace');
  expect(fixes['wsdl.types']?.['ASP.NET ASMX']).toContain('?wsdl');
});
