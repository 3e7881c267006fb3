import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { dayFlag, dayOf } from '../base/days.ts';
import { ConfigError, writing } from '../base/error.ts';
import type { Comparison } from '../features/comparison/servers/comparison.ts';
import { checkedComparison, isComparison, nextAccepted } from '../features/comparison/servers/next-accepted.ts';
import { BASELINE_FILE, baselineText, readBaselineIfThere } from '../options/baseline-file.ts';
import { contractBy } from '../options/described.ts';
import type { TextFlags } from '../options/flags.ts';
import { entryName, type KnownFailures } from '../options/known-failures.ts';
import { type Given, nextBaseline } from '../results/baseline.ts';
import { checkedResults, readJson } from '../results/read.ts';
import type { Results } from '../results/results.ts';
import { writeWhole } from '../results/write.ts';
import { printable } from '../views/terminal/palette.ts';

type BaselineFlags = Readonly<Record<'owner' | 'reason' | 'out', string>> & TextFlags<'expires'>;

const EXAMPLES = `
Examples:
  getdata-conformance baseline reports/results.json --owner 'Jo Doe' --reason 'vendor fixes it in 4.2'
  getdata-conformance baseline reports/results.json --owner jo --reason TICKET-12 --expires 2030-06-30
  getdata-conformance run --baseline ${BASELINE_FILE}
  getdata-conformance baseline reports/compare.json --owner jo --reason 'clients do not read it'
  getdata-conformance compare https://old.example https://new.example --baseline ${BASELINE_FILE}

If the file exists, entries that still fail keep owner, reason and expiry, entries that pass are dropped, and new
findings get an entry. In a run with --baseline a known failure is shown and does not break the run; a new one does, and
so does an entry that passes, matches nothing or has expired: the run names its line. Of compare.json, each difference
that counts gets an entry per cell; \`compare --baseline\` takes them in the same way. One file may hold both.`;

export function addBaseline(command: Command, { io, finish }: Cli): void {
  command
    .argument('<results.json>', 'a file that `run` wrote, or the compare.json of `compare` or `proxy --also`')
    .requiredOption('--owner <name>', 'who is responsible for the new entries')
    .requiredOption('--reason <text>', 'why they are accepted')
    .option('--expires <date>', 'last day of the new entries, as YYYY-MM-DD')
    .option('--out <file>', 'the file to write or update', BASELINE_FILE)
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, flags: BaselineFlags) => {
      const data = readJson(io.folder, file);
      const before = readBaselineIfThere(io.folder, flags.out);
      const { what, next, others, ruleSet } = isComparison(data)
        ? ofComparison(checkedComparison(data, file), before, flags)
        : ofRun(checkedResults(data, file), before, flags);
      const path = resolve(io.folder, flags.out);
      const text = baselineText([...next.entries, ...others], dirname(path), ruleSet);
      // EEXIST can only mean a file where a folder should be created.
      await writing(flags.out, () => writeWhole(path, text), { EEXIST: 'its folder is a file' });
      io.out(printable(`${writtenText(next, flags.out, what).join('\n')}\n`));
      finish(0);
    });
}

/** The next known failures; accepted differences in the file stay as they are. */
function ofRun(results: Results, before: KnownFailures | null, flags: BaselineFlags) {
  const next = nextBaseline(results, before, givenOf(flags, results), contractBy(results));
  return { what: 'known failures', next, others: before?.differences ?? [], ruleSet: results.ruleSet };
}

/** The next accepted differences; known failures in the file stay as they are. */
function ofComparison(comparison: Comparison, before: KnownFailures | null, flags: BaselineFlags) {
  const next = nextAccepted(comparison, before, givenOf(flags, comparison));
  return { what: 'accepted differences', next, others: before?.entries ?? [], ruleSet: before?.ruleSet };
}

function givenOf({ owner, reason, expires }: BaselineFlags, { startedAt }: Pick<Results, 'startedAt'>): Given {
  for (const [flag, text] of Object.entries({ '--owner': owner, '--reason': reason }))
    if (text.trim() === '') throw new ConfigError(`${flag} is empty; expected a text`);
  const day = dayFlag('--expires', expires);
  const ran = dayOf(new Date(startedAt));
  if (day !== null && day < ran)
    throw new ConfigError(`--expires is ${day}, before the run itself (${ran}); expected that day or a later one`);
  return { owner, reason, expires: day };
}

type Next = ReturnType<typeof ofRun | typeof ofComparison>['next'];

function writtenText({ entries, kept, dropped, added }: Next, file: string, what: string): readonly string[] {
  const open = kept.filter(({ state }) => state === 'not-judged').length;
  const expired = kept.filter(({ state }) => state === 'expired').length;
  const notes = [
    ...(open === 0 ? [] : [`${open} of those kept had no verdict in this run`]),
    ...(expired === 0 ? [] : [`${expired} of those kept expired: a run fails until they get a later day`]),
  ];
  const gone = dropped.map((entry) => {
    const fits = 'rule' in entry ? 'passes now' : 'is no difference now';
    return `- ${entryName(entry)} ${entry.state === 'nothing' ? 'matches nothing' : fits}: dropped`;
  });
  const counts = `${kept.length} kept, ${added.length} new, ${dropped.length} dropped`;
  return [`Written: ${file}, ${what}: ${entries.length} (${counts})`, ...notes, ...gone];
}
