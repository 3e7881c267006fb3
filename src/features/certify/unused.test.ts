import { expect, test } from 'vitest';
import type { Results } from '../../results/results.ts';
import { coverageGap } from './assess.ts';
import { certificateText } from './certificate.tsx';
import { factsOf } from './facts.ts';
import { contract, evidenceOf, wholeRun } from './run.fixture.ts';
import { statementOf } from './statement.ts';
import { statementText } from './statement-text.ts';

const unused = [{ operation: 'Get_Video_Links', field: 'Video.Title', reason: 'no titles are kept' }];

/** A run in which a field was never seen, and stock changed. */
function ran(options: { readonly unused?: typeof unused }): Results {
  const whole = wholeRun();
  const isTitle = ({ operation, path }: Results['coverage']['fields'][number]): boolean =>
    operation === 'Get_Video_Links' && path === 'Video.Title';
  const fields = whole.coverage.fields.map((one) => (isTitle(one) ? { ...one, seen: false, needed: false } : one));
  const cells = whole.cells.map((cell) =>
    cell.operation === 'Get_Inventory' ? { ...cell, changing: ['Inventory_List.Quantity'] } : cell,
  );
  return { ...whole, options: { ...whole.options, ...options }, cells, coverage: { ...whole.coverage, fields } };
}

test('a field that was never seen is excused only by its declaration', () => {
  expect(coverageGap(ran({}), contract)).toBe(
    'the field Video.Title of Get_Video_Links/soap11 was never seen with a value',
  );
  expect(coverageGap(ran({ unused }), contract)).toBeNull();
});

test('statement, certificate and terminal list what is declared unused and what was not compared', () => {
  const { evidence } = evidenceOf(ran({ unused }));
  const statement = statementOf(evidence);
  const { configuration } = statement.predicate;
  expect(configuration.find(({ name }) => name === 'unused fields')?.annotations).toEqual({ unused });
  expect(configuration.find(({ name }) => name === 'changing fields')?.annotations).toEqual({
    changing: { Get_Inventory: ['Inventory_List.Quantity'] },
  });
  const page = certificateText(factsOf(evidence, 'c'.repeat(64)));
  const lines = ['Video.Title of Get_Video_Links: no titles are kept', 'Inventory_List.Quantity of Get_Inventory'];
  for (const line of lines) expect(page).toContain(line);
  const text = statementText(statement, evidence.results, 'key');
  expect(text).toContain(`declared unused: ${lines[0]}\nnot compared: ${lines[1]}\n`);
});

test('without them a statement is as before', () => {
  const { evidence } = evidenceOf(wholeRun());
  const names = statementOf(evidence).predicate.configuration.map(({ name }) => name);
  expect(names).toEqual(['suite', 'contract', 'rule set', 'seed', 'options', 'results.json']);
});
