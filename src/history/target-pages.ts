import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { diffResults } from '../diff/diff.ts';
import { htmlDiff } from '../diff/views/html/page.tsx';
import { writeFiles } from '../report/write-files.ts';
import { readResults } from '../results/read.ts';
import type { Results } from '../results/results.ts';
import type { RunLine } from './run-line.ts';
import { type History, pathIn, readRuns } from './store.ts';
import { type TargetRow, targetRow } from './target-row.ts';
import { findingSpans, observedChanges } from './timeline.ts';
import { targetPage } from './views/target.tsx';

/** Latest diffs that the page of a target links to. */
const MOST_DIFFS = 40;

type Pair = readonly [before: RunLine, after: RunLine];

/**
 * Writes the page of a target and the diffs that it links to.
 * @param place - the folder for pages of targets
 * @returns its row, null if no run can be read, and what could not be read, one sentence each
 */
export async function writeTarget(history: History, folder: string, place: string) {
  const { lines, troubles } = readRuns(history, folder);
  const said = [...troubles];
  const [first, ...more] = lines;
  if (first === undefined) return { row: null, troubles: said };
  const open = ({ file }: RunLine): Results | null => {
    try {
      return readResults(history.folder, pathIn(history, folder, file));
    } catch (error) {
      said.push(error instanceof Error ? error.message : String(error));
      return null;
    }
  };
  const spans = findingSpans(lines);
  const changes = observedChanges(lines);
  const pairs: readonly Pair[] = [
    ...spans.flatMap(({ lastGood, firstBad }) => (lastGood === null ? [] : [[lastGood, firstBad] as const])),
    ...changes.map(({ before, run }) => [before, run] as const),
  ];
  const latest = new Map(pairs.toSorted(([, a], [, b]) => laterFirst(a, b)).map((pair) => [diffFile(pair), pair]));
  const diffs = new Set<string>();
  for (const [name, pair] of [...latest].slice(0, MOST_DIFFS)) {
    const file = join(folder, name);
    // The diff of two runs never changes.
    const text = existsSync(join(place, file)) ? null : diffText(pair, open);
    if (text !== null) await writeFiles(place, { [file]: text });
    if (existsSync(join(place, file))) diffs.add(name);
  }
  const diffOf = (before: RunLine | null, after: RunLine): string | null => {
    const name = before === null ? null : diffFile([before, after]);
    return name !== null && diffs.has(name) ? `${folder}/${name}` : null;
  };
  const observing = lines.findLast(({ observed }) => Object.keys(observed).length > 0);
  const seen = (observing === undefined ? null : open(observing))?.observations ?? [];
  const page = targetPage({ lines: [first, ...more], spans, changes, troubles: said, diffOf });
  await writeFiles(place, { [`${folder}.html`]: page });
  const row: TargetRow = targetRow([first, ...more], seen);
  return { row, troubles: said };
}

function laterFirst(a: RunLine, b: RunLine): number {
  return Date.parse(b.startedAt) - Date.parse(a.startedAt);
}

function diffText([before, after]: Pair, open: (line: RunLine) => Results | null): string | null {
  const [old, now] = [open(before), open(after)];
  if (old === null || now === null) return null;
  return htmlDiff(diffResults(old, now, { oldFile: before.file, newFile: after.file }));
}

function diffFile([before, after]: Pair): string {
  return `${[before, after].map(({ file }) => file.replace(/\.json\.gz$/, '')).join('..')}.html`;
}
