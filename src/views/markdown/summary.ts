import { listed, plural } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { CellVerdict } from '../../judge/rule-outcome.ts';
import { shardName } from '../../options/selected-cells.ts';
import { staleEntries } from '../../results/baseline.ts';
import { byCause, type Cause, levelsOf } from '../../results/causes/causes.ts';
import { notesIn, warningsIn } from '../../results/coded-warnings.ts';
import { traitLines } from '../../results/coverage.ts';
import type { RecordedExchange } from '../../results/outcome.ts';
import type { CellResult, Results, RunVerdict } from '../../results/results.ts';
import { serviceName } from '../../results/run-record.ts';
import { uncountedLists } from '../../results/uncounted.ts';
import { unjudgedGroups } from '../../results/unjudged.ts';
import { unusedLines } from '../../results/unused.ts';
import { counts } from '../../results/verdict.ts';
import { basisOf, fixesOf, isSaid, placeOf, responseLine, rulesOf, TOOL } from '../finding-lines.ts';
import { hasRecommended, matrixOf } from '../matrix.ts';
import { firstOf } from '../shown-text.ts';
import { palette } from '../terminal/palette.ts';
import { factsLine, flakyLines, isKnownOnly, verdictText } from '../terminal/summary.ts';
import { bounded, codeBlock, codeSpan, htmlText, MOST_SUMMARY } from './code.ts';

const MOST_TEXT = 1_000;
const MOST_LINES = 100;

/**
 * The results as a GitHub job summary (GitHub Flavored Markdown). All text from target or user is in code.
 * @param most - bytes @param name - the target's, if there are several
 */
export function markdownSummary(results: Results, most: number = MOST_SUMMARY, name?: string): string {
  const { target, seed, suite, baseline, options } = results;
  const of = name === undefined ? '' : ` of ${codeSpan(name, MOST_TEXT)}`;
  const shard = options.shard === undefined ? '' : `, shard ${shardName(options.shard)}`;
  const [facts, verdict] = [factsLine(results), verdictText(results, palette(false))];
  const causes = byCause(results.findings);
  const warnings = list('Warnings', warningsIn(results));
  // What keeps a run from being judged comes first.
  const isBlocked = results.inconclusive.some(({ reasonCode }) => reasonCode === 'credentials');
  const stale = staleEntries(results).map(({ sentence }) => sentence);
  return bounded(
    [
      `## ${marks[results.verdict]} ${serviceName(results)} conformance${of}${shard}: ${results.verdict}`,
      `Target ${codeSpan(target, MOST_TEXT)}: ${codeSpan(verdict, MOST_TEXT)}. ${facts}.`,
      ...(isBlocked ? warnings : []),
      ...(causes.length === 0 ? [] : ['### Findings, grouped by cause']),
      ...causes.map((cause, index) => causeBlock(cause, index + 1, results)),
      ...matrixBlocks(results),
      ...(isBlocked ? [] : warnings),
      ...list('Known failures that do not hold', stale),
      ...list('Known failures that come and go', flakyLines(baseline)),
      ...uncountedLists(results).flatMap(({ title, lines }) => list(title, lines)),
      ...unjudgedBlocks(results),
      ...list('Declared unused', unusedLines(options)),
      ...list('Spellings sent', traitLines(results.coverage)),
      ...list('Notes', notesIn(results)),
      `Seed ${codeSpan(`${seed}`, 20)}: \`--seed\` with it sends the same calls again. ` +
        `Suite ${codeSpan(suite.version, 40)}.`,
    ],
    most,
  );
}

const marks: Readonly<Record<RunVerdict, string>> = {
  conformant: '✅',
  'non-conformant': '❌',
  inconclusive: '❔',
  error: '💥',
};

const words: Readonly<Record<CellVerdict, string>> = {
  pass: '✅ pass',
  fail: '❌ FAIL',
  inconclusive: '❔ open',
  'not-reached': '… not reached',
  skipped: '➖ skipped',
};

function matrixBlocks(results: Results): readonly string[] {
  const { operations, bindings, at } = matrixOf(results.cells);
  const isKnown = isKnownOnly(results);
  const word = (cell: CellResult | undefined): string => {
    if (cell === undefined) return '';
    if (cell.verdict === 'fail' && isKnown(cell)) return '🟡 known';
    return hasRecommended(cell) ? '⚠️ pass' : words[cell.verdict];
  };
  const rows = operations.flatMap((operation) => {
    const own = bindings.map((name) => word(at(operation, name)));
    const isPassed = own.every((one) => one === words.pass || one === '');
    return isPassed ? [] : [`| ${codeSpan(operation, 100, 'cell')} | ${own.join(' | ')} |`];
  });
  const passed = operations.length - rows.length;
  const rest =
    passed === 0 ? [] : [`${words.pass.slice(0, 1)} ${plural(passed, 'operation')} passed over every binding.`];
  if (rows.length === 0) return rest;
  const marked = results.cells.some(hasRecommended) ? ['⚠️ pass: only recommended rules are broken there'] : [];
  return [
    [`| | ${bindings.join(' | ')} |`, `|---|${bindings.map(() => '---|').join('')}`, ...rows].join('\n'),
    ...rest,
    ...marked,
  ];
}

function list(title: string, sentences: readonly string[]): readonly string[] {
  if (sentences.length === 0) return [];
  const line = (sentence: string): string => `- ${codeSpan(sentence, MOST_TEXT)}`;
  const lines = firstOf(sentences, MOST_LINES, line, (more) => `- and ${more} more, in results.json`);
  return [`### ${title}`, lines.join('\n')];
}

function unjudgedBlocks(results: Results): readonly string[] {
  return unjudgedGroups(results).flatMap(({ sentences, advice }, index) => [
    // One heading for all, so that no two are equal.
    ...list('Could not be judged', sentences).slice(index === 0 ? 0 : 1),
    ...(advice === null ? [] : [advice]),
  ]);
}

const MOST_BODY = 3_000;
const MOST_CELLS = 80;

const FIRST = 'First this call, on which the answer to the next one depends:';

/** A cause as Markdown: one line that opens to what, where, what was expected, and how to reproduce it. */
function causeBlock({ message, smallest, findings }: Cause, number: number, { options }: Results): string {
  const { expected, actual, requirements, before, exchange, reproduce } = smallest;
  const place = placeOf(smallest);
  const cells = [...new Set(findings.map(cellName))];
  const levels = levelsOf(findings);
  const lines = [
    `- rule ${codeSpan(rulesOf(findings).join(', '), MOST_TEXT)}${levels === null ? '' : ` (${levels})`}`,
    `- in ${codeSpan(listed(cells, MOST_CELLS), MOST_CELLS * 60)}`,
    ...(isSaid({ ...smallest, message })
      ? []
      : [`- expected ${codeSpan(expected, MOST_TEXT)}`, `- actual ${codeSpan(actual, MOST_TEXT)}`]),
    ...fixesOf(smallest, TOOL).map((fix) => `- fix ${codeSpan(fix, MOST_TEXT)}`),
    ...(place === null ? [] : [`- at ${codeSpan(place, MOST_TEXT)}`]),
  ];
  const why = [
    `- clauses ${codeSpan(requirements.join(', '), MOST_TEXT)}`,
    ...basisOf(smallest.rule)
      .slice(0, 1)
      .map((basis) => `- basis ${codeSpan(basis, MOST_TEXT)}`),
    ...(smallest.docs === undefined ? [] : [`- rule <${smallest.docs}>`]),
  ];
  return [
    `<details${number === 1 ? ' open' : ''}><summary>${number}. ${markOf(findings, options.failOn)} ` +
      `<code>${htmlText(message, MOST_TEXT)}</code> in ${plural(cells.length, 'cell')}</summary>`,
    lines.join('\n'),
    ...(before === undefined ? [] : [FIRST, ...exchangeBlocks(before.exchange), 'Then:']),
    ...exchangeBlocks(exchange),
    'Again:',
    codeBlock(`${reproduce.command}\n${reproduce.curl}`, MOST_BODY, 'sh'),
    `Why this is ${smallest.level}:`,
    why.join('\n'),
    '</details>',
  ].join('\n\n');
}

function markOf(findings: Cause['findings'], failOn: Results['options']['failOn']): string {
  if (findings.every(({ known }) => known)) return '🟡 known';
  const first = findings.find(({ level }) => level === 'required') ?? findings[0];
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
