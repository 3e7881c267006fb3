import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ConfigError, thrownText } from '../base/error.ts';
import { plural } from '../base/words.ts';
import { type Build, namedBuild, ownBuild } from './equal/build.ts';
import { corpusOf, type Entry, type Kind, kinds } from './equal/corpus.ts';
import { firstDifference } from './equal/first-difference.ts';
import { kept, openPlayer, type Recording } from './equal/recording.ts';

// npm run equal -- <dist folder or git revision>: an older build and this one run against the same servers, those of the
// older build; they must send the same requests and come to the same results.

const USAGE = `npm run equal -- <dist folder or git revision> [--only kind] [--of id,id] [--workers n]
  --only kind     ${kinds.join(', ')}; default: all of them
  --of id,id      only these entries: 'healthy', 'healthy-standard', 'asmx', ids of \`list defects\` and \`list variations\`
  --workers n     entries that are run at the same time (default: one for each processor)
exit code: 0 all are equal, 1 some differ, 2 wrong use
`;

try {
  process.exitCode = await equal();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`error: ${error.message}\n${USAGE}`);
  process.exitCode = 2;
}

async function equal(): Promise<number> {
  const { values, positionals } = readArguments();
  const [named, ...others] = positionals;
  if (named === undefined || others.length > 0) throw new ConfigError('name one older build');
  const [older, newer] = [namedBuild(named), ownBuild()];
  const entries = selected(await corpusOf(older), values);
  process.stdout.write(`${plural(entries.length, 'entry')}, ${older.dist} against ${newer.dist}\n`);
  const start = performance.now();
  const waiting = entries.values();
  const lanes = Array.from({ length: Math.min(values.workers, entries.length) }, () => lane(waiting, older, newer));
  const differing = (await Promise.all(lanes)).flat();
  const seconds = Math.round((performance.now() - start) / 1000);
  const names = differing.length === 0 ? '' : `: ${differing.join(', ')}`;
  process.stdout.write(
    `${entries.length - differing.length} equal, ${differing.length} differ, ${seconds} s${names}\n`,
  );
  return differing.length === 0 ? 0 : 1;
}

/** Takes one entry after the other. @returns the ids of those that differ */
async function lane(
  waiting: Iterator<Entry> & Iterable<Entry>,
  older: Build,
  newer: Build,
): Promise<readonly string[]> {
  const [before, after] = [openPlayer(older), openPlayer(newer)];
  const differing: string[] = [];
  for (const entry of waiting) {
    const start = performance.now();
    const record = (): Promise<Recording> => before.record(entry);
    // A build against itself shows what differs by chance, so both are run.
    const recording = older.digest === newer.digest ? await record() : await kept(older, entry, record);
    const difference = firstDifference(recording, await after.record(entry));
    if (difference !== null) differing.push(entry.id);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const told = difference === null ? 'equal  ' : 'differs';
    process.stdout.write(
      `${told} ${entry.kind} ${entry.id}, ${plural(recording.requests.length, 'request')}, ${seconds} s\n`,
    );
    if (difference !== null) process.stdout.write(`        ${difference}\n`);
  }
  before.close();
  after.close();
  return differing;
}

interface Choice {
  readonly only: Kind | undefined;
  readonly of: readonly string[] | undefined;
}

/** @throws ConfigError for an id that no entry has */
function selected(corpus: readonly Entry[], { only, of }: Choice): readonly Entry[] {
  const unknown = of?.filter((id) => corpus.every((entry) => entry.id !== id)) ?? [];
  if (unknown.length > 0) throw new ConfigError(`--of: the older build has no ${unknown.join(', ')}`);
  return corpus.filter(
    ({ id, kind }) => (of === undefined || of.includes(id)) && (only === undefined || only.startsWith(kind)),
  );
}

function readArguments() {
  const texts = { only: { type: 'string' }, of: { type: 'string' }, workers: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: texts });
    const only = kinds.find((kind) => kind === values.only);
    if (values.only !== undefined && only === undefined)
      throw new ConfigError(`--only is '${values.only}'; expected one of ${kinds.join(', ')}`);
    const workers = Number(values.workers ?? availableParallelism());
    if (!Number.isInteger(workers) || workers < 1)
      throw new ConfigError(`--workers is '${values.workers}'; expected a whole number from 1`);
    return { positionals, values: { only, of: values.of?.split(','), workers } };
  } catch (error) {
    throw new ConfigError(thrownText(error));
  }
}
