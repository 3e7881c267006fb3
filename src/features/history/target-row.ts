import { gzipSync } from 'node:zlib';
import { attempt } from '../../base/error.ts';
import { grouped } from '../../base/group-by.ts';
import { parseJson } from '../../base/json.ts';
import { mostMiB, readNamed, textOfFile, unpacked } from '../../base/read-file.ts';
import type { Results } from '../../results/results.ts';
import { suiteVersion } from '../../results/suite-version.ts';
import { fingerprintWords } from '../../views/html/observations.tsx';
import type { RunLine } from './run-line.ts';
import { brokenRules, ruleLetters, sinceOf, verdictLetters } from './timeline.ts';

const MOST_RUNS = 90;

export type TargetRow = Readonly<ReturnType<typeof targetRow>>;

/** The row of a target. @param lines - its runs, the oldest first @param observed - of the newest run */
export function targetRow(lines: readonly [RunLine, ...RunLine[]], observed: Results['observations']) {
  const newest = lines.at(-1) ?? lines[0];
  const { target, verdict, limit, findings, startedAt, suite } = newest;
  const since = (letters: string) => sinceOf(lines, letters)?.startedAt ?? startedAt;
  const ruleRow = (rule: string) => {
    const letters = ruleLetters(lines, rule);
    const brokenNow = newest.rules[rule]?.replaceAll(/[^fk]/g, '').length ?? 0;
    return { cells: brokenNow, since: since(letters), strip: letters.slice(-MOST_RUNS) };
  };
  const strip = verdictLetters(lines);
  return {
    ...{ target, verdict, limit, findings, startedAt, suite, runs: lines.length },
    since: since(strip),
    strip: strip.slice(-MOST_RUNS),
    rules: Object.fromEntries(brokenRules(lines.slice(-MOST_RUNS)).map((rule) => [rule, ruleRow(rule)])),
    seen: grouped(observed.map(seenOf), (one) => JSON.stringify(one)).map(([one]) => one),
  };
}

/** Observer, binding and fingerprint in words; readers can't use the digest of a shape. */
function seenOf({ probe, binding, fingerprint: { shape: _, ...rest } }: Results['observations'][number]) {
  return [probe, binding ?? 'the endpoint', fingerprintWords(rest)] as const;
}

/** What `history site` keeps of each target for its next call: its row, if it has runs, and the length of its index. */
export type KnownRows = ReadonlyMap<string, { readonly bytes: number; readonly row: TargetRow | null }>;

export const ROWS_FILE = 'rows.json.gz';

/** The rows that the last call kept; none if the file is missing, damaged or of another version, whose pages differ. */
export function readRows(place: string): KnownRows {
  const named = { folder: place, file: ROWS_FILE, mostMiB: mostMiB.recorded };
  return attempt(() => {
    const { suite, targets } = Object(parseJson('', textOfFile(named, unpacked(named, readNamed(named).bytes))));
    return new Map(suite === suiteVersion() ? targets : []);
  }, new Map());
}

/** Packed by gzip: most servers answer alike, and a damaged file can't be unpacked. */
export function rowsFile(rows: KnownRows): Uint8Array {
  return gzipSync(JSON.stringify({ suite: suiteVersion(), targets: [...rows] }), { level: 1 });
}
