import { byCause, type Cause, cellCount } from '../../results/causes.ts';
import type { KnownFailure } from '../../results/known-failures.ts';
import type { Finding, RecordedExchange } from '../../results/outcome.ts';
import { type Palette, printable } from './palette.ts';

/** Causes shown in full; the rest is in results.json. */
const MOST_CAUSES = 15;
const MOST_BODY = 400;

/** The findings as a user reads them: what, where, what was expected, and how to see it again. */
export function findingsText(findings: readonly Finding[], paint: Palette): string {
  const causes = byCause(findings);
  const shown = causes.slice(0, MOST_CAUSES).map((cause, index) => causeText(cause, index + 1, paint));
  const more = causes.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more causes are in results.json.`] : [])].join('\n\n');
}

function causeText({ smallest, findings }: Cause, number: number, paint: Palette): string {
  const { level, message, location, expected, actual, requirements, exchange, reproduce } = smallest;
  const mark = level === 'required' ? paint.red('✗ required') : paint.yellow('! recommended');
  const lines = [
    `${number}. ${mark} ${paint.bold(rulesOf(findings))} in ${cellsText(findings)}`,
    `   ${message}`,
    `   expected  ${expected}`,
    `   actual    ${actual}`,
    ...(location === null ? [] : [`   at        ${location}`]),
    `   clauses   ${requirements.join(', ')}`,
    `   request   ${exchange.request.method} ${exchange.request.url}`,
    ...bodyLines(exchange.request.body),
    `   response  ${responseText(exchange.response)}`,
    ...bodyLines('body' in exchange.response ? exchange.response.body : null),
    `   again     ${reproduce.command}`,
    `             ${reproduce.curl}`,
  ];
  return lines.map(printable).join('\n');
}

/** The rules that see this cause: one, or several that one fault breaks. */
function rulesOf(findings: readonly Finding[]): string {
  return [...new Set(findings.map(({ rule }) => rule))].join(', ');
}

function bodyLines(body: string | null): readonly string[] {
  if (body === null || body === '') return [];
  const cut = body.length > MOST_BODY ? `${body.slice(0, MOST_BODY)}… (${body.length} characters)` : body;
  return cut.split(/\r?\n/).map((line) => `             ${line}`);
}

function responseText(response: RecordedExchange['response']): string {
  if ('trouble' in response) return `none: ${response.trouble.message}`;
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return `${response.status}${type === undefined ? '' : `, ${type}`}`;
}

/** `Get_Inventory (soap11, soap12), McatCodes (http-get)`, or a count where there are many. */
export function cellsText(findings: readonly Pick<KnownFailure, 'operation' | 'binding'>[]): string {
  const operations = [...new Set(findings.map(({ operation }) => operation))];
  const bindingsOf = (name: string) => [
    ...new Set(findings.filter(({ operation }) => operation === name).map(({ binding }) => binding)),
  ];
  const named = operations.slice(0, 3).map((name) => `${name} (${bindingsOf(name).join(', ')})`);
  const more = operations.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more operations, ${cellCount(findings)} cells in all` : ''}`;
}
