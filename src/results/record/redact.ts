import type { Call, Credentials } from '../../bindings/call.ts';
import type { Header } from '../../exchange/exchange.ts';
import { credentialSources } from '../credentials.ts';
import { asciiForms, entityForms, SHORT, secretForms } from './secret-forms.ts';

export type Redact = (text: string) => string;

/** What replaces a credential in reports: the environment variable that holds it. */
export const credentialVariables: Readonly<Record<string, string>> = Object.fromEntries(
  credentialSources.map(({ parameter, variable }) => [parameter, `\${${variable}}`]),
);

/** Replaces the secrets in all their forms, also with SEAMS inside: credentials; of headers, values and long words. */
export function redactor(secrets: Credentials, headers: readonly Header[]): Redact {
  const named = new Map<string, string>();
  for (const value of headers.flatMap(secretsOf)) named.set(value, '***');
  for (const [name, value] of Object.entries(secrets)) named.set(value, credentialVariables[name] ?? '***');
  return redactorOf(named);
}

/** The same for values. @param named - what replaces each */
export function redactorOf(named: ReadonlyMap<string, string>): Redact {
  // The longest first: one may hold another. Cut secrets come last: the start of a whole secret looks like one.
  // A single character is no secret, and as a word it is everywhere.
  const longest = [...named].filter(([value]) => value.trim().length > 1).toSorted(([a], [b]) => b.length - a.length);
  const whole = (value: string) =>
    [...new Set([value, ...SEAMS.map((seam) => value.replace(seam, ''))])].flatMap(secretForms);
  const patterns = [whole, cutForms].flatMap((forms) =>
    longest.flatMap(([value, shown]) => forms(value).map((find) => [find, shown] as const)),
  );
  return (text) => maskAcrossSeams(text, patterns);
}

function secretsOf([name, line]: Header): readonly string[] {
  // Names of codings are not secrets.
  if (/^accept-encoding$/i.test(name)) return [];
  const words = line.split(/[\s;,]+/).filter((part) => part.length >= SHORT);
  // Values of cookies may be this short: they are masked only as whole words.
  const cookies = /cookie/i.test(name) ? cookieValues(line).filter(({ length }) => length >= 3) : [];
  return [line, ...words, ...cookies, ...basicSecrets(line)];
}

/** The values of a line of cookies, without their names (RFC 6265, section 4.2.1). */
export function cookieValues(line: string): readonly string[] {
  return line.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1).replaceAll('"', ''));
}

/** What Basic authentication says in base64 (RFC 7617, section 2): `user:password`, and the password. */
export function basicSecrets(line: string): readonly string[] {
  const [, token] = /^Basic\s+(\S+)$/i.exec(line) ?? [];
  if (token === undefined) return [];
  const pair = Buffer.from(token, 'base64').toString('utf8');
  return [pair, pair.slice(pair.indexOf(':') + 1)];
}

/** Messages cut long texts to at most 80 characters before secrets are taken out: the start of one may remain. */
const SHORTEST_CUT = 4;
const LONGEST_CUT = 80;

function cutForms(secret: string): readonly RegExp[] {
  if (secret.length < SHORT) return [];
  const lengths = [...Array(LONGEST_CUT).keys()].filter((length) => length >= SHORTEST_CUT && length < secret.length);
  const starts = lengths
    .toReversed()
    .map((length) => secret.slice(0, length).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return [new RegExp(`(?:${starts.join('|')})(?=\\.{3}|…|')`, 'g')];
}

/** A server may have answered with a secret that was then sent as a value: it is kept out of the report. */
export function redactedCall(call: Call, redact: Redact): Call {
  return JSON.parse(JSON.stringify(call), (_key, value) => (typeof value === 'string' ? redact(value) : value));
}

type Masked = readonly [find: RegExp, shown: string];

const ESCAPED_BREAK = String.raw`\\[rn]|%0[aAdD]|&#(?:0{0,8}1[03]|[xX]0{0,8}[aAdD]);`;
const INDENT = String.raw`(?:\s|${ESCAPED_BREAK}){0,72}`;

const CDATA = [
  `(?:${asciiForms('<')}|${entityForms('lt')})${asciiForms('!')}${asciiForms('[')}CDATA${asciiForms('[')}`,
  `${asciiForms(']')}{2}(?:${asciiForms('>')}|${entityForms('gt')})`,
].join('|');
const MARK = `${CDATA}|<!--(?:(?!--).){0,1000}-->`;
const SOFT_BREAK = String.raw`=[ \t]{0,8}\r?\n[ \t]{0,64}`;
/** Line breaks between a tag and a tag are layout. */
const BREAK = String.raw`[\r\n](?:(?<![\s>].)${INDENT}|(?<=>.)${INDENT}(?![\s<]))|(?:${ESCAPED_BREAK})${INDENT}`;

/**
 * What servers put inside a text: CDATA marks, comments, soft and other line breaks, but not those between tags; then the
 * same if a `=` before a line break is the text's.
 */
const SEAMS = [
  [MARK, SOFT_BREAK, BREAK],
  [MARK, BREAK],
].map((some) => new RegExp(some.join('|'), 'gs'));

const hasSoftBreak = new RegExp(SOFT_BREAK);

/** Replaces each secret, in their order, including those with seams inside. */
function maskAcrossSeams(text: string, all: readonly Masked[]): string {
  const seams = hasSoftBreak.test(text) ? SEAMS : SEAMS.slice(0, 1);
  return seams.reduce((masked, seam) => maskAcross(masked, all, seam), text);
}

function maskAcross(text: string, all: readonly Masked[], seam: RegExp): string {
  const withoutSeams = (one: string): string => one.replace(seam, '');
  let masked = text;
  let joined = withoutSeams(text);
  const keep = (next: string): void => {
    if (next !== masked) joined = withoutSeams(next);
    masked = next;
  };
  // One after the other: taking a short secret out of a long one that has a seam would leave its parts.
  for (const one of all) {
    keep(masked.replace(one[0], () => one[1]));
    if (joined !== masked) keep(maskOne(masked, joined, one, seam));
  }
  return masked;
}

/** A mark of a CDATA section, whose other mark may be outside a secret. */
const CDATA_MARK = new RegExp(`^(?:${CDATA})`);

/** Masks in a text what a pattern finds in the same text without seams, and keeps its XML well-formed. */
function maskOne(text: string, joined: string, [find, shown]: Masked, between: RegExp): string {
  const places: number[] = [];
  joined.replace(find, (found: string, at: number) => {
    places.push(at, at + found.length - 1);
    return found;
  });
  if (places.length === 0) return text;
  const seams = text.matchAll(between);
  let seam = seams.next();
  let removed = 0;
  let masked = '';
  let done = 0;
  for (const [index, place] of places.entries()) {
    const isStart = index % 2 === 0;
    const marks: string[] = [];
    for (; seam.done !== true && seam.value.index - removed <= place; seam = seams.next()) {
      removed += seam.value[0].length;
      if (CDATA_MARK.test(seam.value[0])) marks.push(seam.value[0]);
    }
    const at = place + removed;
    if (isStart) {
      masked += text.slice(done, at) + shown;
    } else {
      // They alternate: of an odd number, the first has no other here.
      masked += marks.length % 2 === 0 ? '' : (marks[0] ?? '');
      done = at + 1;
    }
  }
  return masked + text.slice(done);
}

/** A request's text with its placeholders readable where it escapes or divides them: a shell knows only the plain form. */
export const withPlainPlaceholders: Redact = redactorOf(
  new Map(Object.values(credentialVariables).map((name) => [name, name])),
);
