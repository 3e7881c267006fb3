import { domainToUnicode } from 'node:url';
import { isLater, isMoment } from '../../base/days.ts';
import { plural } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import { ranges } from '../../options/limits.ts';
import { EMBEDDED, profiles } from '../../options/model.ts';
import type { InCell } from '../../results/outcome.ts';
import { MOST_BODY } from '../../results/record/record-exchange.ts';
import type { Results } from '../../results/results.ts';
import { newestRuleSet } from '../../rules/rule-sets.ts';
import { isSoap } from '../../wire/soap/binding.ts';

/** Characters of a body of an exchange: many more than run keeps, as marks may be longer than the secrets they mask. */
const LONGEST_BODY = 16 * MOST_BODY;

/** Longest name of a target, as browsers take addresses. */
const LONGEST = 2_048;

/** The first thing that no run can have written, whatever its result, in one sentence; null if all is possible. */
export function implausible(results: Results, contract: Contract, now: Date): string | null {
  return (
    wrongTarget(results) ??
    wrongRequests(results) ??
    wrongTime(results, now) ??
    wrongOption(results, contract) ??
    wrongCount(results, contract) ??
    wrongAddress(results, contract) ??
    wrongBody(results)
  );
}

export function wrongTarget({ target }: Pick<Results, 'target'>): string | null {
  if (target === EMBEDDED) return null;
  if (target.length > LONGEST || !URL.canParse(target) || !/^https?:$/.test(new URL(target).protocol))
    return 'the target is not an http or https address';
  const { username, password, hostname, origin, pathname } = new URL(target);
  if (username !== '' || password !== '')
    return 'the address of the target has a user name or password, which run never writes';
  const host = domainToUnicode(hostname);
  const mixed = host.split('.').find((label) => scripts.filter((script) => script.test(label)).length > 1);
  if (mixed !== undefined)
    return `the host of the target, ${host}, mixes scripts in '${mixed}', as names that imitate others do`;
  const base = `${origin}${pathname}`.replace(/(?<!\/)\/+$/, '').replace(/(?<!\/)\/+getData\.asmx$/i, '');
  return target === base ? null : `the target ${target} is not written as run writes it`;
}

/** Scripts with lookalike letters; names in Han, Kana and Hangul may have Latin ones too (UTS #39, section 5.2). */
const scripts = 'Latin Cyrillic Greek Armenian Hebrew Cherokee Coptic Georgian Arabic'
  .split(' ')
  .map((name) => new RegExp(`\\p{Script=${name}}`, 'u'));

function wrongTime({ startedAt, durationMs, suite }: Results, now: Date): string | null {
  const start = Date.parse(startedAt);
  const shown = startedAt.slice(0, 40);
  if (!isMoment(startedAt)) return `startedAt is '${shown}', which is not a date as run writes it`;
  // No version is older than the newest rule set in it.
  if (start < Date.parse(`${newestRuleSet.replace('.', '-')}-01`))
    return `startedAt is ${shown}, before ${suite.name} ${suite.version} was released`;
  if (!isLater(start + durationMs, now)) return null;
  return `startedAt is ${shown} and the run took ${durationMs} ms: that is not over yet`;
}

function wrongOption({ options, seed }: Results, contract: Contract): string | null {
  const numbers = { seed, runs: options.runs, ...options.limits };
  for (const [name, value] of Object.entries(numbers)) {
    const { kind, min, max } = ranges[name as keyof typeof numbers];
    const fits = value === null || (value >= min && value <= max && (kind === 'number' || Number.isInteger(value)));
    if (!fits) return `the option ${name} is ${value}; run accepts ${min} to ${max}`;
  }
  const parameters = contract.operations.flatMap((operation) => operation.parameters);
  const strange = options.credentials.find((name) => !parameters.some((one) => one.credential && one.name === name));
  return strange === undefined ? null : `the credential '${strange}' is not one of the document's`;
}

function wrongRequests({ cells, requests }: Results): string | null {
  const uncalled = cells.find((cell) => cell.requests === 0);
  if (uncalled !== undefined) return `the cell ${cellName(uncalled)} was sent no request`;
  const sent = cells.reduce((sum, cell) => sum + cell.requests, 0);
  return sent <= requests ? null : `the cells count ${plural(sent, 'request')}, the run ${requests}`;
}

/** More than was sent, or less than the options require. Any cell may send a call of its operation to all bindings. */
function wrongCount(results: Results, contract: Contract): string | null {
  const { cells, coverage, exchanges, requests, durationMs, profile, options } = results;
  const sentTo = ({ operation }: InCell): number =>
    cells.reduce((sum, cell) => sum + (cell.operation === operation ? cell.requests : 0), 0);
  const claims = (one: InCell, what: string, sent: number): string =>
    `${cellName(one)} claims ${what}, but ${plural(sent, 'request')} were sent`;
  for (const one of coverage.parameters)
    if (one.values > sentTo(one)) return claims(one, `${plural(one.values, 'value')} of ${one.parameter}`, sentTo(one));
  for (const cell of cells) {
    const kept = exchanges.filter((other) => cellName(other) === cellName(cell)).length;
    const judged = Math.max(...cell.rules.map((rule) => rule.judged));
    if (kept > sentTo(cell) || judged > requests)
      return claims(cell, plural(Math.max(kept, judged), 'exchange'), kept > sentTo(cell) ? sentTo(cell) : requests);
    const { p50, p95, max } = cell.latencyMs;
    if ((p50 ?? 0) > (p95 ?? 0) || (p95 ?? 0) > (max ?? 0) || (max ?? 0) > durationMs + 1)
      return `the latencies of ${cellName(cell)} are not possible in a run of ${durationMs} ms`;
  }
  const spelt = coverage.traits?.flatMap(({ traits }) => traits).find(({ times }) => times > requests);
  if (spelt !== undefined)
    return `the trait ${spelt.trait} claims ${plural(spelt.times, 'request')}, and ${requests} were sent`;
  // A run sends several times as many: each cell has random calls, and only equal ones are sent once.
  const runs = options.runs ?? profiles[profile].runs;
  const least = runs * contract.operations.length;
  if (requests >= least) return null;
  const sent = `${plural(requests, 'request')} are too few for ${plural(runs, 'random call')} per cell`;
  return `${sent} (profile ${profile}): they need ${least} or more`;
}

/** Long bodies take a validator half a minute. */
function wrongBody({ exchanges }: Results): string | null {
  for (const one of exchanges) {
    const { response } = one.exchange;
    const { body, base64 = '' } = 'body' in response ? response : { body: '' };
    const length = Math.max(body.length, base64.length);
    if (length > LONGEST_BODY)
      return `an exchange of ${cellName(one)} has a body of ${length} characters; run keeps ${MOST_BODY} bytes of one`;
  }
  return null;
}

/** Each call was sent to the path of its binding below the target; the embedded server is on this machine. */
function wrongAddress({ target, exchanges, findings }: Results, contract: Contract): string | null {
  const baseOf = (url: string): string =>
    target === EMBEDDED ? (/^http:\/\/127\.0\.0\.1:\d+(?=\/)/.exec(url)?.[0] ?? 'http://127.0.0.1') : target;
  for (const one of exchanges) {
    const { url } = one.exchange.request;
    const endpoint = `${baseOf(url)}${contract.endpointPath}`;
    const wanted = isSoap(one.binding) ? endpoint : `${endpoint}/${one.operation}`;
    // A secret in the path is masked.
    const [start = '', ...others] = (url.split('?')[0] ?? '').split(/\$\{\w+\}|\*{3}/);
    const isMasked = others.length > 0 && wanted.startsWith(start) && wanted.endsWith(others.at(-1) ?? '');
    if (start !== wanted && !isMasked) return `an exchange of ${cellName(one)} was not with ${wanted}, but with ${url}`;
  }
  // A finding's may be a variant of a call, or the WSDL.
  const sent = findings.map(({ id, exchange }) => ({ id, url: exchange.request.url }));
  const stray = sent.find(({ url }) => !url.startsWith(`${new URL(baseOf(url)).origin}/`));
  return stray === undefined ? null : `the finding ${stray.id} was not with ${target}, but with ${stray.url}`;
}
