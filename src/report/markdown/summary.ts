import type { CellVerdict } from '../../judging/judge.ts';
import { staleEntries, staleSentence } from '../../results/baseline.ts';
import { byCause } from '../../results/causes.ts';
import type { CellResult, Results, RunVerdict } from '../../results/results.ts';
import { shardName } from '../../results/shards/shard.ts';
import { SUPPLY, unjudgedReasons } from '../../results/unjudged.ts';
import { matrixOf } from '../matrix.ts';
import { isKnownOnly } from '../terminal/known-failures.ts';
import { palette } from '../terminal/palette.ts';
import { verdictLine } from '../terminal/verdict-line.ts';
import { bounded, MOST_SUMMARY } from './bounded.ts';
import { causeBlock } from './cause.ts';
import { codeSpan } from './code.ts';

/** Characters that are kept of one sentence, and sentences of one list. */
const MOST_TEXT = 1_000;
const MOST_LINES = 100;

/**
 * The results as a GitHub job summary (GitHub Flavored Markdown): verdict, matrix, warnings, causes, what could not be
 * judged. All that comes from the target or the user stands in code, so none of it is markup, a mention or a link.
 * @param most - bytes that the summary may have
 * @param name - the target's name, where there are several targets
 */
export function markdownSummary(results: Results, most: number = MOST_SUMMARY, name?: string): string {
  const { target, seed, suite, baseline, options } = results;
  const of = name === undefined ? '' : ` of ${codeSpan(name, MOST_TEXT)}`;
  const shard = options.shard === undefined ? '' : `, shard ${shardName(options.shard)}`;
  const [facts = '', verdict = ''] = verdictLine(results, palette(false)).split('\n');
  const causes = byCause(results.findings);
  const warnings = list('Warnings', results.warnings);
  // What keeps a run from being judged is said before all else.
  const isBlocked = results.inconclusive.some(({ reasonCode }) => reasonCode === 'credentials');
  const stale = staleEntries(baseline).map((entry) => staleSentence(entry, baseline?.file ?? ''));
  return bounded(
    [
      `## ${marks[results.verdict]} GetData conformance${of}${shard}: ${results.verdict}`,
      `Target ${codeSpan(target, MOST_TEXT)}: ${codeSpan(verdict, MOST_TEXT)}. ${facts}.`,
      ...(isBlocked ? warnings : []),
      ...matrixBlocks(results),
      ...(isBlocked ? [] : warnings),
      ...list('Known failures that do not hold', stale),
      ...(causes.length === 0 ? [] : ['### Findings, grouped by cause']),
      ...causes.map((cause) => causeBlock(cause, results)),
      ...unjudgedBlocks(results),
      `Seed ${codeSpan(`${seed}`, 20)}: \`--seed\` with it sends the same calls again. Suite ${codeSpan(suite.version, 40)}.`,
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
    return cell.verdict === 'fail' && isKnown(cell) ? '🟡 known' : words[cell.verdict];
  };
  if (operations.length === 0) return [];
  const rows = operations.map((operation) => {
    const own = bindings.map((name) => word(at(operation, name)));
    return `| ${codeSpan(operation, 100, 'cell')} | ${own.join(' | ')} |`;
  });
  return [[`| | ${bindings.join(' | ')} |`, `|---|${bindings.map(() => '---|').join('')}`, ...rows].join('\n')];
}

function list(title: string, sentences: readonly string[]): readonly string[] {
  if (sentences.length === 0) return [];
  const shown = sentences.slice(0, MOST_LINES).map((sentence) => `- ${codeSpan(sentence, MOST_TEXT)}`);
  const more = sentences.length - shown.length;
  return [`### ${title}`, [...shown, ...(more > 0 ? [`- and ${more} more, in results.json`] : [])].join('\n')];
}

function unjudgedBlocks(results: Results): readonly string[] {
  const reasons = unjudgedReasons(results);
  return reasons.length === 0 ? [] : [...list('Could not be judged', reasons), SUPPLY];
}
