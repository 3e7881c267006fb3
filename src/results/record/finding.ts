import { dirname, join } from 'node:path';
import { present } from '../../base/present.ts';
import { beginning, listed, plural } from '../../base/words.ts';
import type { Delivery } from '../../calls/spelling/http.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { failureName } from '../../options/known-failures.ts';
import { EMBEDDED } from '../../options/model.ts';
import { needsAllAnswers } from '../../rules/check.ts';
import { requirementsOf } from '../../rules/cites.ts';
import type { Facts, Problems } from '../../rules/judgement.ts';
import { levelOf, type Rule } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import { type Exchange, type Header, isLeftOut, otherHost } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { MakeRequest } from '../../wire/soap/request-of.ts';
import type { Position } from '../../xml/tree.ts';
import type { Cause } from '../causes/causes.ts';
import type { Finding, RecordedExchange } from '../outcome.ts';
import { credentialVariables, type Redact, redactedCall } from './redact.ts';

/** Shows that a rule is broken: the call, its request and answer, every problem, and what else shows it. */
export interface Counterexample {
  readonly call: Call;
  readonly request: MakeRequest;
  readonly exchange: Exchange;
  readonly problems: Problems;
  readonly before?: Omit<NonNullable<Finding['before']>, 'exchange'> & { readonly exchange: Exchange };
  /** Where a long answer shows it: reports keep the text around it. */
  readonly around?: Position;
  readonly probe?: Finding['probe'];
  readonly spelling?: Finding['spelling'];
  readonly times?: Finding['times'];
}

const MORE_PLACES = 4;
/** Most names in the facts of a finding. */
const MOST_NAMES = 100;

/** What else makes a finding. */
interface FindingContext {
  readonly contract: Contract;
  readonly redact: Redact;
  readonly command: string;
  /** How the request is sent, if not in the usual way. */
  readonly delivery?: Delivery | undefined;
}

/** The finding of a rule that a recorded exchange breaks. `command` shows it again. */
export function recordedFinding(
  rule: Rule,
  cell: Cell,
  shown: Pick<Counterexample, 'call' | 'problems' | 'times' | 'probe' | 'spelling'> & {
    readonly exchange: RecordedExchange;
    readonly before?: Finding['before'] | undefined;
  },
  { contract, redact, command, delivery }: FindingContext,
): Finding {
  const { call, problems, exchange, times, probe, spelling, before } = shown;
  const { request } = exchange;
  const lines = [...(before === undefined ? [] : [curlLine(before.exchange.request)]), curlLine(request, delivery)];
  const [first] = problems;
  const fields = problems.map(({ code }) => code);
  /** Of whatever length the target's text is, in a report it has a bound. */
  const shownText = (text: string): string => beginning(redact(text));
  const often = times
    ? ` Intermittent: ${times.broken} of ${plural(times.of, 'answer')} to this same call broke it.`
    : '';
  return {
    id: failureName({ rule: rule.id, ...cell }),
    rule: rule.id,
    level: levelOf(rule, problems),
    operation: cell.operation.name,
    binding: cell.binding,
    requirements: requirementsOf(rule, cell, contract, fields),
    message: shownText(`${messageOf(problems)}${often}`),
    location: first.location === null ? null : shownText(first.location),
    expected: shownText(first.expected),
    actual: shownText(first.actual),
    cause: shownText(first.cause ?? `${rule.id}:${first.code}`),
    ...(first.facts === undefined ? {} : { facts: shownFacts(first.facts, shownText) }),
    ...(first.namespace === undefined ? {} : { namespace: shownText(first.namespace) }),
    call: redactedCall(call, redact),
    ...(before === undefined ? {} : { before: redactedBefore(before, redact) }),
    ...present({ times, probe, spelling }),
    exchange,
    reproduce: { command, curl: notByCurl(rule, exchange, delivery) ?? lines.join(' && ') },
    known: false,
  };
}

/** A list of names has a bound, as a text has. */
function shownFacts({ wanted, found }: Facts, shown: (text: string) => string): Facts {
  return { wanted: wanted.slice(0, MOST_NAMES).map(shown), found: found.slice(0, MOST_NAMES).map(shown) };
}

function redactedBefore({ call, than, exchange }: NonNullable<Finding['before']>, redact: Redact) {
  const other = than === undefined ? {} : { than: redactedCall(than, redact) };
  return { call: redactedCall(call, redact), ...other, exchange };
}

/** A path of a field or the like, and no name that only we know. */
const PLACE = /^[A-Z][\w.]*$/;

/** The first problem in a sentence, the places of others, and how many other variants of a request show it. */
export function messageOf(problems: Problems): string {
  const [{ text, code }] = problems;
  const others = [...new Set(problems.map((one) => one.code))].filter((one) => one !== code);
  const places = others.filter((one) => PLACE.test(one));
  const also = places.length === 0 ? '' : `; also: ${listed(places, MORE_PLACES)}`;
  const count = others.length - places.length;
  return `${text}${also}${count === 0 ? '' : `; also with ${plural(count, 'other variant')}`}.`;
}

/** What is said of a broken rule: its level, its problems in a sentence, and the place and texts of the first. */
export function saidOf(rule: Rule, problems: Problems) {
  const [{ location, expected, actual }] = problems;
  return { rule: rule.id, level: levelOf(rule, problems), message: messageOf(problems), location, expected, actual };
}

/** What decides how a finding is shown again. */
export type Again = Pick<Finding, 'rule' | 'operation' | 'binding'> & {
  readonly before?: object | undefined;
  /** The config file that the run was given. */
  readonly config?: string | undefined;
  /** What it was given by --wsdl. */
  readonly wsdl?: object | undefined;
  /** An earlier command, which has these too. */
  readonly reproduce?: Pick<Finding['reproduce'], 'command'>;
};

const CONFIG = ' --config ';

/** The end of the command that names the config file; '' if the run was given none. */
function configFlag({ config, reproduce }: Again): string {
  if (config !== undefined) return `${CONFIG}${shellWord(config)}`;
  const earlier = reproduce?.command ?? '';
  return earlier.includes(CONFIG) ? earlier.slice(earlier.lastIndexOf(CONFIG)) : '';
}

const READS = ' --reads ';

/** The end of the command that names the operation as a read again, where a WSDL describes it. */
function readsFlag({ wsdl, operation, reproduce }: Again): string {
  return wsdl !== undefined || reproduce?.command.includes(READS) === true ? `${READS}${shellWord(operation)}` : '';
}

/** True where only the answers to several calls together show a finding. */
function needsCell({ rule, before }: Again): boolean {
  return before === undefined && rules.some((known) => known.id === rule && needsAllAnswers(known));
}

/**
 * The command that shows a finding again: it resends the request, or runs the whole cell where that alone shows
 * nothing. It names the target, because the file never chooses it.
 */
export function againCommand(file: string, finding: Again, target: string, tool = 'getdata-conformance'): string {
  const isEmbedded = target === EMBEDDED;
  const flags = `${readsFlag(finding)}${configFlag(finding)}`;
  if (needsCell(finding)) {
    const reports = shellWord(join(dirname(file), 'again'));
    const run = `${tool} run ${isEmbedded ? '--embedded' : shellWord(target)} --rerun-failed ${shellWord(file)}`;
    return `${run} ${cellFlags([finding])} --fail-on recommended --reports ${reports}${flags}`;
  }
  const named = isEmbedded ? '' : ` --target ${shellWord(target)}`;
  return `${tool} replay ${shellWord(file)} ${quoted(failureName(finding))}${named}${flags}`;
}

/** The command that shows all findings of a cause again; null if there is only one. */
export function allAgainCommand({ cause, smallest, findings }: Omit<Cause, 'message'>): string | null {
  if (findings.length < 2) return null;
  const [one, all] = needsCell(smallest)
    ? [cellFlags([smallest]), cellFlags(findings)]
    : [quoted(smallest.id), quoted(cause)];
  const operations = [...new Set(findings.map(({ operation }) => operation))].join(',');
  const { command } = smallest.reproduce;
  return command.replace(one, () => all).replace(`${READS}${smallest.operation}`, () => `${READS}${operations}`);
}

function cellFlags(findings: readonly Again[]): string {
  const named = (what: 'operation' | 'binding') => [...new Set(findings.map((one) => one[what]))].join(',');
  return `--operations ${named('operation')} --bindings ${named('binding')}`;
}

/** Why curl would not show a finding, as a comment of a shell; null if it does. */
function notByCurl({ id }: Rule, { response }: RecordedExchange, delivery?: Delivery): string | null {
  const isSurplus = id === 'http.content-length' && 'surplus' in response && response.surplus > 0;
  const reasons = [
    delivery?.order !== undefined && 'it has an order of header fields of its own',
    delivery?.names !== undefined && 'it writes the names of header fields in its own way',
    delivery?.space !== undefined && 'it writes one space after the colons of header fields',
    delivery?.firstPacket !== undefined && 'it sends packets of its own',
    isSurplus && 'it leaves out what follows the announced length',
  ];
  const reason = reasons.find((one) => one !== false);
  return reason === undefined ? null : `# curl does not show this: ${reason}`;
}

/** A command line for a shell of the sh family that resends a recorded request; secrets come from the environment. */
export function curlLine({ method, url, headers, body }: RecordedExchange['request'], delivery?: Delivery): string {
  // curl counts the bytes: an inserted secret changes their number.
  const sent = headers.filter(([name]) => body === null || !/^content-length$/i.test(name));
  // Of a field without a value curl wants a semicolon; with a colon it leaves out its own field of that name.
  const lineOf = ([name, value]: Header): string =>
    value !== '' ? `${name}: ${value}` : `${name}${isLeftOut([name, value]) ? ':' : ';'}`;
  const alone: readonly Header[] = delivery?.alone && !delivery.version ? [['Connection', 'close']] : [];
  const host = delivery?.host && otherHost(new URL(url).host, delivery.host, url.startsWith('https:'));
  const hosted: readonly Header[] = host === undefined ? [] : [['Host', host]];
  const lines = [...sent, ...alone, ...hosted].map((header) => `-H ${quoted(lineOf(header))}`);
  const own = [
    ...(method === (body === null ? 'GET' : 'POST') ? [] : [`-X ${quoted(method)}`]),
    ...(delivery?.version === undefined ? [] : [`--http${delivery.version}`]),
    ...(delivery?.target === undefined ? [] : [`--request-target ${quoted(url)}`]),
  ];
  // curl would send a file after an @, and expands an address with brackets into many.
  const data = body === null ? [] : [`${body.startsWith('@') ? '--data-raw' : '--data-binary'} ${quoted(body)}`];
  return ['curl -i', ...(/[[\]{}]/.test(url) ? ['-g'] : []), ...own, ...lines, ...data, quoted(url)].join(' ');
}

/** A text as one word of a command line. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : quoted(text);
}

/** A word in single quotes, but `${GETDATA_...}` in double ones, so that the shell expands it. */
function quoted(word: string): string {
  const safe = `'${word.replaceAll("'", `'\\''`)}'`;
  return Object.values(credentialVariables).reduce((text, name) => text.replaceAll(name, () => `'"${name}"'`), safe);
}
