import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { dayFlag } from '../base/days.ts';
import { ConfigError } from '../base/error.ts';
import { plural } from '../base/words.ts';
import { terminalDiff } from '../features/comparison/runs/views/terminal.ts';
import { gate } from '../features/history/gate.ts';
import { writeSite } from '../features/history/site.ts';
import { addRun } from '../features/history/store.ts';
import { readResults } from '../results/read.ts';
import { wantsColor } from '../views/output.ts';
import { line } from '../views/shown-text.ts';
import { palette } from '../views/terminal/palette.ts';

const EXAMPLES = `
Examples:
  getdata-conformance history add reports/results.json
  getdata-conformance history gate https://host.example
  getdata-conformance history gate https://host.example --since 2026-11-17 --history /srv/history
  getdata-conformance history site

The folder holds a folder for each target, with an index, one line per run, and the packed results of each run. diff,
report, replay and judge read them like any results.json. Nothing in it is ever changed, so two may add at once.
Exit codes of gate: 0 the newest run is not worse, 1 it is, 2 wrong usage, 3 something is no longer judged, or there is
no earlier run to compare it with. The earlier run is the last one that was complete and judged the same.`;

type HistoryFlags = Readonly<Record<'history', string>>;

export function addHistory(command: Command, { io, finish }: Cli): void {
  const place = (name: string) => ({ folder: io.folder, name });
  const warn = (troubles: readonly string[]): void => {
    for (const trouble of troubles) io.err(`warning: ${line(trouble)}`);
  };
  const part = (name: string, says: string): Command =>
    command.command(name).description(says).option('--history <dir>', 'the folder of the history', 'history');

  command.addHelpText('after', EXAMPLES);
  part('add', 'add runs to the history')
    .argument('<results.json...>', 'files that `run` wrote')
    .action(async (files: readonly string[], { history }: HistoryFlags) => {
      let exitCode = 0;
      for (const file of files) {
        try {
          const { path, added } = await addRun(place(history), readResults(io.folder, file), file);
          io.out(line(`${file}: ${added ? 'added as' : 'already there as'} ${path}`));
        } catch (error) {
          if (!(error instanceof ConfigError)) throw error;
          io.err(`error: ${line(error.message)}`);
          exitCode = 2;
        }
      }
      finish(exitCode);
    });
  part('site', 'write the pages of targets that changed since the last time').action(
    async ({ history }: HistoryFlags) => {
      const { index, targets, changed, troubles } = await writeSite(place(history));
      warn(troubles);
      io.out(line(`Written: ${index}, pages of ${changed} of ${plural(targets, 'target')}`));
      finish(0);
    },
  );
  part('gate', 'tell by the exit code whether the newest run of a target is worse than the one before')
    .argument('<target>', 'its address, or the name of its folder in the history')
    .option('--since <day>', 'compare it with the last run before that day, YYYY-MM-DD')
    .option('--no-color', 'print without colours')
    .action((target: string, flags: HistoryFlags & { since?: string; color: boolean }) => {
      const { diff, troubles } = gate(place(flags.history), target, dayFlag('--since', flags.since), new Date());
      warn(troubles);
      if (typeof diff === 'string') io.out(line(`${diff} (exit code 3)`));
      else io.out(terminalDiff(diff, palette(wantsColor(io, flags.color))));
      finish(typeof diff === 'string' ? 3 : diff.exitCode);
    });
}
