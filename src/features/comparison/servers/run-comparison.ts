import { checkedJson } from '../../../base/schemas/validate.ts';
import { stopSignal } from '../../../base/stop-signal.ts';
import { plural } from '../../../base/words.ts';
import type { LeftOut } from '../../../contract/wsdl/read-wsdl.ts';
import { type CircuitBreaker, withCircuitBreaker } from '../../../engine/send/circuit-breaker.ts';
import { type Client, openClient } from '../../../engine/send/client.ts';
import { openJudge } from '../../../judge/judge.ts';
import { contractBy } from '../../../options/described.ts';
import { profileOf, type RunOptions } from '../../../options/model.ts';
import { selectedCells } from '../../../options/selected-cells.ts';
import type { RecordedServer } from '../../../results/har/recorded-server.ts';
import { type Redact, redactor } from '../../../results/record/redact.ts';
import { suiteVersion } from '../../../results/suite-version.ts';
import { unreachableText } from '../../../results/unreachable.ts';
import { reserveResults, writeFiles } from '../../../results/write.ts';
import { judgesAnswers } from '../../../rules/check.ts';
import { counted } from '../../../rules/rule-sets.ts';
import { selectedRules } from '../../../rules/rules.ts';
import type { Output } from '../../../views/output.ts';
import { shownLine } from '../../../views/shown-text.ts';
import { palette } from '../../../views/terminal/palette.ts';
import { cellProgress } from '../../../views/terminal/progress.ts';
import { alarms, startNotes } from '../../../views/terminal/start-notes.ts';
import { routeSecrets } from '../../../wire/http/run-route.ts';
import { createSchemaValidator } from '../../../xml/schema.ts';
import type { Both } from '../pairs.ts';
import { compareServers, unreachable } from './compare-servers.ts';
import { type Comparison, foldComparison } from './comparison.ts';
import { type ComparisonContext, type Server, withBoth } from './context.ts';
import type { DifferenceKind } from './difference.ts';
import { comparisonMarkdown } from './views/markdown.ts';
import { comparisonPage } from './views/page.tsx';
import { comparisonText } from './views/terminal.ts';

/** The options of one of the two servers. */
export type Targeted = RunOptions & { readonly target: string };

export const compareViews = {
  html: { file: 'compare.html', text: comparisonPage },
  markdown: { file: 'compare.md', text: comparisonMarkdown },
} as const;

export type CompareView = keyof typeof compareViews;

/** What is compared, and the mildest kind that makes the exit code 1. */
export type ComparedKinds = Readonly<{ kinds: readonly DifferenceKind[]; failOn: DifferenceKind }>;

/** Compares two servers and writes the reports, also if it is ended early. Resolves to the exit code. */
export async function runComparison(
  options: Both<Targeted>,
  asked: ComparedKinds,
  views: readonly CompareView[],
  { out, quiet, color, live, columns, reportsDir }: Output,
  recording: RecordedServer | null = null,
  leftOut: readonly LeftOut[] = [],
): Promise<number> {
  const startedAt = new Date();
  const start = performance.now();
  await reserveResults(reportsDir);
  const stop = stopSignal(options.a.limits.maxTimeSeconds);
  const opened = await openContext(options, asked, stop.signal, withCircuitBreaker, leftOut);
  const context = recording === null ? opened : withRecording(opened, recording);
  const paint = palette(color);
  try {
    if (!quiet) out(headText(options, recording));
    const sentTo = recording === null ? [options.a, options.b] : [options.b];
    const notes = sentTo.flatMap((one) => (quiet ? alarms(one) : startNotes(one)));
    for (const note of new Set(notes)) out(`${note}\n`);
    const dead = await unreachable(context);
    for (const { side, trouble } of dead) {
      const name = `${side.toUpperCase()}, ${options[side].target},`;
      out(`${shownLine(unreachableText(options[side], trouble, name), 1000)}\n`);
    }
    if (dead.length > 0) return 4;
    const cells = selectedCells(context.contract, options.a);
    const { cell, stage, end } = cellProgress(cells.length, { out, live, columns, quiet }, paint);
    const compared = await compareServers(context, {
      stage,
      compared: (one, differences, requests) => cell(one, requests, plural(differences, 'difference')),
    });
    end();
    const times = { startedAt: startedAt.toISOString(), durationMs: Math.round(performance.now() - start) };
    const comparison = foldComparison(compared, context, times);
    const files = await writeComparison(comparison, views, reportsDir);
    out(`${comparisonText(comparison, files, paint, quiet)}\n`);
    return comparison.exitCode;
  } finally {
    stop.release();
    context.validator.dispose();
    await withBoth(context.servers, ({ client }) => client.close());
  }
}

/** Writes compare.json and other views of it. @returns the files @throws WriteError */
export function writeComparison(comparison: Comparison, views: readonly CompareView[], folder: string) {
  const written = views.map((name) => [compareViews[name].file, compareViews[name].text(comparison)] as const);
  const json = checkedJson('compare', comparison);
  return writeFiles(folder, { 'compare.json': json, ...Object.fromEntries(written) });
}

/** @param guarded - makes of a client what is told of a server that goes away @param leftOut - of `--wsdl` */
export async function openContext(
  options: Both<Targeted>,
  { kinds, failOn }: ComparedKinds,
  signal: AbortSignal,
  guarded: (client: Client, options: RunOptions) => CircuitBreaker = withCircuitBreaker,
  leftOut: readonly LeftOut[] = [],
): Promise<ComparisonContext> {
  const contract = contractBy(options.a);
  const server = (one: Targeted): Server => ({
    baseUrl: one.target,
    client: guarded(openClient(one.target, contract, one, signal), one),
    options: one,
  });
  const validator = await createSchemaValidator();
  const selected = kinds.includes('rules') ? counted(selectedRules(options.a.rules, contract)) : [];
  const rules = selected.filter((rule) => rule.level !== 'observed' && judgesAnswers(rule));
  const secrets = [options.a, options.b].flatMap(({ headers, route }) => [...headers, ...routeSecrets(route)]);
  return {
    servers: { a: server(options.a), b: server(options.b) },
    contract,
    leftOut,
    validator,
    judge: openJudge({ contract, validator, rules, judgeEach: profileOf(options.a).validateAll }),
    rules,
    kinds,
    failOn,
    redact: redactor(options.a.credentials, secrets),
    signal,
  };
}

/** The context with recorded answers for side A: nothing is sent to it. */
function withRecording(context: ComparisonContext, recording: RecordedServer): ComparisonContext {
  const { a, b } = context.servers;
  const nothing = () => Promise.reject(new Error('nothing is sent to a recorded server'));
  const client = { ...a.client, send: nothing, call: nothing };
  const redact: Redact = (text) => recording.redact(context.redact(text));
  return { ...context, redact, servers: { a: { ...a, client, recording }, b } };
}

function headText({ a, b }: Both<Targeted>, recording: RecordedServer | null): string {
  const calls = a.recorded === undefined ? `, profile ${a.profile}, seed ${a.seed}` : ', by the recorded calls';
  const old = recording === null ? a.target : `${recording.redact(a.target)} as recorded in ${recording.file}`;
  const lines = [
    `getdata-conformance ${suiteVersion()} compares A, ${old}, with B, ${b.target}${calls}`,
    ...(a.includeWrites ? ['! Add_toCart is sent to both servers: the state of both changes.'] : []),
  ];
  return lines.map((line) => `${shownLine(line, 2000)}\n`).join('');
}
