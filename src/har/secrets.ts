import type { Credentials } from '../bindings/call.ts';
import { contentCoding, type Exchange, type Header } from '../exchange/exchange.ts';
import { MOST_BODY, recordResponse } from '../results/record/record-exchange.ts';
import {
  basicSecrets,
  cookieValues,
  credentialVariables,
  type Redact,
  redactor,
  withPlainPlaceholders,
} from '../results/record/redact.ts';
import { ConfigError } from '../schemas/error.ts';
import { decodeXmlBytes } from '../xml/decode.ts';
import type { HarCall } from './call.ts';
import type { HarEntry } from './entry.ts';

/** Distinct secrets that are looked for in every text; more of them would take too long. */
const MOST_SECRETS = 500;

/** A shorter value of a header or cookie is just a word. */
const SHORTEST = 6;

export function isSecret(name: string): boolean {
  return /authorization|cookie|token|secret|password|credential|session|signature|[cx]srf|(^|-|api)key$/i.test(name);
}

/** What this suite puts in place of a credential is not one. */
const placeholders = new Set([...Object.values(credentialVariables), 'DEALER_ID', 'API_KEY', 'PASSWORD', '***', '']);

/** True for all that this suite writes. */
export function isWithoutSecrets({ request, response }: HarEntry, credentials: Credentials): boolean {
  const values = [...Object.values(credentials), ...secretsIn([...request.headers, ...response.headers])];
  return values.every((value) => placeholders.has(value));
}

/** Takes a HAR's secrets out of a text: credential parameters and what secret headers hold. @throws ConfigError */
export function harRedactor(file: string, calls: readonly HarCall[]): Redact {
  const named = new Map<string, string>();
  for (const [name, value] of calls.flatMap(({ decoded }) => Object.entries(decoded.credentials)))
    if (!placeholders.has(value)) named.set(value, name);
  const lines = calls.flatMap(({ entry: { request, response } }) => [...request.headers, ...response.headers]);
  const carried = new Set(secretsIn(lines));
  for (const value of named.keys()) carried.delete(value);
  if (named.size + carried.size > MOST_SECRETS)
    throw new ConfigError(
      `${file} holds more than ${MOST_SECRETS} distinct credentials and cookies; split it, or take them out`,
    );
  const values = [...carried].map((value) => ['', value] as const);
  const headers = redactor({}, values);
  const redactors = [...named].map(([value, name]) => redactor({ [name]: value }, []));
  return (text) => headers(redactors.reduce((redacted, redact) => redact(redacted), text));
}

/** The secret part of a header that carries one: not its scheme, not a cookie's name or attributes. */
export function secretsIn(headers: readonly Header[]): readonly string[] {
  return headers
    .filter(([name]) => isSecret(name))
    .flatMap(([name, value]) => {
      if (/^set-cookie$/i.test(name)) return cookieValues(value.split(';')[0] ?? '');
      if (/cookie/i.test(name)) return cookieValues(value);
      return /authorization/i.test(name) ? [...value.split(/[\s,]+/).slice(1), ...basicSecrets(value)] : [value];
    })
    .filter((value) => !placeholders.has(value) && value.length >= SHORTEST);
}

/** An exchange as reports show it, without its secrets. @param origin - of the address that is shown */
export function recordMasked({ request, outcome, durationMs }: Exchange, redact: Redact, origin: string) {
  const masked = (headers: readonly Header[]) =>
    headers.map(([name, value]) => [redact(name), isSecret(name) ? '***' : redact(value)] as const);
  const coding = contentCoding(request.headers);
  const body =
    coding === null ? textOfBody(request.body) : `(not shown: ${request.body?.byteLength} bytes in ${coding})`;
  // A copy, since a part of a text keeps the whole of it in memory.
  const cut = (text: string) => (text.length > MOST_BODY ? structuredClone(text.slice(0, MOST_BODY)) : text);
  return {
    request: {
      method: redact(request.method),
      url: withPlainPlaceholders(redact(`${origin}${request.path}`)),
      headers: masked(request.headers),
      body: request.body === null || request.body.byteLength === 0 ? null : cut(withPlainPlaceholders(redact(body))),
    },
    response:
      outcome.kind === 'trouble'
        ? { trouble: { kind: outcome.trouble.kind, message: redact(outcome.trouble.message) } }
        : {
            ...recordResponse({ ...outcome.response, headers: [] }, redact),
            headers: masked(outcome.response.headers),
          },
    durationMs: Math.round(durationMs * 10) / 10,
  };
}

export function textOfBody(body: Uint8Array | null): string {
  return body === null ? '' : decodeXmlBytes(body, null).text;
}
