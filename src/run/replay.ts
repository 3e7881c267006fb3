import { readConfigText } from '../config/config-file.ts';
import { knownName } from '../config/names.ts';
import type { RouteFlags } from '../config/route.ts';
import { type Replayed, replayFinding } from '../engine/replay.ts';
import { openSession } from '../engine/session.ts';
import type { NetworkError } from '../exchange/exchange.ts';
import { printable } from '../report/terminal/palette.ts';
import { routeNotes } from '../report/terminal/start-notes.ts';
import type { Finding, RecordedExchange } from '../results/outcome.ts';
import { readResults } from '../results/read.ts';
import type { Results } from '../results/results.ts';
import type { RunOptions } from '../results/run-options.ts';
import { targetName } from '../results/run-record.ts';
import { adviceOn } from '../results/unreachable.ts';
import { plural } from '../results/verdict.ts';
import type { Rule } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import { ConfigError } from '../schemas/error.ts';
import { suggestion } from '../schemas/nearest.ts';
import { type Again, optionsAgain } from './again.ts';
import type { CliIo } from './output.ts';
import { withServer } from './with-server.ts';

/** The flags of `replay`. */
export interface ReplayFlags extends RouteFlags {
  readonly target?: string;
  readonly includeWrites?: boolean;
  readonly config?: string;
  readonly header?: readonly string[];
  readonly timeout?: string;
}

/** What is sent again. */
interface Wanted {
  /** A results.json. */
  readonly file: string;
  /** Of one finding; all of them where it is left out. */
  readonly id: string | undefined;
  readonly flags: ReplayFlags;
}

/**
 * Sends the findings of a results.json again and prints whether they still fail. Resolves to the exit code.
 * @throws ConfigError in one sentence where the file, the finding or the target is not as it must be
 */
export async function replayFindings({ file, id, flags }: Wanted, io: CliIo): Promise<number> {
  const results = readResults(io.folder, file);
  const findings = id === undefined ? results.findings : [findingOf(results, id, file)];
  const { options, note } = replayOptions(results, file, flags, io);
  if (note !== '') io.out(`${printable(note)}\n`);
  io.out(`${findings.length} of ${results.findings.length} findings sent again to ${targetName(options)}\n`);
  for (const line of routeNotes(options)) io.out(`${line}\n`);
  const show = id === undefined ? replayLine : replayText;
  const advice = new Set<string>();
  const exitCode = await replayAll(
    findings,
    options,
    (replayed) => {
      io.out(`${printable(show(replayed))}\n`);
      if (replayed.trouble !== null) advice.add(adviceOn(replayed.trouble, options) ?? '');
    },
    (sentence) => io.out(`${printable(sentence)}\n`),
  );
  for (const sentence of advice) if (sentence !== '') io.out(`${sentence}\n`);
  return exitCode;
}

/** The options of the run that wrote the results, as far as a replay needs them; credentials are never in the file. */
function replayOptions(results: Results, file: string, { config: named, ...given }: ReplayFlags, io: CliIo): Again {
  const { options, note } = optionsAgain(results, file, '--target', {
    flags: { ...given, namespace: results.namespace, profile: results.profile },
    env: io.env,
    config: readConfigText(io.folder, named),
    randomSeed: results.seed,
    folder: io.folder,
  });
  // `includeWrites` in the config file is for runs: here it must be given each time.
  const includeWrites = options.target === null || given.includeWrites === true;
  return { options: { ...options, includeWrites }, note };
}

function findingOf(results: Results, id: string, file: string): Finding {
  const finding = results.findings.find((one) => one.id === id);
  if (finding !== undefined) return finding;
  const ids = results.findings.map((one) => one.id);
  if (ids.length === 0) throw new ConfigError(`${file} has no finding '${id}'; it has none at all`);
  throw new ConfigError(`${file} has no finding '${id}'; ${suggestion(id, ids)}`);
}

/** The rule of a finding. @throws ConfigError where this version has none of that id, or the call is of another operation */
function ruleOf(finding: Finding): Rule {
  const ids = rules.map(({ id }) => id);
  const known = knownName('rule', finding.rule, ids, `finding ${finding.id}`);
  // The cell decides whether a call changes state: an edited file must not send another operation's call.
  if (finding.call.operation !== finding.operation) {
    throw new ConfigError(
      `finding ${finding.id} has a call of '${finding.call.operation}'; expected one of ${finding.operation}`,
    );
  }
  return rules.find(({ id }) => id === known) as Rule;
}

/** Where this many findings from the first get no answer, the rest are not sent. */
const MOST_SILENT = 5;

/** Sends each finding's call again, one after the other, as long as the target answers. Resolves to the exit code. */
async function replayAll(
  findings: readonly Finding[],
  options: RunOptions,
  show: (replayed: Replayed) => void,
  tell: (sentence: string) => void,
): Promise<number> {
  const pairs = findings.map((finding) => ({ finding, rule: ruleOf(finding) }));
  return withServer(options, async (baseUrl) => {
    const session = await openSession({
      options,
      baseUrl,
      pools: { values: options.values, rows: [] },
      resultsPath: 'reports/results.json',
    });
    const all: Replayed[] = [];
    let down: NetworkError | null = null;
    try {
      for (const { finding, rule } of pairs) {
        const replayed = await replayFinding(finding, rule, session);
        all.push(replayed);
        show(replayed);
        if (session.client.down() !== null || (all.length >= MOST_SILENT && all.every(unreachable))) break;
      }
      down = session.client.down();
    } finally {
      await session.close();
    }
    const left = pairs.length - all.length;
    if (left > 0) {
      const why = down === null ? 'it answers none of them' : `it went down: ${down.message}`;
      tell(`${plural(left, 'finding')} not sent again to ${targetName(options)}: ${why}.`);
    }
    return down === null ? exitCodeOf(all) : 4;
  });
}

function exitCodeOf(all: readonly Replayed[]): number {
  const sent = all.filter(({ verdict }) => verdict !== 'skipped');
  if (sent.length > 0 && sent.every(unreachable)) return 4;
  if (all.some(({ verdict }) => verdict === 'fail')) return 1;
  return all.every(({ verdict }) => verdict === 'pass') ? 0 : 3;
}

/** Nothing listens there; or no answer came in time, where that is not what the finding is about. */
function unreachable({ trouble, finding }: Replayed): boolean {
  if (trouble === null) return false;
  return ['refused', 'unresolved', 'tls'].includes(trouble.kind) || finding.rule !== 'http.answer';
}

/** Characters of a body that are shown. */
const MOST_BODY = 1500;

const words = {
  fail: 'still fails',
  pass: 'passes now',
  inconclusive: "can't be judged",
  'not-reached': "can't be judged",
  skipped: 'not sent',
} as const;

/** One line about a finding that was sent again. */
export function replayLine({ finding, verdict, reason, problems, trouble }: Replayed): string {
  const [first] = problems;
  const why = first === undefined ? (trouble?.message ?? reason) : `expected ${first.expected}, got ${first.actual}`;
  return `${words[verdict]}: ${finding.id}${why === null ? '' : ` (${oneLine(why)})`}`;
}

/** A finding that was sent again, with its exchange in short. */
export function replayText(replayed: Replayed): string {
  const { finding, verdict, problems, exchange } = replayed;
  const places = problems.map(({ code, location, expected, actual }) => {
    return `  at ${location ?? code}: expected ${oneLine(expected)}, got ${oneLine(actual)}`;
  });
  return [
    `Then: ${finding.message}`,
    '',
    ...requestLines(exchange.request),
    ...(verdict === 'skipped' ? [] : ['', ...responseLines(exchange.response)]),
    '',
    replayLine(replayed),
    ...places,
  ].join('\n');
}

function requestLines({ method, url, headers, body }: RecordedExchange['request']): readonly string[] {
  return [
    `> ${method} ${url}`,
    ...headers.map(([name, value]) => `> ${name}: ${value}`),
    ...bodyLines(body ?? '', '>'),
  ];
}

function responseLines(response: RecordedExchange['response']): readonly string[] {
  if ('trouble' in response) return [`< no answer: ${response.trouble.message}`];
  const { status, headers, body } = response;
  return [`< ${status}`, ...headers.map(([name, value]) => `< ${name}: ${value}`), ...bodyLines(body, '<')];
}

function bodyLines(body: string, mark: string): readonly string[] {
  if (body === '') return [];
  const rest = body.length - MOST_BODY;
  const shown = body.slice(0, MOST_BODY).split(/\r?\n/);
  return [
    mark,
    ...shown.map((line) => `${mark} ${line}`),
    ...(rest > 0 ? [`${mark} … and ${rest} characters more`] : []),
  ];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
