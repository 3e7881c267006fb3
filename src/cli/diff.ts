import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { ConfigError, withoutUserinfo, writing } from '../base/error.ts';
import { checkedJson } from '../base/schemas/validate.ts';
import { type Diff, diffResults } from '../features/comparison/runs/diff.ts';
import { markdownDiff } from '../features/comparison/runs/views/markdown.ts';
import { htmlDiff } from '../features/comparison/runs/views/page.tsx';
import { terminalDiff } from '../features/comparison/runs/views/terminal.ts';
import type { Flags, TextFlags } from '../options/flags.ts';
import { knownName, namesFlag } from '../options/names.ts';
import { readResults } from '../results/read.ts';
import { outFile, writeWhole } from '../results/write.ts';
import { invocationOf, wantsColor } from '../views/output.ts';
import { type Palette, palette, printable } from '../views/terminal/palette.ts';

const formats: Readonly<Record<string, (diff: Diff, paint: Palette) => string>> = {
  terminal: terminalDiff,
  markdown: markdownDiff,
  html: (diff) => htmlDiff(diff),
  json: (diff) => checkedJson('diff', diff),
};

type DiffFlags = { readonly format: string; readonly color: boolean } & Flags<'failOn'> & TextFlags<'out'>;

const EXAMPLES = `
Examples:
  getdata-conformance diff before/results.json after/results.json
  getdata-conformance diff before/results.json after/results.json --format html
  getdata-conformance diff before/results.json after/results.json --format markdown >> "$GITHUB_STEP_SUMMARY"
  getdata-conformance diff before/results.json after/results.json --fail-on required,data
  getdata-conformance diff before/results.json after/results.json --format json --out build/diff.json

Both runs should send the same calls: give the second the --seed of the first. What differs between their settings comes
first. Without --out the report is printed, and html is written to diff.html next to <new>; --out - prints html too. A
cell is slower when its p50 rose by 10 ms or more and by more than the larger p95 - p50 of the two runs.

What equal calls got other data is listed by operation and field, from digests that both files have if the runs had the
same credentials. It changes the exit code only with --fail-on data.

Exit codes: 0 nothing got worse, 1 a rule fails that did not before (of a level that counts, and not in the baseline),
2 wrong usage, 3 no such failure, but a rule that was judged is no longer judged, or --fail-on data and data were not
compared. Changes of latency, observations and the way answers are written do not change the exit code.`;

export function addDiff(command: Command, { io, finish }: Cli): void {
  command
    .argument('<old>', 'the results.json of the earlier run')
    .argument('<new>', 'the results.json of the later run')
    .option('--format <name>', 'terminal, markdown, html or json', 'terminal')
    .option('--out <file>', 'write it to a file')
    .option(
      '--fail-on <names>',
      "level that counts: required or recommended (default: the new run's); data: other data count too",
    )
    .option('--no-color', 'print without colours')
    .addHelpText('after', EXAMPLES)
    .action(async (old: string, now: string, flags: DiffFlags) => {
      const address = [old, now].find((file) => /^https?:/i.test(file));
      if (address !== undefined)
        throw new ConfigError(`'${withoutUserinfo(address)}' is no results.json; \`compare <A> <B>\` compares servers`);
      const format = knownName('format', flags.format, Object.keys(formats), '--format');
      const counting = namesFlag('level or kind', '--fail-on', flags.failOn, ['required', 'recommended', 'data']) ?? [];
      const failOn = (['recommended', 'required'] as const).find((level) => counting.includes(level));
      // null: to stdout.
      const beside = format === 'html' ? join(dirname(now), 'diff.html') : null;
      const file = flags.out === '-' ? null : (flags.out ?? beside);
      const tool = invocationOf(io);
      const options = {
        ...{ oldFile: old, newFile: now },
        ...(failOn === undefined ? {} : { failOn }),
        failOnData: counting.includes('data'),
        // A path of this machine does not belong in a file.
        ...(file === null || tool.startsWith('npx ') ? { tool } : {}),
      };
      const diff = diffResults(readResults(io.folder, old), readResults(io.folder, now), options);
      const color = file === null && wantsColor(io, flags.color);
      const text = formats[format]?.(diff, palette(color)) ?? '';
      if (file === null) io.out(text);
      else {
        const path = outFile(file, [old, now], io.folder);
        await writing(file, () => writeWhole(path, text));
        io.out(printable(`${diff.summary}\nWritten: ${file}\n`));
      }
      finish(diff.exitCode);
    });
}
