import { deflateRawSync } from 'node:zlib';
import { lineIn, lineOf, type RunLine } from '../../features/history/run-line.ts';
import { targetRow } from '../../features/history/target-row.ts';
import { findingSpans, observedChanges } from '../../features/history/timeline.ts';
import { overviewPage } from '../../features/history/views/overview.tsx';
import { targetPage } from '../../features/history/views/target.tsx';
import { sampleFinding, sampleResults } from '../../results/results.fixture.ts';
import { changed, parsed } from './files.fixture.ts';
import { readOrRefused, type Subject } from './subject.fixture.ts';

const line = lineOf(sampleResults([sampleFinding()]), '2030-01-02T03-04-05-678Z-00000000.json.gz');

/** The text of a line in the index, its verdicts packed as they are there. */
function packed(data: Readonly<Record<string, unknown>>): string {
  const { cells, verdicts, rules, observed, ...plain } = data;
  const bytes = deflateRawSync(JSON.stringify({ cells, verdicts, rules, observed }));
  return JSON.stringify({ ...plain, packed: bytes.toString('base64') });
}

/** Null where it is refused, which is said with a plain Error. */
function read(text: string): RunLine | null {
  try {
    return lineIn(text);
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return null;
    throw error;
  }
}

/** Lines of a history's index, through to the pages. */
export const historyLines: Subject = {
  name: 'history',
  inputs: changed(line),
  runs: 150,
  check: (text) => {
    const data = parsed(text);
    const isObject = typeof data === 'object' && data !== null;
    // What is nested too deep to be packed stays as it is.
    const found = read((isObject ? readOrRefused(() => packed({ ...data }), RangeError) : null) ?? text);
    if (found === null) return;
    const lines = [line, found] as const;
    const told = { spans: findingSpans(lines), changes: observedChanges(lines), troubles: [], diffOf: () => null };
    targetPage({ lines: [...lines], ...told });
    overviewPage([['x', targetRow([...lines], [])]]);
  },
};
