import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';
import { contractBy } from '../options/described.ts';
import type { TextFlags } from '../options/flags.ts';
import { readResults } from '../results/read.ts';
import { againCommand } from '../results/record/finding.ts';
import type { Results } from '../results/results.ts';
import { outFile, writableFolder } from '../results/write.ts';
import { githubStep, invocationOf, reportersFlag } from '../views/output.ts';
import { printable } from '../views/terminal/palette.ts';
import {
  ALLURE_FOLDER,
  inFolder,
  isAllure,
  type ReporterName,
  reporterNames,
  views,
  writeReports,
} from '../views/write-reports.ts';

type ReportFlags = Readonly<Record<'format', string>> & TextFlags<'out'>;

const fileNames = [...Object.values(views).map(({ file }) => file), `${ALLURE_FOLDER}/`].join(', ');

const EXAMPLES = `
Examples:
  getdata-conformance report reports/results.json
  getdata-conformance report reports/results.json --format junit,markdown
  getdata-conformance report reports/results.json --format ctrf --out build/ctrf.json
  getdata-conformance report reports/results.json --format github

Files, next to results.json unless --out is given: ${fileNames}.
github prints annotations and appends the summary to the file that GITHUB_STEP_SUMMARY names.
Exit codes: 0 whatever the verdict, 5 if a report could not be made.`;

export function addReport(command: Command, { io, finish }: Cli): void {
  command
    .argument('<results.json>', 'a file that `run` wrote')
    .option('--format <names>', `${reporterNames.join(', ')}; several separated by commas`, 'html')
    .option('--out <path>', 'the file to write; a folder if it is one, ends in /, or there are several formats')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, { format, out }: ReportFlags) => {
      const formats = reportersFlag('--format', format) ?? [];
      const results = from(file, readResults(io.folder, file));
      const contract = contractBy(results, `${file}: namespace`);
      const placeOf = await reportPlace(formats, out, io.folder, file);
      const { files, notes, troubles } = await writeReports(
        formats,
        results,
        contract,
        githubStep(io),
        placeOf,
        invocationOf(io),
      );
      if (files.length > 0) io.out(printable(`Written: ${files.join(', ')}\n`));
      for (const note of notes) io.out(printable(`${note}\n`));
      for (const trouble of troubles) io.err(printable(`error: the suite itself failed: ${trouble}\n`));
      finish(troubles.length === 0 ? 0 : 5);
    });
}

/** Results whose commands name the file that was given: it may have been copied since. */
function from(file: string, results: Results): Results {
  const findings = results.findings.map((finding) => {
    const { command } = finding.reproduce;
    if (!/ (?:replay|run) /.test(command)) return finding;
    return { ...finding, reproduce: { ...finding.reproduce, command: againCommand(file, finding, results.target) } };
  });
  return { ...results, findings };
}

/**
 * Where a report goes by its usual name: beside the results, into a named folder, or, if there is only one, to the
 * named path. @throws ConfigError if that is not possible
 */
async function reportPlace(formats: readonly ReporterName[], out: string | undefined, folder: string, file: string) {
  const writing = formats.filter((name) => name !== 'github');
  if (out === undefined) {
    const beside = dirname(resolve(folder, file));
    if (writing.length > 0) await writableFolder(beside, `the folder ${beside}`, 'name another place with --out');
    return inFolder(beside);
  }
  if (writing.length === 0) throw new ConfigError('--out is given, but --format github writes no file; omit --out');
  const path = resolve(folder, out);
  const advice = 'name another with --out';
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  if (formats.length === 1 && (formats.every(isAllure) || !(isFolder || /[/\\]$/.test(out)))) {
    const only = outFile(out, [file], folder);
    await writableFolder(dirname(only), `the folder ${dirname(only)}`, advice);
    return () => only;
  }
  if (existsSync(path) && !isFolder)
    throw new ConfigError(`--out names the file ${out}; expected a folder for the formats ${formats.join(', ')}`);
  await writableFolder(path, `the folder ${path}`, advice);
  return inFolder(path);
}
