import { expect, test } from 'vitest';
import { checkFile } from '../../base/schemas/validate.ts';
import type { EndedTarget } from './ended.ts';
import { withoutResults } from './ended.ts';
import { asked, cellsOf, findings, fleetOf, gone, left, ran } from './fold.fixture.ts';
import type { FleetReport } from './fold.ts';
import { totalsText } from './views/words.ts';

const order = ({ targets }: FleetReport) => targets.map(({ place, name }) => `${place ?? '–'} ${name}`);
const open = { verdict: 'inconclusive', exitCode: 3 } as const;
const failed = {
  verdict: 'error',
  exitCode: 5,
  failure: { kind: 'suite', message: 'The suite itself failed: x' },
} as const;

test('the verdict comes first, then required findings, then recommended ones; times count for nothing', () => {
  const slow = cellsOf().map((cell) => ({ ...cell, latencyMs: { p50: 900, p95: 901, max: 902 } }));
  const report = fleetOf(
    left('left'),
    ran('failed', [], failed),
    ran('gone', [], gone),
    ran('worst', findings(3, 1)),
    ran('worse', findings(3)),
    ran('bad', findings(2, 5)),
    ran('open', [], open),
    ran('warned', findings(0, 1)),
    ran('slow', [], { cells: slow }),
    ran('right'),
  );
  const wanted = ['1 slow', '1 right', '3 warned', '4 open', '5 bad', '6 worse', '7 worst'];
  expect(order(report)).toEqual([...wanted, '– gone', '– failed', '– left']);
  const totals = { conformant: 3, inconclusive: 1, 'non-conformant': 3, unreachable: 1, error: 1, 'not-run': 1 };
  expect(report.totals).toEqual(totals);
  expect(() => checkFile('league', report)).not.toThrow();
});

test('a run that was cut short comes last, after all that have a place, and makes the report incomplete', () => {
  const cut = { ...open, incomplete: true };
  const report = fleetOf(
    ran('cut', [], cut),
    ran('open', [], open),
    ran('cut-bad', findings(1), { incomplete: true }),
    ran('bad', findings(9)),
  );
  expect(order(report)).toEqual(['1 open', '2 bad', '– cut', '– cut-bad']);
  expect([report.incomplete, report.notes[0]]).toEqual([true, 'Incomplete: 2 runs were cut short.']);
  expect(report.targets[2]?.note).toBe('cut short');
  expect(() => checkFile('league', report)).not.toThrow();
  expect(order(fleetOf(ran('gone', [], gone), ran('cut', [], cut)))).toEqual(['– cut', '– gone']);
  expect(fleetOf(ran('gone', [], gone), ran('right')).incomplete).toBe(false);
  const [note] = fleetOf(ran('cut', [], cut), left('a'), left('b')).notes;
  expect(note).toBe('Incomplete: 1 run was cut short, and 2 targets were not run.');
});

test.each<[number, readonly EndedTarget[]]>([
  [5, [ran('a'), ran('b', [], gone), ran('c', [], failed), ran('d', findings(1))]],
  [5, [withoutResults(asked('a'), 'error', 'it broke')]],
  [4, [ran('a', [], open), ran('b', findings(1)), ran('c', [], gone)]],
  [1, [ran('a', [], open), ran('b', findings(1)), left('c')]],
  [3, [ran('a'), ran('b', [], open)]],
  [3, [ran('a'), left('b')]],
  [0, [ran('a'), ran('b')]],
])('the exit code is the worst: %i', (exitCode, ended) => {
  expect(fleetOf(...ended).exitCode).toBe(exitCode);
});

test('the outcome of a target is shown: cells, findings, clauses, rules, times, settings', () => {
  const verdicts = ['pass', 'pass', 'fail', 'inconclusive', 'not-reached', 'untestable', 'observed'] as const;
  const requirements = verdicts.map((verdict, index) => ({ id: `r${index}`, verdict, rules: [] }));
  const cells = cellsOf(findings(2, 1)).map((cell, index) => ({
    ...cell,
    latencyMs: index < 3 ? { p50: index * 10, p95: index * 100, max: 1000 } : { p50: null, p95: null, max: null },
  }));
  const found = findings(2, 1).map((one, index) => ({ ...one, known: index === 0 }));
  const coverage = { fields: [], parameters: [], requirements, headerValues: [] };
  const [target] = fleetOf(ran('a', found, { cells, coverage })).targets;
  expect(target).toMatchObject({
    place: 1,
    target: 'http://a.example',
    seed: 7,
    profile: 'standard',
    standing: 'non-conformant',
    verdict: 'non-conformant',
    exitCode: 1,
    note: null,
  });
  expect(target?.result).toMatchObject({
    cells: { pass: 78, fail: 2, selected: 80 },
    findings: { required: 2, recommended: 1, known: 1 },
    requirements: { judged: 3, failed: 1, testable: 5 },
    rulesFailed: 2,
    latencyMs: { p50: 10, p95: 100 },
    files: { results: 'a/results.json', report: 'a/report.html' },
  });
});

test('rules that any target breaks are shown for all of which anything was judged', () => {
  const report = fleetOf(ran('right'), ran('bad', findings(2, 1)), ran('gone', [], gone), left('left'));
  expect(report.rules.map(({ rule, level }) => [rule, level])).toEqual([
    ['record.field-order', 'required'],
    ['xml.bom', 'recommended'],
  ]);
  expect(report.rules[0]?.targets).toEqual([
    { name: 'right', pass: 80, fail: 0, open: 0 },
    { name: 'bad', pass: 78, fail: 2, open: 0 },
  ]);
  expect(fleetOf(ran('right')).rules).toEqual([]);
});

test('why there is no verdict is stated in one line', () => {
  const notes = fleetOf(
    ran('gone', [], gone),
    ran('failed', [], failed),
    withoutResults(asked('broke'), 'error', `a\u001b[31m\nb${'x'.repeat(1000)}`),
    left('left'),
  ).targets.map(({ note }) => note);
  expect(notes.slice(0, 2)).toEqual([gone.warnings[0], 'The suite itself failed: x']);
  expect(notes[2]).toMatch(/^a\uFFFD\[31m bx+… \(\d+ characters\)$/);
  expect(notes[3]).toBe('the fleet ended before its run');
});

test('targets that were run with other settings are named, and cells that were left out', () => {
  const other = { target: { ...ran('b').target, profile: 'quick', seed: 8 } as const, rules: null };
  expect(fleetOf(ran('a'), other).notes[0]).toBe(
    'The targets were not all run with the same settings, so their figures are not quite comparable; they differ in profile, seed.',
  );
  expect(fleetOf(ran('a'), ran('b', [], { cells: cellsOf().slice(0, 8) })).notes[0]).toBe(
    'Not all of the 80 cells were selected: 8 to 80 of each target.',
  );
  expect(fleetOf(ran('a'), ran('b')).notes.map((note) => note.slice(0, 5))).toEqual(['Order', 'Times']);
});

/** A target of which only this operation was called. */
function selection(name: string, ...given: Parameters<typeof findings>): EndedTarget {
  const { target, rules } = ran(name, findings(...given));
  const note = 'for what was selected';
  return { target: { ...target, note, options: { ...target.options, operations: ['McatCodes'] } }, rules };
}

test('a run of a selection is behind those of everything with its verdict, and the totals say for what it holds', () => {
  const report = fleetOf(
    selection('some', 0),
    ran('all', findings(0, 3)),
    selection('bad-some', 1),
    ran('bad', findings(9)),
  );
  expect(order(report)).toEqual(['1 all', '2 some', '3 bad', '4 bad-some']);
  expect(totalsText(report)).toBe('2 conformant (1 of them for what was selected), 2 non-conformant');
  expect(totalsText(fleetOf(selection('a', 0), selection('b', 0)))).toBe('2 conformant for what was selected');
  expect(totalsText(fleetOf(ran('a'), ran('b')))).toBe('2 conformant');
});

test('targets with one address are named', () => {
  const twin = ({ target, rules }: EndedTarget) => ({ target: { ...target, target: 'http://twin.example' }, rules });
  const report = fleetOf(twin(ran('a')), ran('b'), twin(ran('c')), twin(left('d')));
  expect(report.notes).toContain(
    'a, c and d have the same address, http://twin.example: are they meant to be one server?',
  );
  expect(fleetOf(ran('a'), ran('b')).notes.join()).not.toContain('one address');
});

test('what is not a report of a fleet is refused with the place', () => {
  const report = fleetOf(ran('a'));
  expect(() => checkFile('league', { ...report, targets: [{ ...report.targets[0], name: '../a' }] })).toThrow(
    'league.json is not valid: targets[0].name is',
  );
  expect(() => checkFile('league', { ...report, exitCode: 6 })).toThrow('exitCode is 6');
});
