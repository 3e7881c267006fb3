import type { CliIo } from '../../base/cli-io.ts';
import { ConfigError } from '../../base/error.ts';
import { suggestion } from '../../base/nearest.ts';
import { beginning, plural } from '../../base/words.ts';
import { openSession } from '../../engine/cell/session.ts';
import { CONFIG_FILE, readConfigText } from '../../options/config-file.ts';
import { contractBy } from '../../options/described.ts';
import type { ConfigFlags, Flags, RouteFlags, TextFlags } from '../../options/flags.ts';
import type { RunOptions } from '../../options/model.ts';
import { withId } from '../../options/names.ts';
import { withoutMasked } from '../../results/har/recorded-calls.ts';
import type { Finding, RecordedExchange } from '../../results/outcome.ts';
import { readResults } from '../../results/read.ts';
import type { Results } from '../../results/results.ts';
import { targetName } from '../../results/run-record.ts';
import { adviceOn } from '../../results/unreachable.ts';
import type { Rule } from '../../rules/rule.ts';
import { rulesBy } from '../../rules/rules.ts';
import { headText } from '../../views/finding-lines.ts';
import { printable } from '../../views/terminal/palette.ts';
import { routeNotes } from '../../views/terminal/start-notes.ts';
import type { Header } from '../../wire/http/exchange.ts';
import { optionsAgain } from './again.ts';
import { type Replayed, replayFinding } from './replay-finding.ts';
import { withServer } from './with-server.ts';

export type ReplayFlags = RouteFlags &
  ConfigFlags &
  Flags<'timeout' | 'includeWrites' | 'header' | 'reads'> &
  TextFlags<'target'>;

/**
 * Sends findings again (all, or by id or cause) while the target answers, and prints whether they fail. @returns exit
 * code @throws ConfigError
 */
export async function replayFindings(file: string, id: string | undefined, flags: ReplayFlags, io: CliIo) {
  const results = readResults(io.folder, file);
  const findings = id === undefined ? results.findings : findingsOf(results, id, file);
  const { options, note } = replayOptions(results, file, flags, io);
  const uncalled = findings.find(({ operation }) => options.wsdl?.reads.includes(operation) === false);
  if (uncalled !== undefined)
    throw new ConfigError(`--reads does not name ${uncalled.operation}, to which the call of ${uncalled.id} goes`);
  if (note !== '') io.out(`${printable(note)}\n`);
  io.out(`${findings.length} of ${plural(results.findings.length, 'finding')} sent again to ${targetName(options)}\n`);
  for (const line of routeNotes(options)) io.out(`${line}\n`);
  const show = findings.length === 1 && id !== undefined ? replayText : replayLine;
  const pairs = findings.map((finding) => ({ finding: withSecrets(finding, options), rule: ruleOf(finding, options) }));
  const all: Replayed[] = [];
  const down = await withServer(options, async (baseUrl) => {
    const pools = { values: options.values, rows: [] };
    const session = await openSession({ options, baseUrl, pools, resultsPath: 'reports/results.json' });
    try {
      for (const { finding, rule } of pairs) {
        const replayed = await replayFinding(finding, rule, session);
        all.push(replayed);
        io.out(`${printable(show(replayed))}\n`);
        if (session.client.down() !== null || (all.length >= MOST_SILENT && all.every(unreachable))) break;
      }
      return session.client.down();
    } finally {
      await session.close();
    }
  });
  const left = pairs.length - all.length;
  if (left > 0) {
    const why = down === null ? 'it answers none of them' : `it stopped answering: ${down.message}`;
    io.out(printable(`${plural(left, 'finding')} not sent again to ${targetName(options)}: ${why}.\n`));
  }
  const advice = new Set(all.flatMap(({ trouble }) => (trouble === null ? [] : (adviceOn(trouble, options) ?? []))));
  for (const sentence of advice) io.out(`${sentence}\n`);
  return down === null ? exitCodeOf(all) : 4;
}

/** The options of the run that wrote the results, as needed for a replay; credentials are never in the file. */
function replayOptions(results: Results, file: string, given: ReplayFlags, io: CliIo) {
  const flags = { ...given, namespace: results.namespace, profile: results.profile };
  const config = readConfigText(io.folder, given);
  const sources = { flags, env: io.env, config, randomSeed: results.seed, folder: io.folder };
  const { options, note } = optionsAgain(results, file, '--target', sources);
  // `includeWrites` in the config file is for runs: here it must be given each time.
  const includeWrites = options.target === null || given.includeWrites === true;
  return { options: { ...options, includeWrites }, note };
}

/** The finding with that id, or all of the cause with that name. @throws ConfigError if there is neither */
function findingsOf({ findings: own, uncounted = [] }: Results, name: string, file: string): readonly Finding[] {
  const findings = [...own, ...uncounted.flatMap((one) => one.findings)];
  const finding = findings.find((one) => one.id === name);
  if (finding !== undefined) return [finding];
  const ofCause = findings.filter(({ cause }) => cause === name);
  if (ofCause.length > 0) return ofCause;
  const names = [...new Set(findings.flatMap(({ id, cause }) => [id, cause]))];
  throw new ConfigError(
    `${file} has no finding or cause '${name}'; ${names.length === 0 ? 'it has none at all' : suggestion(name, names)}`,
  );
}

/** A finding whose call has the secrets that results lack. @throws ConfigError if they are not given again */
function withSecrets(finding: Finding, options: RunOptions): Finding {
  const { id, call, before } = finding;
  if (options.wsdl === undefined) return finding;
  const given = (masked: Finding['call']): Finding['call'] => {
    const own = withoutMasked(masked, options);
    if (typeof own !== 'string') return own;
    const where = `under values, in ${CONFIG_FILE} or the file that --config names`;
    throw new ConfigError(`finding ${id}: ${own}; give it ${where}`);
  };
  return { ...finding, call: given(call), ...(before && { before: { ...before, call: given(before.call) } }) };
}

/** The rule of a finding. @throws ConfigError if this version does not have it, or the call is of another operation */
function ruleOf({ id, rule, call, operation }: Finding, options: RunOptions): Rule {
  const known = withId('rule', rule, rulesBy(contractBy(options)), `finding ${id}`);
  // The cell decides whether a call changes state: an edited file must not send another operation's call.
  if (call.operation === operation) return known;
  throw new ConfigError(`finding ${id} has a call of '${call.operation}'; expected one of ${operation}`);
}

/** If the first findings, this many, get no answer, the rest are not sent. */
const MOST_SILENT = 5;

function exitCodeOf(all: readonly Replayed[]): number {
  const sent = all.filter(({ verdict }) => verdict !== 'skipped');
  if (sent.length > 0 && sent.every(unreachable)) return 4;
  if (all.some(({ verdict }) => verdict === 'fail')) return 1;
  return all.every(({ verdict }) => verdict === 'pass') ? 0 : 3;
}

/** Nothing listens there; or no answer came in time and that is not what the finding is about. */
function unreachable({ trouble, finding }: Replayed): boolean {
  if (trouble === null) return false;
  return ['refused', 'unresolved', 'tls'].includes(trouble.kind) || finding.rule !== 'http.answer';
}

const MOST_BODY = 1500;

const words = {
  fail: 'still fails',
  pass: 'passes now',
  inconclusive: "can't be judged",
  'not-applicable': 'does not apply now',
  'not-reached': "can't be judged",
  skipped: 'not sent',
} as const;

function replayLine({ finding, verdict, reason, problems, trouble }: Replayed): string {
  const [first] = problems;
  const why = first === undefined ? (trouble?.message ?? reason) : `expected ${first.expected}, got ${first.actual}`;
  return `${words[verdict]}: ${finding.id}${why === null ? '' : ` (${oneLine(why)})`}`;
}

function replayText(replayed: Replayed): string {
  const { finding, verdict, problems, exchange } = replayed;
  const places = problems.map(({ code, location, expected, actual }) => {
    return `  at ${location ?? code}: expected ${oneLine(expected)}, got ${oneLine(actual)}`;
  });
  return [
    `Then: ${finding.message}`,
    ...(finding.spelling === undefined ? [] : [`The request has the traits ${finding.spelling.join(', ')}.`]),
    '',
    ...(finding.before === undefined ? [] : ['After:', ...requestLines(finding.before.exchange.request), '']),
    ...requestLines(exchange.request),
    ...(verdict === 'skipped' ? [] : ['', ...responseLines(exchange.response)]),
    '',
    replayLine(replayed),
    ...places,
  ].join('\n');
}

const requestLines = ({ method, url, headers, body }: RecordedExchange['request']): readonly string[] =>
  messageLines('>', `${method} ${url}`, headers, body ?? '');

function responseLines(response: RecordedExchange['response']): readonly string[] {
  if ('trouble' in response) return [`< no answer: ${response.trouble.message}`];
  return messageLines('<', `${response.status}`, response.headers, response.body);
}

function messageLines(mark: string, first: string, headers: readonly Header[], body: string): readonly string[] {
  const text = `${headText(first, headers)}${beginning(body, MOST_BODY)}`;
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => `${mark} ${line}`.trimEnd());
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
