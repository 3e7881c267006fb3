import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Cell } from '../contract/model.ts';
import { contract } from '../features/offline/recorded-run.fixture.ts';
import { selectedCells } from '../options/selected-cells.ts';
import { readResults } from '../results/read.ts';
import type { Results } from '../results/results.ts';
import { needsTraffic } from '../rules/check.ts';
import { rules } from '../rules/rules.ts';
import { cli, newFolder } from './cli.fixture.ts';

export const probing = new Set(rules.filter(needsTraffic).map(({ id }) => id));

export function cellsOf(...operations: readonly string[]): readonly Cell[] {
  return selectedCells(contract, { operations, bindings: null, cells: null });
}

/** Judges what a file holds, and what the judgement wrote. */
export async function judge(text: string, ...more: readonly string[]) {
  const folder = newFolder();
  writeFileSync(join(folder, 'old'), text);
  const ended = await cli(['judge', 'old', '--reports', 'new', ...more], { folder });
  return { ...ended, results: existsSync(join(folder, 'new')) ? readResults(folder, 'new/results.json') : null };
}

export async function judgeResults(before: Results, ...more: readonly string[]) {
  const { results, ...ended } = await judge(JSON.stringify(before), ...more);
  return { ...ended, results: results ?? expect.fail(ended.err) };
}

export function findingIds({ findings }: Results): readonly string[] {
  return findings.flatMap(({ id, rule }) => (probing.has(rule) ? [] : [id])).toSorted();
}

/** The rules in cells that passed or failed, but for those that need traffic. */
export function verdicts({ cells }: Results): readonly string[] {
  return cells.flatMap(({ operation, binding, rules: judged }) =>
    judged.flatMap(({ rule, verdict }) =>
      probing.has(rule) || !['pass', 'fail'].includes(verdict) ? [] : [`${rule}@${operation}/${binding} ${verdict}`],
    ),
  );
}
