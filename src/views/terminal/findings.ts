import { are, plural } from '../../base/words.ts';
import { byCause, type Cause, levelsOf } from '../../results/causes/causes.ts';
import type { Finding } from '../../results/outcome.ts';
import { allAgainCommand } from '../../results/record/finding.ts';
import {
  asInvoked,
  basisOf,
  findingLines,
  fixesOf,
  isSaid,
  onOneLine,
  placeIn,
  placeOf,
  responseLine,
  rulesOf,
  TOOL,
} from '../finding-lines.ts';
import type { CellNames } from '../matrix.ts';
import { firstOf } from '../shown-text.ts';
import { whereIn } from '../where.ts';
import { bodyLines } from './body-lines.ts';
import { type Palette, printable } from './palette.ts';

const MOST_CAUSES = 15;

/** Lines of a body that are shown of a finding; if it is verbose, and if a sentence explains its cause. */
const MOST_LINES = 5;
const VERBOSE_LINES = 24;
const FEW_LINES = 3;

/**
 * The findings as a user reads them. @param run - the cells that were called @param tool - how the user started this
 * program @param isExplained - true for a cause of which a sentence says what to do: it is short @param isVerbose -
 * with the whole exchange, clauses, basis and curl
 */
export function findingsText(
  findings: readonly Finding[],
  run: readonly CellNames[],
  paint: Palette,
  tool = TOOL,
  isExplained: (cause: string) => boolean = () => false,
  isVerbose = false,
): string {
  const causes = byCause(findings);
  const where = whereIn(run);
  const text = (cause: Cause, index: number): string => {
    const { findings: mine } = cause;
    const smallest = asInvoked({ ...cause.smallest, message: cause.message }, tool);
    const mark = smallest.level === 'required' ? paint.red('✗') : paint.yellow('!');
    const levels = levelsOf(mine);
    const counts = levels === null ? '' : ` (${levels})`;
    const title = `${index + 1}. ${mark} ${paint.bold(printable(onOneLine(cause.message)))}`;
    const rule = `rule      ${rulesOf(mine).join(', ')} (${smallest.level}) in ${where(mine)}${counts}`;
    const shown = { ...cause, smallest };
    const lines = isVerbose ? longLines(shown, tool) : usualLines(shown, tool, isExplained(cause.cause));
    return [title, ...[rule, ...lines].map((line) => printable(`   ${line}`))].join('\n');
  };
  const rest = (more: number): string => `${plural(more, 'more cause')} ${are(more)} in results.json.`;
  const more = `\`${tool} explain <rule>\` says why; --verbose shows the exchange.`;
  const texts = firstOf(causes, MOST_CAUSES, text, rest);
  return [...texts, ...(isVerbose || causes.length === 0 ? [] : [more])].join('\n\n');
}

/** What a user needs at once, in ten lines at most: what was expected, the fix, the place, the command. */
function usualLines(shown: Cause, tool: string, isShort: boolean): readonly string[] {
  const { smallest } = shown;
  const { expected, actual, probe, spelling, exchange, location, reproduce, docs } = smallest;
  const { response } = exchange;
  const place = placeOf(smallest);
  const all = allAgainCommand(shown);
  // It judges all findings again.
  const isJudge = / judge /.test(reproduce.command);
  const facts = [
    ...(docs === undefined ? [] : [`          ${docs}`]),
    ...(isShort || isSaid(smallest) ? [] : [`expected  ${expected}`, `actual    ${actual}`]),
    ...(probe === undefined ? [] : [`sent      ${probe.variant}`]),
    ...(spelling === undefined ? [] : [`traits    ${spelling.join(', ')}`]),
    ...fixLine(smallest, tool).slice(0, 1),
    `answer    ${responseLine(response)}${place === null ? '' : `, at ${place}`}`,
  ].map(onOneLine);
  const again = [`again     ${reproduce.command}`, ...(all === null || isJudge || isShort ? [] : [`all       ${all}`])];
  const body = 'body' in response ? response.body : null;
  // With its title and rule a finding has at most twelve lines.
  const most = Math.min(isShort ? FEW_LINES : MOST_LINES, 10 - facts.length - again.length);
  return [...facts, ...bodyLines(body, placeIn(response, location), smallest, most), ...again];
}

function longLines(shown: Cause, tool: string): readonly string[] {
  const { smallest } = shown;
  const all = allAgainCommand(shown);
  return [
    ...fixLine(smallest, tool),
    // Their first line is the title.
    ...findingLines(smallest, (body, location) => bodyLines(body, location, smallest, VERBOSE_LINES), curlShown).slice(
      1,
    ),
    ...(all === null ? [] : [`all       ${all}`]),
    ...basisOf(smallest.rule)
      .slice(0, 1)
      .map((basis) => `basis     ${basis}`),
  ];
}

/** Characters of a curl line that is shown. */
const MOST_CURL = 1_000;

/** Not a curl line with characters that a terminal does not show: pasted, it would send another request. */
function curlShown(curl: string): readonly string[] {
  if (printable(curl) !== curl) return [];
  if (curl.length <= MOST_CURL) return [curl];
  return [`with curl: its line of ${plural(curl.length, 'character')} is in report.html and results.json`];
}

function fixLine(finding: Finding, tool: string): readonly string[] {
  return fixesOf(finding, tool).map((line, index) => `${index === 0 ? 'fix' : '   '}       ${line}`);
}
