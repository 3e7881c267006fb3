import type { Call, Credentials } from '../bindings/call.ts';
import type { Header } from '../exchange/exchange.ts';
import { escapeAttribute, escapeText } from '../xml/escape.ts';

/** Takes the secrets out of a text. */
export type Redact = (text: string) => string;

/** What stands in reports for a credential: the environment variable that holds it. */
export const credentialVariables: Readonly<Record<string, string>> = {
  DealerID: '${GETDATA_DEALER_ID}',
  APIKEY: '${GETDATA_API_KEY}',
  Password: '${GETDATA_PASSWORD}',
};

/** A request's text with its placeholders readable again where a query or form has percent-encoded them. */
export function withPlainPlaceholders(text: string): string {
  return Object.values(credentialVariables).reduce(
    (plain, name) => plain.replaceAll(encodeURIComponent(name), () => name),
    text,
  );
}

/**
 * Replaces every secret wherever a target may have echoed it, in each form it travels in. Short secrets are replaced
 * only where they stand alone, or a report would be unreadable.
 */
export function redactor(secrets: Credentials, headers: readonly Header[]): Redact {
  const named = [
    ...Object.entries(secrets).map(([name, value]) => [value, credentialVariables[name] ?? '***'] as const),
    ...headers
      .flatMap(([, value]) => [value, ...value.split(/[\s;,]+/).filter((part) => part.length >= 6)])
      .map((value) => [value, '***'] as const),
  ];
  const patterns = named
    .filter(([value]) => value !== '')
    .flatMap(([value, shown]) => forms(value).map((form) => [form, shown] as const))
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([form, shown]) => [pattern(form), shown] as const);
  return (text) => patterns.reduce((redacted, [find, shown]) => redacted.replace(find, () => shown), text);
}

/** A server may have answered with a secret that was then sent as a value: it stays out of the report. */
export function redactedCall(call: Call, redact: Redact): Call {
  return JSON.parse(redact(JSON.stringify(call)));
}

function forms(value: string): readonly string[] {
  const base64 = Buffer.from(value, 'utf8').toString('base64').replace(/=+$/, '');
  const form = new URLSearchParams([['', value]]).toString().slice(1);
  const all = [
    value,
    escapeText(value),
    escapeAttribute(value),
    encodeURIComponent(value),
    form,
    JSON.stringify(value).slice(1, -1),
    value.replaceAll(' ', '+'),
    [...value].map((one) => `&#${one.codePointAt(0)};`).join(''),
    Buffer.from(value, 'utf8').toString('hex'),
    escapeText(escapeText(value)),
    // UTF-16 read byte by byte, as where a body's bytes are kept.
    Buffer.from(value, 'utf16le').toString('latin1'),
    Buffer.from(value, 'utf16le').swap16().toString('latin1'),
  ];
  return [...new Set(value.length < 6 ? all : [...all, base64])];
}

function pattern(form: string): RegExp {
  const literal = form.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return form.length < 6
    ? new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu')
    : new RegExp(literal, 'gi');
}
