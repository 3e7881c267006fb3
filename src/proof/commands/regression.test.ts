import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandHere, type Ended, faultyServer, healthyServer, resultsOf } from '../../cli/command.fixture.ts';
import type { CellFilter } from '../../reference/defects/defect.ts';

const NAME = 'record.field-order@Get_Inventory/soap12';
const FLAGS = ['--profile', 'quick', '--seed', '1', '--operations', 'Get_Inventory'];
const soap12 = { operation: 'Get_Inventory', binding: 'soap12' } as const;
const httpPost = { operation: 'Get_Inventory', binding: 'http-post' } as const;

const lastLine = ({ out }: Ended) => out.trimEnd().split('\n').at(-1);
const reports = ({ folder }: Ended) => join(folder, 'reports/results.json');

/** Runs against a server with these defects in one cell, or with none. */
async function ran(defect: string | null, flags: readonly string[], cell: CellFilter = soap12): Promise<Ended> {
  const server = defect === null ? await healthyServer(0) : await faultyServer(defect, cell);
  try {
    return await commandHere(['run', server.url, ...flags]);
  } finally {
    await server.close();
  }
}

describe('a run with known failures', async () => {
  const first = await ran('fields-swapped', FLAGS);
  const known = join(first.folder, 'getdata.baseline.json');
  const written = await commandHere(['baseline', reports(first), '--owner', 'Jo', '--reason', 'T-1', '--out', known]);
  const held = [...FLAGS, '--baseline', known];

  test('starts from one that failed, and the file that `baseline` wrote', () => {
    expect([first.code, written.code]).toEqual([1, 0]);
    expect(written.out).toBe(`Written: ${known}, known failures: 1 (0 kept, 1 new, 0 dropped)\n`);
  });

  test('is exit 0 while nothing else fails, and the last line says what it holds for', async () => {
    const ended = await ran('fields-swapped', held);
    expect(lastLine(ended)).toMatch(/^.+: conformant for what was selected, but for 1 known failure \(exit code 0\)$/);
    expect(ended.out).toContain('~ record.field-order in Get_Inventory (soap12) (known: Jo, T-1)');
    const { findings, baseline, verdict, exitCode } = resultsOf(ended);
    expect(findings.map(({ id, known: isKnown }) => [id, isKnown])).toEqual([[NAME, true]]);
    expect(baseline).toMatchObject({ file: known, entries: [{ line: 5, state: 'known', owner: 'Jo' }] });
    expect([ended.code, verdict, exitCode]).toEqual([0, 'conformant', 0]);
  });

  test('is exit 1 with the line to delete once the server is fixed', async () => {
    const ended = await ran(null, held);
    expect(ended.out).toContain(`✗ ${known} line 5: ${NAME} now passes; delete the line`);
    expect([ended.code, lastLine(ended)]).toEqual([
      1,
      expect.stringContaining(`: non-conformant only by the baseline: 1 line of ${known} does not hold (exit code 1)`),
    ]);
  });

  test('is exit 1 for a new failure', async () => {
    const ended = await ran('media-type-plain', held);
    expect(resultsOf(ended).findings.map(({ id, known: isKnown }) => [id, isKnown])).toEqual([
      ['http.content-type@Get_Inventory/soap12', false],
    ]);
    expect([ended.code, lastLine(ended)]).toEqual([1, expect.stringMatching(/^.+: non-conformant \(exit code 1\)$/)]);
  });

  test('is exit 1 once an entry is expired; the config file names it from its own folder', async () => {
    const dated = join(first.folder, 'dated.json');
    const config = join(first.folder, 'ci.config.json');
    const entry = { ...soap12, rule: 'record.field-order', owner: 'Jo', reason: 'T-1', expires: '2020-01-01' };
    writeFileSync(dated, JSON.stringify({ knownFailures: [entry] }));
    writeFileSync(config, '{"baseline": "dated.json"}');
    const ended = await ran('fields-swapped', [...FLAGS, '--config', config]);
    expect(ended.out).toContain(`${NAME} still fails after its last day, 2020-01-01`);
    expect([ended.code, resultsOf(ended).baseline?.entries[0]?.state]).toEqual([1, 'expired']);
  });

  test('run again as what failed, it is exit 1 while it fails, and 0 once it is fixed', async () => {
    const again = ['--rerun-failed', reports(first)];
    const failing = await ran('fields-swapped', again);
    expect(failing.out).toContain('Run again: the cells that did not pass in');
    expect(resultsOf(failing).cells.map(({ operation, binding }) => `${operation}/${binding}`)).toEqual([
      'Get_Inventory/soap12',
    ]);
    expect([failing.code, resultsOf(failing).findings.map(({ id }) => id)]).toEqual([1, [NAME]]);
    // The same calls: the same smallest request shows it.
    expect(resultsOf(failing).findings[0]?.call).toEqual(resultsOf(first).findings[0]?.call);
    const fixed = await ran(null, again);
    expect([fixed.code, lastLine(fixed)]).toEqual([
      0,
      expect.stringMatching(/^.+: conformant for what was selected \(exit code 0\)$/),
    ]);
  });
});

test('a rule that compares bindings is run again only in its cell, against the others', async () => {
  const first = await ran('text-damaged-in-one-binding', FLAGS, httpPost);
  const again = ['--rerun-failed', reports(first)];
  const failed = resultsOf(first).findings.map(({ id }) => id);
  expect(failed).toEqual(['binding.same-records@Get_Inventory/http-post']);
  const failing = resultsOf(await ran('text-damaged-in-one-binding', again, httpPost));
  expect([failing.cells.length, failing.findings.map(({ id }) => id)]).toEqual([1, failed]);
  const fixed = await ran(null, again);
  const { cells } = resultsOf(fixed);
  expect(cells[0]?.rules.find(({ rule }) => rule === 'binding.same-records')?.verdict).toBe('pass');
  expect([fixed.code, cells.length]).toEqual([0, 1]);
});
