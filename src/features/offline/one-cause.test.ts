import { expect, test } from 'vitest';
import { selectedCells } from '../../options/selected-cells.ts';
import { defects } from '../../reference/defects/defects.ts';
import { foldResults } from '../../results/fold.ts';
import { contract, runRecord } from './recorded-run.fixture.ts';

const operations = ['Get_Inventory', 'Get_Year_Restricted'];
const cells = selectedCells(contract, { operations, bindings: null, cells: null });

function recordWith(id: string, where: { readonly operation: string | null; readonly binding: 'http-get' | null }) {
  const defect = defects.find((one) => one.id === id);
  if (defect === undefined) throw new Error(`no defect ${id}`);
  return runRecord({ cells, options: { operations }, defect, where });
}

test.each([
  ['operation-missing', { operation: 'Get_Inventory', binding: null }, 'Get_Inventory'],
  ['binding-off', { operation: null, binding: 'http-get' }, 'http-get'],
] as const)('%s is one cause over its cells', async (id, where, name) => {
  const { findings } = foldResults(await recordWith(id, where));
  expect(findings.length).toBeGreaterThan(2);
  expect(new Set(findings.map(({ cause }) => cause))).toEqual(new Set([`http.status:no-200:${name}`]));
});

test('a single cell that answers no call is one cause, though other bindings answer', async () => {
  const { findings } = foldResults(
    await recordWith('binding-off', { operation: 'Get_Inventory', binding: 'http-get' }),
  );
  const causeOf = (id: string) => findings.find(({ rule }) => rule === id)?.cause;
  expect(causeOf('binding.parity')).toMatch(/^http\.status:/);
  expect(causeOf('binding.parity')).toBe(causeOf('http.status'));
});

test('a server that blames the SOAPAction for an unknown operation does not break request.soapaction', async () => {
  const record = await recordWith('operation-missing', { operation: 'Get_Inventory', binding: null });
  const blaming = record.ruleResults.map((one) => {
    if (one.rule !== 'request.soapaction' || one.operation !== 'Get_Inventory') return one;
    const status = record.ruleResults.find(
      ({ rule, operation, binding }) =>
        rule === 'http.status' && operation === one.operation && binding === one.binding,
    );
    const finding = status?.finding === undefined || status.finding === null ? null : { ...status.finding, ...one };
    return { ...one, verdict: 'fail', finding: finding && { ...finding, cause: 'request.soapaction:x' } } as typeof one;
  });
  expect(blaming.filter(({ rule, finding }) => rule === 'request.soapaction' && finding !== null)).toHaveLength(2);
  const { findings } = foldResults({ ...record, ruleResults: blaming });
  expect(findings.filter(({ rule }) => rule === 'request.soapaction')).toEqual([]);
});

test('an answer that a DOCTYPE makes unreadable does not warn of missing data', async () => {
  const { findings, warnings } = foldResults(await recordWith('doctype', { operation: null, binding: null }));
  expect(findings.map(({ rule }) => rule)).toContain('xml.no-doctype');
  expect(warnings).toEqual([]);
});
