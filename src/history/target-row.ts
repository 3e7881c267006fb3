import { fingerprintWords } from '../report/html/observations.tsx';
import type { Results } from '../results/results.ts';
import type { RunLine } from './run-line.ts';
import { brokenRules, ruleLetters, sinceOf, verdictLetters } from './timeline.ts';

/** Runs that a strip shows on a page of many targets. */
const MOST_RUNS = 90;

/** What the pages of all targets say about one: all that is kept between two calls of `history site`. */
export interface TargetRow extends Pick<RunLine, 'target' | 'verdict' | 'limit' | 'findings' | 'startedAt' | 'suite'> {
  readonly runs: number;
  /** When the first of the latest runs with this verdict began. */
  readonly since: string;
  /** A letter for each of the last runs. */
  readonly strip: string;
  readonly rules: Readonly<Record<string, RuleRow>>;
  /** What the newest run saw where the document is silent: observer, binding and fingerprint, with tabs between. */
  readonly seen: readonly string[];
}

/** One rule in the last runs of one target. */
export interface RuleRow {
  /** Cells that break it in the newest run. */
  readonly cells: number;
  readonly since: string;
  readonly strip: string;
}

/** The row of a target. @param lines - its runs, the oldest first @param observed - of the newest run */
export function targetRow(lines: readonly [RunLine, ...RunLine[]], observed: Results['observations']): TargetRow {
  const newest = lines.at(-1) ?? lines[0];
  const { target, verdict, limit, findings, startedAt, suite } = newest;
  const last = lines.slice(-MOST_RUNS);
  const since = (letters: string) => sinceOf(lines, letters)?.startedAt ?? startedAt;
  const ruleRow = (rule: string): RuleRow => {
    const letters = ruleLetters(lines, rule);
    const cells = newest.rules[rule]?.replaceAll(/[^fk]/g, '').length ?? 0;
    return { cells, since: since(letters), strip: letters.slice(-MOST_RUNS) };
  };
  const strip = verdictLetters(lines);
  return {
    ...{ target, verdict, limit, findings, startedAt, suite, runs: lines.length },
    since: since(strip),
    strip: strip.slice(-MOST_RUNS),
    rules: Object.fromEntries(brokenRules(last).map((rule) => [rule, ruleRow(rule)])),
    seen: [...new Set(observed.map((one) => seenText(one)))].toSorted(),
  };
}

/** Readers can't use a digest of the answer's shape. */
function seenText({ probe, binding, fingerprint: { shape: _, ...rest } }: Results['observations'][number]): string {
  return [probe, binding ?? 'the endpoint', fingerprintWords(rest)]
    .map((text) => text.replaceAll('\t', ' '))
    .join('\t');
}
