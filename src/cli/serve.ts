import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli, CliIo } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';
import { contractOf } from '../contract/contract-of.ts';
import type { Contract } from '../contract/model.ts';
import { clientSentence } from '../features/traffic/client-report.ts';
import { LIVE_PATH } from '../features/traffic/live/page.ts';
import { clientName, type TrafficLog } from '../features/traffic/log.ts';
import { shortProblems } from '../features/traffic/log-line.ts';
import { openTrafficSession, writeClientReport } from '../features/traffic/session.ts';
import type { TextFlags } from '../options/flags.ts';
import { numberFlag, ranges } from '../options/limits.ts';
import { namesFlag } from '../options/names.ts';
import { namespaceOf } from '../options/run-options.ts';
import { readCatalog } from '../reference/catalog.ts';
import { type ServedExchange, startReferenceServer, type Watched } from '../reference/server.ts';
import { stacks } from '../reference/variations/stacks.ts';
import { reserveResults } from '../results/write.ts';
import type { RequestJudgement } from '../rules/client/client-rule.ts';
import { judgeRequest } from '../rules/client/judge-request.ts';
import { printable } from '../views/terminal/palette.ts';
import type { HttpRequest } from '../wire/http/exchange.ts';
import { notListening, repeated } from './options.ts';
import { serveBanner, warnOfHost } from './serve-banner.ts';
import { type ChangeFlags, servedChanges } from './served-changes.ts';

type ServeFlags = Readonly<Record<'port' | 'host', string>> &
  TextFlags<'namespace' | 'latency' | 'catalog' | 'expect' | 'reports'> &
  Partial<Readonly<Record<'checkCredentials' | 'strict' | 'judge' | 'quiet', boolean>>> &
  ChangeFlags;

const EXAMPLES = `
Examples:
  getdata-conformance serve
  getdata-conformance serve --port 0 --check-credentials
  getdata-conformance serve --defect fields-swapped@Get_Inventory/soap12
  getdata-conformance serve --defect status-201@http-get
  getdata-conformance serve --variation cdata --variation headers-lower-case
  getdata-conformance serve --variation random --seed 7
  getdata-conformance serve --as wcf --latency 200
  getdata-conformance serve --judge --expect Get_Inventory,Add_toCart

\`list defects\` prints what breaks the document, \`list variations\` what is legal but different.`;

export function addServe(command: Command, { io, finish }: Cli): void {
  command
    .option('--port <n>', 'port to listen on; 0 for any free one', '8080')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--namespace <uri>', "the document's {xml_namespace}")
    .option(
      '--defect <id>',
      'a deliberate fault, as id, id@Operation, id@binding or id@Operation/binding; repeatable',
      repeated,
    )
    .option(
      '--variation <id>',
      "another legal way to answer, in all cells; 'random' draws one for each answer; repeatable",
      repeated,
    )
    .option('--as <stack>', `answer as another stack does: ${listedStacks()} (*: not conformant)`)
    .option('--seed <n>', 'seed of --variation random (default: 1)')
    .option('--latency <ms>', 'milliseconds to wait before each answer')
    .option('--catalog <file>', "your own data: its lists replace the sandbox's (fixtures/catalog.json)")
    .option('--check-credentials', 'refuse dealers, keys and passwords that the catalogue does not know')
    .option('--strict', 'refuse requests that break a required client rule, with a fault or message that says why')
    .option('--judge', 'judge clients: a live page, and client.json at the end; exit 1 if a request is wrong')
    .option('--expect <operations>', 'with --judge: exit 3 unless a right call to each of these got 200')
    .option('--reports <dir>', 'where --judge writes client.json, client.html and client.junit.xml (default: reports)')
    .option('--quiet', 'do not print a line per request')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ServeFlags) => finish(await serve(flags, io)));
}

function listedStacks(): string {
  return stacks.map(({ id, departures }) => `${id}${departures.length > 0 ? '*' : ''}`).join(', ');
}

/** Serves until Ctrl-C. @returns the exit code */
async function serve(flags: ServeFlags, io: CliIo): Promise<number> {
  const namespace = namespaceOf(flags, {}, '', io.env);
  const contract = contractOf(namespace.value, namespace.where);
  const settings = serverSettings(flags, io);
  const changes = servedChanges(flags, contract);
  const expected = expectedOperations(flags, contract);
  const folder = resolve(io.folder, flags.reports ?? 'reports');
  const interrupted = io.interrupted();
  const isJudged = flags.judge === true;
  if (isJudged) await reserveResults(folder);
  let url = '';
  const about = `Requests to the reference server of getdata-conformance, namespace ${contract.namespace}`;
  const callers = { host: flags.host, hosts: [], origins: [] };
  const session = openTrafficSession({ contract, callers, about, origin: () => url, clock: Date.now });
  const isWatched = isJudged || flags.strict === true || flags.quiet !== true;
  const server = await startReferenceServer({
    ...{ ...settings, contract, defects: changes.map(({ mutation }) => mutation) },
    ...(isWatched ? { watch: requestJudge(contract, session.log, isJudged, flags.strict === true) } : {}),
    ...(isJudged ? { page: session.page, live: `.${LIVE_PATH}` } : {}),
  }).catch(notListening);
  url = server.url;
  io.out(serveBanner(url, contract, changes, settings.checkCredentials));
  if (isJudged) io.out(`The live page shows each request and what is wrong with it: ${url}${LIVE_PATH}\n\n`);
  warnOfHost(flags.host, io);
  await interrupted;
  await server.close();
  if (!isJudged) return 0;
  const report = session.report(expected);
  const files = await writeClientReport(report, contract, folder);
  io.out(`${printable(`Written: ${files.join(', ')}`)}\n${clientSentence(report)} (exit code ${report.exitCode})\n`);
  return report.exitCode;
}

/** The server's own settings from the flags. @throws ConfigError */
function serverSettings({ host, port, latency, catalog, checkCredentials, quiet }: ServeFlags, io: CliIo) {
  return {
    host,
    port: numberFlag('--port', port, ranges.port) ?? 0,
    latencyMs: numberFlag('--latency', latency, ranges.latencyMs) ?? 0,
    checkCredentials: checkCredentials === true,
    ...(catalog === undefined ? {} : { catalog: readCatalog(io.folder, catalog) }),
    ...(quiet === true ? {} : { log: (line: string) => io.out(`${line}\n`) }),
  };
}

/** @throws ConfigError */
function expectedOperations({ expect, judge, reports }: ServeFlags, { operations }: Contract): readonly string[] {
  const names = operations.map(({ name }) => name);
  const expected = namesFlag('operation', '--expect', expect, names) ?? [];
  if (expected.length > 0 && judge !== true) throw new ConfigError('--expect says what --judge waits for; give both');
  if (reports !== undefined && judge !== true) throw new ConfigError('--reports says where --judge writes; give both');
  return expected;
}

/** Judges each request once: for its line, to refuse it if strict, and for the log if its client is judged. */
function requestJudge(contract: Contract, log: TrafficLog, isJudged: boolean, isStrict: boolean) {
  return (request: HttpRequest): Watched => {
    const judgement = judgeRequest(request, contract, '');
    return {
      refusal: isStrict ? refusal(judgement) : null,
      called: judgement.isCall ? `${judgement.operation ?? 'unknown operation'} ${judgement.binding}` : null,
      answered(exchange) {
        const seen = trafficOf(exchange, judgement);
        if (judgement.problems.length === 0 && !isJudged) return '';
        const reading = log.readingOf(seen);
        if (isJudged) log.add(seen, reading);
        return shortProblems(reading.entry.problems);
      },
    };
  };
}

/** An exchange of the server as one of a client. A defect may send bytes that are not HTTP. */
function trafficOf({ request, response, durationMs, client }: ServedExchange, judgement: RequestJudgement) {
  const { status, headers, body, raw } = response;
  const whole = { status, reason: response.reason ?? '', version: '1.1', headers, body, complete: true, surplus: 0 };
  const trouble = { kind: 'framing', message: 'a defect sent bytes that are not HTTP' } as const;
  const outcome =
    raw === null ? ({ kind: 'response', response: whole } as const) : ({ kind: 'trouble', trouble } as const);
  const from = { client: clientName(request, client), at: Date.now() };
  return { request, outcome, durationMs, ...from, judgement, answer: [] };
}

/** Why a strict server refuses a request: its first required problem, and how to fix it; null where it has none. */
function refusal({ problems }: RequestJudgement): string | null {
  const problem = problems.find(({ level }) => level === 'required');
  if (problem === undefined) return null;
  const { rule, message, location, fix } = problem;
  return `The request breaks ${rule} at ${location} (${message}). ${fix}`;
}
