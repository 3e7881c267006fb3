import { credentialSources } from '../../options/credentials.ts';
import type { RunOptions } from '../../options/model.ts';
import type { Header } from '../../wire/http/exchange.ts';
import { routeSecrets } from '../../wire/http/run-route.ts';
import type { Call, Credentials } from '../../wire/soap/call.ts';
import { foundIn, type Search, type SecretPlace, searchOf } from './search.ts';
import { SHORT } from './secret-forms.ts';

export type Redact = (text: string) => string;

/** What replaces a credential in reports: the environment variable that holds it. */
export const credentialVariables: Readonly<Record<string, string>> = Object.fromEntries(
  credentialSources.map(({ parameter, variable }) => [parameter, `\${${variable}}`]),
);

/** Replaces the secrets in all their forms, also with SEAMS inside: credentials; of headers, values and long words. */
export function redactor(secrets: Credentials, headers: readonly Header[]): Redact {
  const named = new Map<string, string>();
  // Names of codings are not secrets.
  for (const [name, line] of headers.filter(([name]) => !/^accept-encoding$/i.test(name)))
    for (const value of [line, ...headerSecrets([name, line])]) named.set(value, '***');
  for (const [name, value] of Object.entries(secrets)) named.set(value, credentialVariables[name] ?? '***');
  return redactorOf(named);
}

/** Replaces all secrets of a run. */
export function runRedactor({ credentials, headers, route }: Pick<RunOptions, 'credentials' | 'headers' | 'route'>) {
  return redactor(credentials, [...headers, ...routeSecrets(route)]);
}

/** The same for values. @param named - what replaces each */
export function redactorOf(named: ReadonlyMap<string, string>): Redact {
  // A single character is no secret, and as a word it is everywhere.
  const secrets = [...named].filter(([value]) => value.trim().length > 1);
  let search: Search | null = null;
  return (text) => {
    if (text.length < 2 || secrets.length === 0) return text;
    search ??= searchOf(secrets);
    return masked(text, foundIn(text, search));
  };
}

/**
 * What a header says that may be secret: of cookies the values, without names and attributes (RFC 6265, section 4.2.1);
 * of others the line without its scheme, its words, and what Basic authentication says in base64 (RFC 7617, section 2):
 * `user:password`, and the password.
 */
export function headerSecrets([name, line]: Header): readonly string[] {
  if (/cookie/i.test(name)) {
    const pairs = /^set-cookie$/i.test(name) ? line.split(';', 1) : line.split(';');
    const values = pairs.map((pair) => pair.slice(pair.indexOf('=') + 1).replaceAll(/^\s*"?|"$/g, ''));
    // They may be this short: they are masked only as whole words.
    return values.filter(({ length }) => length >= 3);
  }
  const [, scheme = '', rest = line] = /^(\S+)\s+(\S.*)$/s.exec(line) ?? [];
  const whole = /authorization/i.test(name) ? rest : line;
  const words = whole.split(/[\s;,]+/).filter(({ length }) => length >= SHORT);
  const pair = /^basic$/i.test(scheme) ? Buffer.from(rest, 'base64').toString('utf8') : '';
  return [whole, ...words, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** A server may have answered with a secret that was then sent as a value: it is kept out of the report. */
export function redactedCall(call: Call, redact: Redact): Call {
  return JSON.parse(JSON.stringify(call), (_key, value) => (typeof value === 'string' ? redact(value) : value));
}

/** A mark of a CDATA section, plain, escaped, or in URL encoding; its other mark may be outside a secret. */
const CDATA_MARK = markPattern(['<', '!', '[', 'C', 'D', 'A', 'T', 'A', '['], [']', ']', '>']);

function markPattern(...marks: readonly (readonly string[])[]): RegExp {
  const plain = (one: string) => `(?:\\${one}|%(?:25){0,3}${one.charCodeAt(0).toString(16)})`;
  const entity = (name: string) => `${plain('&')}(?:amp${plain(';')}){0,3}${name}${plain(';')}`;
  const written = (one: string) =>
    /[A-Z]/.test(one)
      ? one
      : one === '<' || one === '>'
        ? `(?:${plain(one)}|${entity(one === '<' ? 'lt' : 'gt')})`
        : plain(one);
  return new RegExp(marks.map((mark) => mark.map(written).join('')).join('|'), 'gi');
}

/** Replaces what was found, and keeps XML well-formed. */
function masked(text: string, found: readonly SecretPlace[]): string {
  let shown = '';
  let done = 0;
  for (const { start, end, shown: name } of united(found)) {
    const marks = text.slice(start, end).match(CDATA_MARK) ?? [];
    // They alternate: of an odd number, the first has no other here.
    shown += `${text.slice(done, start)}${name}${marks.length % 2 === 0 ? '' : marks[0]}`;
    done = end;
  }
  return done === 0 ? text : shown + text.slice(done);
}

/** Places without overlap, each named by the longest that is in it. */
function united(found: readonly SecretPlace[]): readonly SecretPlace[] {
  const all: SecretPlace[] = [];
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last === undefined || one.start >= last.end) all.push(one);
    else if (one.end > last.end) {
      const { shown } = one.end - one.start > last.end - last.start ? one : last;
      all[all.length - 1] = { start: last.start, end: one.end, shown };
    }
  }
  return all;
}

/** A request's text, its placeholders readable where it escapes or divides them: a shell knows only the plain form. */
export const withPlainPlaceholders: Redact = redactorOf(
  new Map(Object.values(credentialVariables).map((name) => [name, name])),
);
