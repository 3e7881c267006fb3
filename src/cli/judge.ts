import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { readCredentials } from '../config/credentials.ts';
import { foldJudged } from '../offline/fold-judged.ts';
import { harSource } from '../offline/judge-har.ts';
import { judgeOffline, type OfflinePlan } from '../offline/judge-offline.ts';
import { type JudgeFlags, type JudgeSource, resultsSource, trafficRules } from '../offline/judge-source.ts';
import { readRecorded } from '../offline/read-recorded.ts';
import { judgeText } from '../offline/terminal.ts';
import { thenAndNow } from '../offline/then-and-now.ts';
import { palette } from '../report/terminal/palette.ts';
import { redactor } from '../results/record/redact.ts';
import { replayCommand } from '../results/record/reproduce.ts';
import { suiteVersion } from '../results/suite-version.ts';
import { reserveResults, writeResults } from '../results/write.ts';
import type { Cli } from '../run/command-io.ts';
import { wantsColor } from '../run/output.ts';
import { ConfigError } from '../schemas/error.ts';
import { createSchemaValidator } from '../xml/schema.ts';

interface Flags extends JudgeFlags {
  readonly reports?: string;
  readonly color: boolean;
}

const EXAMPLES = `
Examples:
  getdata-conformance judge reports/results.json
  getdata-conformance judge last-month/results.json --reports judged-again
  getdata-conformance judge browser.har --namespace http://dealer.example/webservices/

Nothing is sent. Rules that send requests of their own are skipped; the last line says how many.
Exit codes: 0 conformant, 1 non-conformant, 2 wrong usage or no such file, 3 inconclusive.`;

/** Adds `judge <results.json|har>`: today's rules on exchanges that were recorded, without traffic. */
export function addJudge(program: Command, { io, finish }: Cli): void {
  program
    .command('judge')
    .description("apply today's rules to recorded exchanges, without any traffic")
    .argument('<results.json|har>', 'a file that `run` wrote, or a HAR 1.2 of a browser, a proxy or any other tool')
    .option('--namespace <uri>', "the document's {xml_namespace}; of a HAR, where its SOAP requests do not tell")
    .option('--base-url <url>', "the document's {base_url}, where a HAR has traffic with several services")
    .option('--fail-on <level>', 'level whose findings count: required or recommended (default: as recorded)')
    .option('--allow-inconclusive', 'exit 0 where nothing is broken but evidence is missing')
    .option('--reports <dir>', 'folder that the results.json of this judgement is written to (default: none)')
    .option('--no-color', 'print without colours')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, flags: Flags) => {
      const recorded = readRecorded(io.folder, file);
      const source =
        recorded.kind === 'results'
          ? resultsSource(recorded.results, file, flags, redactor(readCredentials(undefined, '', io.env), []))
          : harSource(recorded.data, file, flags);
      const reports = flags.reports === undefined ? null : resolve(io.folder, flags.reports);
      if (reports !== null) refuseInput(join(reports, 'results.json'), resolve(io.folder, file), file);
      const path = reports === null ? null : await reserveResults(reports);
      const command = (id: string): string =>
        path === null ? `getdata-conformance judge ${file}` : replayCommand(path, id, source.origin.target);
      const { report, results } = await judged(source, command);
      const files = reports === null ? [] : [await writeResults(results, reports)];
      io.out(`${judgeText({ ...report, files }, palette(wantsColor(io, flags.color)))}\n`);
      finish(results.exitCode);
    });
}

/** The results are never written over the file they were made from. */
function refuseInput(output: string, input: string, file: string): void {
  try {
    if (realpathSync(output) !== realpathSync(input)) return;
  } catch {
    return;
  }
  throw new ConfigError(`--reports names the folder of ${file}, which would be written over; expected another`);
}

/** Judges what a file holds. */
async function judged(source: JudgeSource, command: OfflinePlan['command']) {
  const { contract, rules, cells, redact, recorded, origin, recordings, before } = source;
  const validator = await createSchemaValidator();
  try {
    const plan: OfflinePlan = { contract, rules, cells, redact, recorded, validator, command };
    const outcome = judgeOffline(recordings, plan);
    const results = foldJudged(outcome, plan, origin, suiteVersion());
    const traffic = trafficRules(rules);
    const report = {
      results,
      before,
      judged: recordings.all.length,
      leftOut: recordings.leftOut,
      changes: before === null ? null : thenAndNow(before, results, rules),
      needTraffic: traffic.length,
      rules: rules.length,
      silent: silentRules(outcome.ruleResults, traffic),
    };
    return { results, report };
  } finally {
    validator.dispose();
  }
}

type RuleResults = ReturnType<typeof judgeOffline>['ruleResults'];

/** Rules that needed no traffic and were yet skipped in every cell that was judged at all. */
function silentRules(all: RuleResults, traffic: JudgeSource['rules']): readonly (readonly [string, string])[] {
  const sending = new Set(traffic.map(({ id }) => id));
  const open = new Set(
    all.filter(({ verdict }) => verdict !== 'skipped').map(({ operation, binding }) => `${operation}/${binding}`),
  );
  const own = all.filter(({ rule, operation, binding }) => !sending.has(rule) && open.has(`${operation}/${binding}`));
  const told = new Set(own.filter(({ verdict }) => verdict !== 'skipped').map(({ rule }) => rule));
  return [...new Map(own.flatMap(({ rule, reason }) => (told.has(rule) ? [] : [[rule, reason ?? ''] as const])))];
}
