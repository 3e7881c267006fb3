import { isLater, momentText } from '../../base/days.ts';
import { ConfigError } from '../../base/error.ts';
import { nearest } from '../../base/nearest.ts';
import type { NamedFolder } from '../../base/read-file.ts';
import { listed } from '../../base/words.ts';
import { parseTarget } from '../../options/target.ts';
import { folderOf } from '../../results/target-folder.ts';
import type { RunLine } from './run-line.ts';
import { pathIn, readRuns, targetFolders } from './store.ts';

const MOST_NAMED = 5;

/**
 * Compares a target's newest run with the last finished one before it that judged the same. @param target - its address
 * or folder @param since - a day: the last run before it instead @returns the diff, or one sentence on why there is
 * none; what could not be read @throws ConfigError if the target has no run
 */
export function gate(history: NamedFolder, target: string, since: string | null, now: Date) {
  const folder = folderNamed(history, target);
  const { pathOf, open, diff, ...read } = readRuns(history, folder);
  // A run from the future would be the newest until its day.
  const isFuture = ({ startedAt }: RunLine) => isLater(Date.parse(startedAt), now);
  const future = read.lines
    .filter(isFuture)
    .map((one) => `${pathOf(one)} is not compared: it begins at ${momentText(one.startedAt)}, which is in the future`);
  const troubles = [...read.troubles, ...future];
  const lines = read.lines.filter((line) => !isFuture(line));
  const newest = lines.at(-1);
  if (newest === undefined) throw new ConfigError(`${pathIn(history, folder, '')} holds no run that can be read`);
  if (newest.verdict === 'error') {
    const said = open(newest).failure?.message ?? newest.target;
    return { diff: `The newest run, of ${momentText(newest.startedAt)}, could not test it: ${said}`, troubles };
  }
  const earlier = lines.slice(0, -1).filter(({ startedAt }) => since === null || startedAt.slice(0, 10) < since);
  const before = earlier.findLast((one) => one.asked === newest.asked && one.verdict !== 'error' && !one.incomplete);
  if (before === undefined) {
    const when = since === null ? 'earlier run' : `run before ${since}`;
    const why = `Nothing to compare it with: no ${when} of ${newest.target} was complete and judged the same`;
    return { diff: why, troubles };
  }
  return { diff: diff(before, newest), troubles };
}

function folderNamed(history: NamedFolder, target: string): string {
  const folders = targetFolders(history);
  const isAddress = /^https?:\/\//i.test(target);
  const own = isAddress ? parseTarget(target, 'the target').baseUrl : target;
  const folder = [folderOf(own), own].find((name) => folders.includes(name));
  if (folder !== undefined) return folder;
  const addressOf = (name: string) => readRuns(history, name).lines.at(-1)?.target ?? name;
  const near = nearest(folderOf(own), folders);
  const names = folders.map((name, at) => (at < MOST_NAMED ? addressOf(name) : name));
  const others = names.length === 0 ? 'it holds no run at all' : `it has runs of ${listed(names, MOST_NAMED)}`;
  const hint = near === null ? others : `did you mean '${addressOf(near)}'?`;
  throw new ConfigError(`${history.name} has no run of '${target}'; ${hint}`);
}
