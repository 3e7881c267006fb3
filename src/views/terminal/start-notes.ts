import { plural } from '../../base/words.ts';
import type { Pools } from '../../calls/pools.ts';
import type { RunOptions } from '../../options/model.ts';
import { recordedLines } from '../../options/recorded-traffic.ts';
import { hostOf, isNearby } from '../../wire/http/address.ts';
import { proxyName } from '../../wire/http/run-route.ts';
import { shownLine } from '../shown-text.ts';

type NotedTarget = Pick<RunOptions, 'target' | 'route' | 'otherCase' | 'notTaken'>;

/** What a user must know before the first request, even with --quiet: one line each. */
export function alarms({ target, route, notTaken }: NotedTarget): readonly string[] {
  const left = notTaken === undefined ? [] : [line(notTaken)];
  if (route.tls.insecure !== true) return left;
  return [
    ...left,
    line(
      `! INSECURE: the TLS certificate of ${target} is not checked. ` +
        "Anyone on the network path can answer in its place and read what is sent; such a run can't be certified.",
    ),
  ];
}

/** How the target is reached, if not directly or without checks. */
export function routeNotes(options: NotedTarget): readonly string[] {
  const proxy = proxyName(options.route);
  const way = proxy === null ? [] : [line(`Requests to ${options.target} go through the proxy ${proxy}.`)];
  return [...alarms(options), ...way, ...caseNote(options)];
}

function caseNote({ target, otherCase }: NotedTarget): readonly string[] {
  if (otherCase === undefined) return [];
  const why = 'as in the document; IIS takes both for one, other servers do not';
  return [line(`! The address ends in ${otherCase}, and ${target}/getData.asmx is called, ${why}.`)];
}

/** Notes to a user before a run: how the target is reached, that no rate limit is set, why `certify` will refuse. */
export function startNotes(options: RunOptions): readonly string[] {
  const recorded = options.recorded === undefined ? [] : recordedLines(options.recorded.traffic).map(line);
  return [...routeNotes(options), ...rateNote(options), ...certifyNote(options), ...recorded];
}

/**
 * What the harvest found, by parameter: calls are made from it, apart from edge cases and random values. @param given -
 * values of the config file, which are not learned
 */
export function learnedText({ values, rows }: Pools, given: Pools['values']): string {
  const counts = Object.entries(values).flatMap(([name, known]) => {
    const count = known.filter((value) => given[name]?.includes(value) !== true).length;
    return count === 0 ? [] : [`${name} ${count}`];
  });
  if (counts.length === 0) return 'Learned from the target: no values; calls use examples and random values.\n';
  const learned = `${counts.join(', ')} (values of each), and ${plural(rows.length, 'row')}`;
  return `Learned from the target: ${learned} of values that belong together.\n`;
}

/** For a run for a certificate: why it would be refused, said before time is spent. */
function certifyNote(options: RunOptions): readonly string[] {
  const { target, seedDrawn, namespaceFrom, includeWrites, profile, operations, bindings, rules } = options;
  const wrong = [
    ...(target !== null && namespaceFrom === 'default' ? ['no --namespace is given'] : []),
    ...(includeWrites ? [] : ['--include-writes is left out']),
    ...(profile === 'quick' ? ['the profile is quick'] : []),
    ...(operations === null && bindings === null && rules === null ? [] : ['only a part is selected']),
  ];
  return seedDrawn !== true || wrong.length === 0 ? [] : [line(`! certify will refuse this run: ${wrong.join(', ')}.`)];
}

function rateNote({ target, limits }: Pick<RunOptions, 'target' | 'limits'>): readonly string[] {
  if (target === null || limits.rate !== null) return [];
  const host = hostOf(new URL(target));
  if (isNearby(host)) return [];
  const many =
    limits.concurrency === 1
      ? 'requests are sent one at a time and without a pause'
      : `up to ${plural(limits.concurrency, 'request')} at a time are sent`;
  return [line(`! no --rate is set: ${many} to ${host}; --rate 5 keeps the load low.`)];
}

function line(text: string): string {
  return shownLine(text, 2000);
}
