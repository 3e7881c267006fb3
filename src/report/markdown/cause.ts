import { type Cause, cellCount } from '../../results/causes.ts';
import type { RecordedExchange } from '../../results/outcome.ts';
import type { Results } from '../../results/results.ts';
import { counts } from '../../results/verdict.ts';
import { codeBlock, codeSpan, htmlText } from './code.ts';

/** Characters that are kept of one text, of a body, and cells that are named. */
const MOST_TEXT = 1_000;
const MOST_BODY = 3_000;
const MOST_CELLS = 80;

/** A cause as Markdown: one line that opens to what, where, what was expected, and how to see it again. */
export function causeBlock({ smallest, findings }: Cause, { options }: Results): string {
  const { message, location, expected, actual, requirements, exchange, reproduce } = smallest;
  const rules = [...new Set(findings.map(({ rule }) => rule))].join(', ');
  const cells = [...new Set(findings.map(({ operation, binding }) => `${operation}/${binding}`))];
  const named = cells.slice(0, MOST_CELLS).join(', ');
  const where = cells.length > MOST_CELLS ? `${named} and ${cells.length - MOST_CELLS} more` : named;
  const lines = [
    `- expected ${codeSpan(expected, MOST_TEXT)}`,
    `- actual ${codeSpan(actual, MOST_TEXT)}`,
    ...(location === null ? [] : [`- at ${codeSpan(location, MOST_TEXT)}`]),
    `- clauses ${codeSpan(requirements.join(', '), MOST_TEXT)}`,
    `- in ${codeSpan(where, MOST_CELLS * 60)}`,
  ];
  return [
    `<details><summary>${markOf(findings, options.failOn)} <code>${htmlText(rules, MOST_TEXT)}</code> in ${count(cellCount(findings))}</summary>`,
    codeSpan(message, MOST_TEXT),
    lines.join('\n'),
    ...exchangeBlocks(exchange),
    'Again:',
    codeBlock(`${reproduce.command}\n${reproduce.curl}`, MOST_BODY, 'sh'),
    '</details>',
  ].join('\n\n');
}

function count(cells: number): string {
  return `${cells} ${cells === 1 ? 'cell' : 'cells'}`;
}

function markOf(findings: Cause['findings'], failOn: Results['options']['failOn']): string {
  if (findings.every(({ known }) => known)) return '🟡 known';
  const [first] = findings;
  if (first !== undefined && counts(first, failOn))
    return `❌ ${first.level === 'required' ? 'required' : 'recommended'}`;
  return '⚠️ recommended';
}

function exchangeBlocks({ request, response }: RecordedExchange): readonly string[] {
  const sent = `Request ${codeSpan(`${request.method} ${request.url}`, MOST_TEXT)}`;
  const body = request.body === null || request.body === '' ? [] : [codeBlock(request.body, MOST_BODY, 'xml')];
  if ('trouble' in response) return [sent, ...body, `No response: ${codeSpan(response.trouble.message, MOST_TEXT)}`];
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const came = `Response ${codeSpan(`${response.status}${type === undefined ? '' : `, ${type}`}`, MOST_TEXT)}`;
  return [sent, ...body, came, ...(response.body === '' ? [] : [codeBlock(response.body, MOST_BODY, 'xml')])];
}
