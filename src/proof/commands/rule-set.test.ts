import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cli } from '../../cli/cli.fixture.ts';
import { command, faultyServer, resultsOf } from '../../cli/command.fixture.ts';
import type { Results } from '../../results/results.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The package as a later version might be. */
const later = mkdtempSync(join(tmpdir(), 'getdata-later-'));

/** A required rule that objects to every record, and the set that it comes with. */
const RULE = `
rules.push({ ...rules.find(({ id }) => id === 'record.field-order'), id: 'test.strict', appliesTo: undefined,
  checks: [{ kind: 'answer', sees: 'answers',
    judge: () => [{ code: 'always', text: 'strict', location: null, expected: 'a', actual: 'b' }] }] });`;

beforeAll(() => {
  for (const part of ['dist', 'specs', 'xsd', 'fixtures/catalog.json', 'package.json'])
    cpSync(join(root, part), join(later, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(later, 'node_modules'));
  appendFileSync(join(later, 'dist/rules/rules.js'), RULE);
  const file = join(later, 'specs/rule-sets.json');
  const { sets, excluded, ...others } = JSON.parse(readFileSync(file, 'utf8'));
  const digest = '0'.repeat(64);
  const newer = { name: '2027.01', digest, rules: { 'test.strict': 'required' } };
  const challenge = { rule: 'http.status', challenge: '#7', reason: 'unclear', decided: '2027-01-02' };
  writeFileSync(file, JSON.stringify({ ...others, sets: [...sets, newer], excluded: [...excluded, challenge] }));
});

afterAll(() => rmSync(later, { recursive: true }));

const asked = ['--operations', 'McatCodes', '--bindings', 'soap11,http-get', '--profile', 'quick', '--seed', '1'];

/** A run by the later version. */
function byLater(...args: readonly string[]): Promise<{ code: number; out: string; results: Results }> {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-command-'));
  return new Promise((resolve) => {
    execFile(process.execPath, [join(later, 'dist/cli/main.js'), 'run', ...args], { cwd: folder }, (error, out) => {
      const results = JSON.parse(readFileSync(join(folder, 'reports/results.json'), 'utf8'));
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, results });
    });
  });
}

test('after a stricter rule came with a later set, a run by the first one gives the same result', async () => {
  // Of what this server does, xsd.valid is the judge: the new rule's objection must not keep it from judging.
  const server = await faultyServer('text-beside-result');
  try {
    const before = await command(['run', server.url, ...asked]);
    const after = await byLater(server.url, ...asked, '--rule-set', '2026.11');
    const [old, now] = [resultsOf(before), after.results];
    expect([after.code, now.verdict, now.ruleSet]).toEqual([before.code, old.verdict, '2026.11']);
    expect(old.findings.map(({ id }) => id)).toContain('xsd.valid@McatCodes/soap11');
    // How often a rule judged is not compared: the new rule's call is sent again, and that answer is judged too.
    const ofCells = ({ cells }: Results) =>
      cells.map(({ verdict, rules }) => {
        const counted = rules.filter(({ rule }) => rule !== 'http.status');
        return [verdict, counted.map(({ judged: _times, ...one }) => one)];
      });
    expect(ofCells(now)).toEqual(ofCells(old));
    expect(now.findings.map(({ id }) => id)).toEqual(old.findings.map(({ id }) => id));
  } finally {
    await server.close();
  }
});

test('newer and excluded rules are judged, reported apart and do not count; by default the newest set counts', async () => {
  const first = await byLater('--embedded', ...asked, '--rule-set', '2026.11');
  expect([first.code, first.results.verdict, first.results.findings]).toEqual([0, 'conformant', []]);
  const [status, strict] = first.results.uncounted ?? [];
  expect(status).toMatchObject({ rule: 'http.status', excluded: { challenge: '#7', reason: 'unclear' }, findings: [] });
  expect(strict).toMatchObject({ rule: 'test.strict', level: 'required', since: '2027.01' });
  expect(strict?.findings.map(({ id }) => id)).toEqual([
    'test.strict@McatCodes/soap11',
    'test.strict@McatCodes/http-get',
  ]);
  expect(first.out).toContain(
    'New since 2026.11, not counted\n- test.strict (required, since 2027.01): fails in 2 of 2 cells; ',
  );
  expect(first.out).toContain(
    '- http.status (required, since 2026.11, excluded on 2027-01-02 by #7: unclear): fails in 0 of 2 cells\n',
  );
  expect(first.out).toMatch(/: conformant by the rules of 2026\.11, for what was selected \(exit code 0\)\n$/);
  const newest = await byLater('--embedded', ...asked);
  expect([newest.code, newest.results.ruleSet]).toEqual([1, '2027.01']);
  expect(newest.results.findings.map(({ rule }) => rule)).toEqual(['test.strict', 'test.strict']);
});

test('a set that does not exist is wrong usage', async () => {
  const { exitCode, err } = await cli(['run', '--embedded', '--rule-set', '2026.12']);
  expect([exitCode, err]).toEqual([2, "error: --rule-set: no rule set is named '2026.12'; did you mean '2026.11'?\n"]);
});
