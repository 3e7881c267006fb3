import { parseTarget } from '../config/target.ts';
import { diffResults } from '../diff/diff.ts';
import type { Diff } from '../diff/model.ts';
import { readResults } from '../results/read.ts';
import { folderOf } from '../results/target-folder.ts';
import { isLater } from '../schemas/days.ts';
import { ConfigError } from '../schemas/error.ts';
import { nearest } from '../schemas/nearest.ts';
import type { RunLine } from './run-line.ts';
import { type History, pathIn, readRuns, targetFolders } from './store.ts';

/** The newest run of a target, compared to an earlier one. */
export interface Gate {
  /** Null if there are no two runs to compare; `why` says it. */
  readonly diff: Diff | null;
  readonly why: string;
  /** What could not be read, one sentence each. */
  readonly troubles: readonly string[];
}

/** Targets named of a history that has no run of the wanted one. */
const MOST_NAMED = 5;

/**
 * Compares a target's newest run with the last finished one before it that judged the same. @param target - its address
 * or folder @param since - a day: the last run before it instead @param now - runs that begin later are left out @throws ConfigError if there is none to compare
 */
export function gate(history: History, target: string, since: string | null, now: Date): Gate {
  const folders = targetFolders(history);
  const isAddress = /^https?:\/\//i.test(target);
  const own = isAddress ? parseTarget(target, 'the target').baseUrl : target;
  const folder = [folderOf(own), own].find((name) => folders.includes(name));
  if (folder === undefined) {
    if (folders.length === 0)
      throw new ConfigError(`${history.name} has no run of '${target}'; it holds no run at all`);
    const near = nearest(folderOf(own), folders);
    const known = (near === null ? folders.slice(0, MOST_NAMED) : [near]).map(
      (one) => readRuns(history, one).lines.at(-1)?.target ?? one,
    );
    const more = near === null && folders.length > MOST_NAMED ? ` and ${folders.length - MOST_NAMED} more` : '';
    const says = near === null ? `it has runs of ${known.join(', ')}${more}` : `did you mean '${known[0]}'?`;
    throw new ConfigError(`${history.name} has no run of '${target}'; ${says}`);
  }
  const read = readRuns(history, folder);
  // One would be the newest run until its day.
  const lines = read.lines.filter(({ startedAt }) => !isLater(Date.parse(startedAt), now));
  const troubles = [
    ...read.troubles,
    ...read.lines
      .filter((line) => !lines.includes(line))
      .map(
        ({ file, startedAt }) =>
          `${pathIn(history, folder, file)} is not compared: it begins at ${startedAt}, later than now`,
      ),
  ];
  const newest = lines.at(-1);
  if (newest === undefined) throw new ConfigError(`${pathIn(history, folder, '')} holds no run that can be read`);
  const open = ({ file }: RunLine) => readResults(history.folder, pathIn(history, folder, file));
  if (newest.verdict === 'error') {
    const said = open(newest).failure?.message ?? newest.target;
    return { diff: null, why: `The newest run, of ${newest.startedAt}, could not test it: ${said}`, troubles };
  }
  const before = lines.findLast(
    (line) =>
      line !== newest &&
      line.asked === newest.asked &&
      line.verdict !== 'error' &&
      !line.incomplete &&
      (since === null || line.startedAt.slice(0, 10) < since),
  );
  if (before === undefined) {
    const when = since === null ? 'earlier run' : `run before ${since}`;
    const why = `Nothing to compare it with: no ${when} of ${newest.target} was complete and judged the same`;
    return { diff: null, why, troubles };
  }
  const [oldFile, newFile] = [before, newest].map(({ file }) => pathIn(history, folder, file)) as [string, string];
  return { diff: diffResults(open(before), open(newest), { oldFile, newFile }), why: '', troubles };
}
