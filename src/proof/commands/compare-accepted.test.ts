import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, newFolder } from '../../cli/cli.fixture.ts';
import { compared, mutated, serving } from '../../cli/compare.fixture.ts';
import { parseBaseline } from '../../options/baseline-file.ts';
import { withHeader } from '../../wire/http/exchange.ts';

const FAULTS = ['status-201@Get_Inventory/http-get', 'fields-swapped@Get_Inventory'];
const FLAGS = ['--operations', 'Get_Inventory', '--only', 'data,rules,form,spelling'];
const GIVEN = ['--owner', 'Jo Doe', '--reason', 'T-1', '--expires', '2999-12-31'];
const DROPS =
  '`getdata-conformance baseline`, given this compare.json, drops all that are no difference now or match nothing.';
const ORDER = 'rules record.field-order: only B breaks it';
const ACCEPTED = { owner: 'Jo Doe', reason: 'T-1', expires: '2999-12-31' };

/** A baseline of the differences of a server with the faults. */
async function accepting() {
  const folder = newFolder();
  const file = join(folder, 'known.json');
  const first = await compared(await serving(), await serving(FAULTS), FLAGS);
  writeFileSync(join(folder, 'compare.json'), first.file('compare.json'));
  const written = await cli(['baseline', 'compare.json', ...GIVEN, '--out', file], { folder });
  expect([first.exitCode, written.exitCode, written.out]).toEqual([
    1,
    0,
    `Written: ${file}, accepted differences: 6 (0 kept, 6 new, 0 dropped)\n`,
  ]);
  return { folder, first, ...parseBaseline(file, readFileSync(file, 'utf8')) };
}

/** Compares a right server with one of these faults, held against the file. */
async function held(file: string, faults: Parameters<typeof serving>[0], flags: readonly string[] = FLAGS) {
  return compared(await serving(), await serving(faults), [
    ...flags,
    '--baseline',
    file,
    '--reporter',
    'html,markdown',
  ]);
}

describe('the differences that `baseline` wrote', () => {
  test('are those that count, one line per cell', async () => {
    const { differences = [], entries: known } = await accepting();
    expect(known).toEqual([]);
    expect(differences.map(({ difference, binding, line }) => [difference, binding, line])).toEqual([
      [ORDER, 'soap11', 4],
      [ORDER, 'soap12', 5],
      [ORDER, 'http-get', 6],
      [ORDER, 'http-post', 7],
      ['rules http.status: only B breaks it', 'http-get', 8],
      ['form status: 200 → 201', 'http-get', 9],
    ]);
  });

  test('are refused if they are more than a baseline holds', async () => {
    const { folder, first } = await accepting();
    const [one] = first.comparison.differences;
    const cells = Array.from({ length: 51 }, () => ({ ...one?.cells[0], names: Array(1000).fill(ORDER) }));
    const many = { ...first.comparison, differences: [{ ...one, cells }] };
    writeFileSync(join(folder, 'many.json'), JSON.stringify(many));
    const sentence = 'many.json names 51000 differences; expected 50000 at most';
    const ended = await cli(['baseline', 'many.json', ...GIVEN], { folder });
    expect(ended).toEqual({ exitCode: 2, out: '', err: `error: ${sentence}\n` });
  });

  test('are exit 0 and shown apart in every report, with owner, reason and last day', async () => {
    const { file } = await accepting();
    const { exitCode, out, comparison, file: report } = await held(file, FAULTS);
    expect(exitCode).toBe(0);
    expect(comparison.differences.filter(({ counts }) => counts)).toEqual([]);
    expect(comparison.accepted).toMatchObject([
      { subject: 'record.field-order', cells: { length: 4 }, accepted: ACCEPTED },
      { subject: 'http.status', cells: [{ binding: 'http-get' }], accepted: ACCEPTED },
      { subject: 'status', accepted: ACCEPTED },
    ]);
    expect(comparison.baseline?.entries.map(({ state }) => state)).toEqual(Array(6).fill('known'));
    expect(out).toContain('Accepted in the baseline (3)');
    expect(out).toMatch(/; 3 accepted\nno difference that counts \(exit code 0\)\n$/);
    for (const text of [out, report('compare.md'), report('compare.html')])
      expect(text.replaceAll(/<[^>]*>/g, '')).toContain('Jo Doe, until 2999-12-31: T-1');
  });

  test('end with exit 1 once the server is fixed, and name the lines to delete, which `baseline` drops', async () => {
    const { folder, file } = await accepting();
    const { exitCode, out, comparison, file: report } = await held(file, FAULTS.slice(0, 1));
    const gone = [`${ORDER} is no difference now; delete the line`, `: ${file} line 4, 5, 6, 7`];
    // The page has a tag where text has a backtick.
    for (const text of [out, report('compare.md'), report('compare.html')])
      for (const sentence of [...gone, DROPS])
        expect(text.replaceAll(/<[^>]*>|`/g, '')).toContain(sentence.replaceAll('`', ''));
    expect(out.split(DROPS)).toHaveLength(2);
    expect(out).toMatch(
      /; 2 accepted; 4 lines of \S+ do not hold\nno difference that counts, but the baseline does not hold \(exit code 1\)\n$/,
    );
    expect([exitCode, comparison.exitCode, report('compare.md')]).toEqual([
      1,
      1,
      expect.stringContaining('## ❌ The baseline no longer holds'),
    ]);
    const copy = join(folder, 'copy.json');
    writeFileSync(copy, JSON.stringify({ knownFailures: comparison.baseline?.entries.map(entryOf) }));
    writeFileSync(join(folder, 'compare.json'), report('compare.json'));
    const next = await cli(['baseline', 'compare.json', ...GIVEN, '--out', copy], { folder });
    expect(next.out).toContain('accepted differences: 2 (2 kept, 0 new, 4 dropped)\n');
    expect(next.out).toContain(`- ${ORDER}@Get_Inventory/soap11 is no difference now: dropped\n`);
  });

  test('do not hide another one, in another cell or of another kind', async () => {
    const { file } = await accepting();
    const { exitCode, comparison } = await held(file, [
      ...FAULTS,
      'status-201@Get_Inventory/http-post',
      mutated('Get_Inventory', { response: (response) => withHeader(response, 'X-New', '1') }),
    ]);
    expect(exitCode).toBe(1);
    expect(comparison.differences.filter(({ counts }) => counts)).toMatchObject([
      { subject: 'http.status', cells: [{ binding: 'http-post' }], alike: [{ subject: 'status' }] },
      { subject: 'header x-new', cells: { length: 4 } },
    ]);
    expect(comparison.accepted).toHaveLength(3);
  });

  test('change nothing where their cell, their kind or answers to compare are left out', async () => {
    const { file } = await accepting();
    const others = await held(file, [], ['--operations', 'Get_Video_Links', '--only', 'data,rules,form']);
    const data = await held(file, [], ['--operations', 'Get_Inventory', '--only', 'data']);
    const refusing = await held(file, ['method-throws@Get_Inventory']);
    const statesOf = ({ comparison }: typeof data) => comparison.baseline?.entries.map(({ state }) => state);
    expect(statesOf(others)).toEqual(Array(6).fill('not-judged'));
    expect(statesOf(data)).toEqual(Array(6).fill('not-judged'));
    // Its refusals have a wrong status too.
    expect(statesOf(refusing)).toEqual(Array(6).fill('not-judged').with(4, 'known'));
    expect([others.exitCode, data.exitCode, refusing.exitCode]).toEqual([0, 0, 1]);
  });

  test('are exit 1 after their last day, and where a name is misspelt, with the nearest one', async () => {
    const { folder, differences = [] } = await accepting();
    const [first, ...rest] = differences.map(entryOf);
    const edited = join(folder, 'edited.json');
    const known = [
      { ...first, difference: ORDER.replace('field', 'fild') },
      ...rest.map((one) => (one.difference.startsWith('form') ? { ...one, expires: '2020-01-01' } : one)),
      { ...first, difference: ORDER.replace('rules', 'ruls') },
      { ...first, operation: 'Get_Inventry' },
      { ...first, operation: undefined, binding: undefined },
    ];
    writeFileSync(edited, JSON.stringify({ knownFailures: known }, null, 1));
    const flags = [...FLAGS, '--baseline', edited];
    const { exitCode, out } = await compared(await serving(), await serving(FAULTS), flags);
    expect(exitCode).toBe(1);
    for (const sentence of [
      `fild-order: only B breaks it is no difference now; delete the line, or correct it: the nearest one there is '${ORDER}'`,
      'status: 200 → 201 is still there after its last day, 2020-01-01; fix it or give the line a later day in Get_Inventory (http-get)',
      "matches nothing: there is no kind of difference 'ruls', the nearest is 'rules'; correct the line or delete it",
      "matches nothing: there is no operation 'Get_Inventry', the nearest is 'Get_Inventory'; correct the line or delete it",
      `${ORDER} matches nothing: such differences are in cells; give the line an operation and a binding`,
    ])
      expect(out).toContain(sentence);
  });
});

function entryOf<T extends { readonly line: number; readonly state?: string }>(known: T) {
  const { line: _line, state: _state, ...entry } = known;
  return entry;
}
