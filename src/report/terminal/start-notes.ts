import { hostOf, isNearby } from '../../exchange/address.ts';
import { proxyName } from '../../exchange/run-route.ts';
import type { RunOptions } from '../../results/run-options.ts';
import type { SchemaValidator } from '../../xml/schema.ts';
import { shownLine } from '../shown-text.ts';

type Asked = Pick<RunOptions, 'target' | 'route'>;

/** What a user must know before the first request goes to a target, even where little is printed: one line each. */
export function alarms({ target, route }: Asked): readonly string[] {
  if (route.tls.insecure !== true) return [];
  return [
    line(
      `! INSECURE: the TLS certificate of ${target} is not checked. Anybody on the way can answer in its place and read what is sent; such a run can't be certified.`,
    ),
  ];
}

/** The way to the target, where it is not straight and checked. */
export function routeNotes(options: Asked): readonly string[] {
  const proxy = proxyName(options.route);
  const way = proxy === null ? [] : [line(`Requests to ${options.target} go through the proxy ${proxy}.`)];
  return [...alarms(options), ...way];
}

/** What is worth knowing before a run: the way to the target, and that nothing slows the run down. */
export function startNotes(options: Asked & Pick<RunOptions, 'limits'>): readonly string[] {
  return [...routeNotes(options), ...paceNote(options)];
}

/** Which XML Schema library judges, and why it is not libxmljs2 where that can't be used. */
export function validatorNote({ name, fallback }: Pick<SchemaValidator, 'name' | 'fallback'>): string {
  return line(`XML Schema validator: ${name}${fallback === null ? '' : `, since ${fallback}`}.`);
}

function paceNote({ target, limits }: Pick<RunOptions, 'target' | 'limits'>): readonly string[] {
  if (target === null || limits.rate !== null) return [];
  const host = hostOf(new URL(target));
  if (isNearby(host)) return [];
  const many =
    limits.concurrency === 1
      ? 'requests go, one at a time and without a pause,'
      : `up to ${limits.concurrency} requests at a time go`;
  return [line(`! no --rate is set: ${many} to ${host}; --rate 5 is gentle.`)];
}

function line(text: string): string {
  return shownLine(text, 2000);
}
