import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../cli/cli.fixture.ts';
import { judgeFile } from '../../features/offline/judge-file.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { Results } from '../../results/results.ts';
import { markdownSummary } from '../../views/markdown/summary.ts';
import { palette } from '../../views/terminal/palette.ts';
import { summaryText } from '../../views/terminal/summary.ts';
import { everywhere, field, runOf } from './run-operation.fixture.ts';

const TWO = ['Title', 'Submodels'] as const;
/** A server that leaves out two fields. */
const without: Mutation = {
  applies: everywhere,
  result: (value) => TWO.reduce((rest, name) => field(rest, name, () => null), value),
};
const unused = [
  { operation: 'Get_Video_Links', field: 'Video.Title', reason: 'no titles are kept' },
  { field: 'Video.Submodels', reason: 'all submodels are alike' },
];

/** The same results, judged from the file again. */
async function judgedAgain(results: Results): Promise<Results> {
  const folder = newFolder();
  writeFileSync(join(folder, 'results.json'), JSON.stringify(results));
  const { report } = await judgeFile('results.json', {}, { folder, env: {} });
  return report.results;
}

const coverageOf = ({ cells }: Results) =>
  cells.map(({ rules }) => rules.find(({ rule }) => rule === 'record.coverage')?.verdict);

test('an element that is there and empty has been seen', async () => {
  const empty: Mutation = {
    applies: everywhere,
    result: (value) =>
      field(
        field(value, 'Title', () => ''),
        'Submodels',
        () => [],
      ),
  };
  const results = await runOf('Get_Video_Links', [empty]);
  expect([results.verdict, results.inconclusive]).toEqual(['conformant', []]);
  expect(coverageOf(await judgedAgain(results))).toEqual(['pass', 'pass', 'pass', 'pass']);
});

test('a single record whose list of texts never has an item shows nothing but what was sent', async () => {
  const empty: Mutation = { applies: everywhere, result: (value) => field(value, 'Model_list', () => []) };
  const open = await runOf('Get_Model_MMSY', [empty]);
  expect(open.verdict).toBe('inconclusive');
  expect(open.inconclusive[0]?.reason).toBe('never seen with a value: GetModel_MMSY.Model_list');
  expect(coverageOf(await judgedAgain(open))).toEqual(Array(4).fill('inconclusive'));
});

test('fields that are never there are missing evidence, and are not where they are declared unused', async () => {
  const open = await runOf('Get_Video_Links', [without]);
  expect(open.verdict).toBe('inconclusive');
  expect(open.inconclusive[0]?.reason).toBe('never seen with a value: Video.Title, Video.Submodels');
  const results = await runOf('Get_Video_Links', [without], { unused });
  expect([results.verdict, results.warnings, results.options.unused]).toEqual(['conformant', [], unused]);
  expect(coverageOf(await judgedAgain(results))).toEqual(['pass', 'pass', 'pass', 'pass']);
});

test('what is declared unused is listed at the end of the report', async () => {
  const results = await runOf('Get_Video_Links', [without], { unused });
  const text = summaryText(results, [], palette(false), false);
  const lines = ['Video.Title of Get_Video_Links: no titles are kept', 'Video.Submodels: all submodels are alike'];
  expect(text).toContain(`Declared unused\n\n- ${lines.join('\n- ')}\n`);
  expect(text.split('\n').at(-1)).toMatch(
    /^http:.*: conformant for what was selected, with 2 fields declared unused \(exit code 0\)$/,
  );
  for (const line of lines) expect(markdownSummary(results)).toContain(line);
});

test('a declared field that is seen after all is a warning', async () => {
  const results = await runOf('Get_Video_Links', [], { unused: unused.slice(0, 1) });
  expect([results.verdict, results.warnings]).toEqual([
    'conformant',
    [
      "The field Video.Title of Get_Video_Links is declared unused, but was seen (soap11, soap12, http-get, http-post): remove it from 'unused' of the config file.",
    ],
  ]);
});

test('judging offline leaves out the fields that changed during the run', async () => {
  const stock: Mutation = { applies: everywhere, result: (value, { n }) => field(value, 'Quantity', () => n) };
  const now = await judgedAgain(await runOf('Get_Inventory', [stock]));
  const rules = now.cells.flatMap((cell) => cell.rules).filter(({ rule }) => rule === 'binding.same-records');
  expect(rules.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass', 'pass']);
  expect(now.warnings.join()).toContain('the field Inventory_List.Quantity changed between equal reads');
});
