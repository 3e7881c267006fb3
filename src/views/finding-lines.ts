import { isOwnFault } from '../results/causes/first-cause.ts';
import { factsOf } from '../results/causes/seen-by-others.ts';
import type { Finding, RecordedExchange } from '../results/outcome.ts';
import { fixes } from '../rules/fixes.ts';
import { basisText } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import type { Stack } from '../rules/stack-settings.ts';
import { type Header, headerValue } from '../wire/http/exchange.ts';

/** The rules that a cause breaks, the one that names it first: one fault may break several. */
export function rulesOf(findings: readonly Finding[]): readonly string[] {
  const naming = findings.filter(({ rule, cause }) => cause.startsWith(`${rule}:`));
  return [...new Set([...naming, ...findings].map(({ rule }) => rule))];
}

/** The start of the commands in results. */
export const TOOL = 'getdata-conformance';

/** A finding whose command starts this program as the user did. @param tool - like `npx getdata-conformance` */
export function asInvoked(finding: Finding, tool: string): Finding {
  const { command } = finding.reproduce;
  if (!command.startsWith(`${TOOL} `)) return finding;
  return { ...finding, reproduce: { ...finding.reproduce, command: `${tool}${command.slice(TOOL.length)}` } };
}

/** The rule whose fixes help: for bindings that are off, binding.reachable. */
export function ruleToFix(finding: Pick<Finding, 'cause' | 'rule' | 'binding' | 'exchange'>): string {
  const isAbsent = /^http\.status:no-200:(?:soap|http-)/.test(finding.cause);
  return isAbsent && !isOwnFault(finding) ? 'binding.reachable' : finding.rule;
}

/** How stacks fix a finding: its cause, or the family of that, if it has a fix of its own, or its rule. */
export function remediesOf(finding: Parameters<typeof ruleToFix>[0]) {
  const family = finding.cause.replace(/-(?<=:[^:-]*-).*/, '');
  return fixes[finding.cause] ?? fixes[family] ?? fixes[ruleToFix(finding)];
}

/** Of a body, that may show its stack. */
const MARK_CHARACTERS = 1_000;

/** The stack that an answer names or that writes as it does; null if it is none that we know. */
function stackOf(response: RecordedExchange['response']): Stack | null {
  if ('trouble' in response) return null;
  const text = headText(response.body.slice(0, MARK_CHARACTERS), response.headers);
  const found = (Object.entries(signs) as [Stack, RegExp][]).find(([, sign]) => sign.test(text));
  return found?.[0] ?? null;
}

/** What to change in the stack whose mark the answer has, otherwise in own code; null if nothing says it. */
export function fixOf(finding: Finding) {
  const known = remediesOf(finding);
  if (known === undefined) return null;
  const named = stackOf(finding.exchange.response);
  const stack = named !== null && known[named] !== undefined ? named : 'own code';
  const others = Object.entries(known).filter(([name]) => name !== stack);
  return { stack, text: known[stack], others };
}

/** The fix, then the command that shows it for all stacks. */
export function fixesOf(finding: Finding, tool: string): readonly string[] {
  const fix = fixOf(finding);
  if (fix === null) return [];
  const { stack, text, others } = fix;
  const rule = fixes[finding.cause] === undefined ? ruleToFix(finding) : finding.cause.replace(/:.*/, '');
  const names = others.map(([name]) => name).filter((name) => name !== 'own code');
  const all = stack === 'own code' ? names : [...names, stack];
  const pointer = `${tool} explain ${rule}${all.length === 0 ? '' : ` (${all.join(', ')})`}`;
  return [...(text === undefined ? [] : [`${stack}: ${text}`]), pointer];
}

/** True if the message of a finding says all that expected and actual do. */
export function isSaid({ message, expected, actual }: Pick<Finding, 'message' | 'expected' | 'actual'>): boolean {
  const said = new Set(message.match(WORD));
  const has = (words: readonly string[]): boolean =>
    words.every((word) => said.has(word) || /^(?:it|is|an?|the)$/.test(word));
  // What was expected follows from what is wrong, but for names and values.
  return has(actual.match(WORD) ?? []) && has((expected.match(WORD) ?? []).filter((word) => /[^a-z]/.test(word)));
}

/** Words as they are compared: without the marks at their ends. */
const WORD = /[^\s.,;:!?'"()]+(?:[.,:][^\s.,;:!?'"()]+)*/g;

const signs: Readonly<Partial<Record<Stack, RegExp>>> = {
  'ASP.NET ASMX': /^x-aspnet-version:/im,
  // SoapServer's envelope in an answer of PHP: a script of one's own has that header field too.
  PHP: /^(?=[\s\S]*<(?:SOAP-ENV|env):Envelope )(?=(?:[\s\S]*\n)?x-powered-by: php\/)/i,
  WCF: /schemas\.datacontract\.org\/|schemas\.microsoft\.com\/2003\/10\/Serialization|ContractFilter mismatch/,
  gSOAP: /^server: gsoap\//im,
  // Two spaces, where it may write an encodingStyle; or the trace of an exception.
  'node-soap': /<soap:Envelope [^<>]*xmlns:soap="[^"<>]*" {2}xmlns:|[\\/]node_modules[\\/]soap[\\/]lib[\\/]/,
};

/** Where a rule and its parts come from; nothing if this version has no such rule. */
export function basisOf(id: string): readonly string[] {
  const rule = rules.find((one) => one.id === id);
  return (rule?.basis ?? []).map((one) => {
    if (one.kind === 'standard' && one.part === null) return rule?.standard ?? basisText(one);
    const isArguable = one.kind === 'owner' || one.kind === 'interpretation';
    return `${basisText(one)}${isArguable ? ' (to contest it: docs/fairness.md)' : ''}`;
  });
}

/** What was expected, what came, and where: the lines that each format for CI systems shows of a finding. */
export function differenceLines({ expected, actual, location, docs }: Finding): readonly string[] {
  const place = location === null ? [] : [`at ${location}`];
  return [`expected ${expected}`, `actual ${actual}`, ...place, ...(docs === undefined ? [] : [`rule ${docs}`])];
}

/** `200, text/xml`, or why there is no response. */
export function responseLine(response: RecordedExchange['response']): string {
  if ('trouble' in response) return `none: ${response.trouble.message}`;
  const type = headerValue(response.headers, 'content-type');
  return type === undefined ? `${response.status}` : `${response.status}, ${type}`;
}

/** The head of a message with its empty line: its first line, then its header lines. */
export function headText(first: string, headers: readonly Header[]): string {
  return `${[first, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')}\n\n`;
}

/** A location in the recorded part of a body, if that is not its beginning. */
export function placeIn(response: RecordedExchange['response'], location: string | null): string | null {
  const from = 'from' in response ? response.from : undefined;
  if (from === undefined || location === null) return location;
  return location.replace(/line (\d+), column (\d+)/, (_all, line: string, column: string) => {
    const own = Number(line) - from.line + 1;
    return `line ${own}, column ${own === 1 ? Number(column) - from.column + 1 : column}`;
  });
}

/** Characters of a part of a request that fit beside a place. */
const MOST_PART = 80;

/** Where a finding shows: the place in the answer, and the part of the request that it repeats otherwise. */
export function placeOf(finding: Finding): string | null {
  const { rule, location: place, call, exchange } = finding;
  const location = place?.replace(/^\[(\d+)\](?:\.(.+))?$/s, (_all, n: string, field?: string) =>
    field === undefined ? `record ${n}` : `${field} of record ${n}`,
  );
  const { wanted } = factsOf(finding);
  const [name] = Object.entries(call.values).find(([, value]) => value !== '' && wanted.includes(value)) ?? [];
  if (location === undefined || name === undefined || !rule.startsWith('request.')) return location ?? null;
  const { url, body } = exchange.request;
  const [element] = new RegExp(`<(?:[\\w.-]+:)?${name}[\\s>].{0,${MOST_PART}}`, 's').exec(body ?? '') ?? [];
  const [form = ''] = new RegExp(`\\b${name}=[^&]*`).exec(body ?? url) ?? [];
  const part = element === undefined ? form : (/^.*?<\/[^>]+>/s.exec(element)?.[0] ?? '');
  return `${location} of the answer, from ${part === '' || part.length > MOST_PART ? name : part} of the request`;
}

/** Where the line in a location like `/a/b (line 1, column 690)` begins, and if it has a column; else null. */
export function lineIn(text: string, location: string | null) {
  const [, line, column] = /line (\d+)(?:, column (\d+))?\)?$/.exec(location ?? '') ?? [];
  if (line === undefined) return null;
  return { offset: offsetOf(text, Number(line), Number(column ?? 1)), isWhole: column === undefined };
}

/** The offset of a line and column, both from 1, in a text that may begin with a byte order mark (not counted). */
export function offsetOf(text: string, line: number, column: number): number {
  const ends = /\r\n?|\n/g;
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let passed = 1; passed < line && ends.exec(text) !== null; passed += 1) start = ends.lastIndex;
  return Math.min(start + column - 1, text.length);
}

/** The lines of a body. @param location - the place to show in it */
type BodyLines = (body: string | null, location: string | null) => readonly string[];

function exchangeLines(
  label: string,
  { request, response }: RecordedExchange,
  location: string | null,
  bodyLines: BodyLines,
): readonly string[] {
  return [
    `${label.padEnd(10)}${request.method} ${request.url}`,
    ...bodyLines(request.body, null),
    `response  ${responseLine(response)}`,
    ...bodyLines('body' in response ? response.body : null, placeIn(response, location)),
  ];
}

/** A text on one line, its line breaks as \\r and \\n: the lines of a value can't pass for lines of the report. */
export const onOneLine = (text: string): string => text.replaceAll(/[\r\n]/g, (end) => (end === '\n' ? '\\n' : '\\r'));

/** @param curlLines - how the line for curl is shown */
export function findingLines(
  finding: Finding,
  bodyLines: BodyLines = () => [],
  curlLines = (curl: string): readonly string[] => [curl],
): readonly string[] {
  const { message, location, expected, actual, requirements, probe, spelling, before, exchange, reproduce, docs } =
    finding;
  const place = placeOf(finding);
  const facts = [
    message,
    `expected  ${expected}`,
    `actual    ${actual}`,
    ...(place === null ? [] : [`at        ${place}`]),
    `clauses   ${requirements.join(', ')}`,
    ...(probe === undefined ? [] : [`variant   ${probe.variant}`]),
    ...(spelling === undefined ? [] : [`traits    ${spelling.join(', ')}`]),
  ];
  return [
    ...facts.map(onOneLine),
    ...(before === undefined ? [] : exchangeLines('before', before.exchange, null, bodyLines)),
    ...exchangeLines('request', exchange, location, bodyLines),
    `again     ${reproduce.command}`,
    ...curlLines(reproduce.curl).map((line) => `          ${line}`),
    ...(docs === undefined ? [] : [`rule      ${docs}`]),
  ];
}
