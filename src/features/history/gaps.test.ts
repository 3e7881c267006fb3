import { expect, test } from 'vitest';
import type { Observation } from '../../results/observation.ts';
import { HOSTILE } from '../../results/results.fixture.ts';
import { gapsMarkdown, gapsOf } from './gaps.ts';
import { lineOf } from './run-line.ts';
import { runOn } from './runs.fixture.ts';
import { targetRow } from './target-row.ts';

function rowOf(target: string, fingerprints: readonly Observation['fingerprint'][]) {
  const observations = fingerprints.map(
    (fingerprint, at): Observation => ({
      id: `observe.no-match@McatCodes/soap11#${at}`,
      operation: 'McatCodes',
      binding: 'soap11',
      probe: 'observe.no-match',
      fingerprint,
    }),
  );
  return targetRow([lineOf(runOn(1, [], { target, observations }), 'x')], observations);
}

const empty = { status: 200, data: 'none', shape: 'a1', fault: null };

test('a server counts once for each answer to what was tried', () => {
  const gaps = gapsOf([
    rowOf('http://a', [empty, { ...empty, shape: 'b2' }]),
    rowOf('http://b', [empty]),
    rowOf('http://c', [{ status: 404 }, empty]),
    rowOf('http://d', []),
  ]);
  const [tried] = gaps.find(({ id }) => id === 'operations.empty-results')?.tried ?? [];
  expect(tried).toMatchObject({
    probe: 'observe.no-match',
    servers: 3,
    answers: [
      { binding: 'soap11', words: 'status 200 · data none', servers: 3 },
      { binding: 'soap11', words: 'status 404', servers: 1 },
    ],
  });
});

test('every gap of the document is there: with what was tried, or why nothing can be', () => {
  const gaps = gapsOf([]);
  expect(gaps).toHaveLength(31);
  expect(gaps.filter(({ tried, untestable }) => tried.length === 0 && untestable === null)).toEqual([]);
});

test('as Markdown, where no answer of a server can be markup', () => {
  const text = gapsMarkdown(gapsOf([rowOf('http://a', [empty]), rowOf('http://b', [{ data: HOSTILE }])]), 2);
  expect(text).toMatch(/^# What the document leaves open, and what 2 servers did\n/);
  expect(text).toContain('| 1 | soap11 | `status 200 · data none` |');
  const rows = text.split('\n').filter((line) => line.startsWith('| 1 |'));
  for (const row of rows) expect(row).toMatch(/^\| 1 \| soap11 \| (`+) ?[^|]* ?\1 \|$/);
  expect(text).not.toContain('\u001b');
});
