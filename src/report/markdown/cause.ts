import { cellName } from '../../contract/cell-name.ts';
import type { Cause } from '../../results/causes.ts';
import type { RecordedExchange } from '../../results/outcome.ts';
import type { Results } from '../../results/results.ts';
import { counts, plural } from '../../results/verdict.ts';
import { basisOf, responseLine, rulesOf } from '../finding-lines.ts';
import { codeBlock, codeSpan, htmlText } from './code.ts';

/** Characters that are kept of one text, of a body, and cells that are named. */
const MOST_TEXT = 1_000;
const MOST_BODY = 3_000;
const MOST_CELLS = 80;

/** A cause as Markdown: one line that opens to what, where, what was expected, and how to see it again. */
export function causeBlock({ smallest, findings }: Cause, { options }: Results): string {
  const { message, location, expected, actual, requirements, exchange, reproduce } = smallest;
  const cells = [...new Set(findings.map(cellName))];
  const named = cells.slice(0, MOST_CELLS).join(', ');
  const where = cells.length > MOST_CELLS ? `${named} and ${cells.length - MOST_CELLS} more` : named;
  const lines = [
    `- expected ${codeSpan(expected, MOST_TEXT)}`,
    `- actual ${codeSpan(actual, MOST_TEXT)}`,
    ...(location === null ? [] : [`- at ${codeSpan(location, MOST_TEXT)}`]),
    `- clauses ${codeSpan(requirements.join(', '), MOST_TEXT)}`,
    ...basisOf(smallest.rule).map((basis) => `- basis ${codeSpan(basis, MOST_TEXT)}`),
    `- in ${codeSpan(where, MOST_CELLS * 60)}`,
  ];
  return [
    `<details><summary>${markOf(findings, options.failOn)} <code>${htmlText(rulesOf(findings).join(', '), MOST_TEXT)}</code> in ${plural(cells.length, 'cell')}</summary>`,
    codeSpan(message, MOST_TEXT),
    lines.join('\n'),
    ...exchangeBlocks(exchange),
    'Again:',
    codeBlock(`${reproduce.command}\n${reproduce.curl}`, MOST_BODY, 'sh'),
    '</details>',
  ].join('\n\n');
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
  const came = `Response ${codeSpan(responseLine(response), MOST_TEXT)}`;
  return [sent, ...body, came, ...(response.body === '' ? [] : [codeBlock(response.body, MOST_BODY, 'xml')])];
}
