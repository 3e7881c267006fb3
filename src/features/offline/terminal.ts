import { plural } from '../../base/words.ts';
import { unjudgedReasons } from '../../results/unjudged.ts';
import { firstOf } from '../../views/shown-text.ts';
import { findingsText } from '../../views/terminal/findings.ts';
import { type Palette, printable } from '../../views/terminal/palette.ts';
import { FINDINGS, titled, verdictText } from '../../views/terminal/summary.ts';
import { allPassed, matrix } from '../../views/terminal/table.ts';
import { cellsText } from '../../views/where.ts';
import type { JudgeReport } from './judge-file.ts';

const MOST_PLACES = 10;
const MOST_GROUPS = 20;
const MOST_LACKS = 30;

/** The report of `judge`; last the verdict, exit code, and what needs traffic. @param tool - how it was started */
export function judgeText(report: JudgeReport, paint: Palette, tool?: string, isVerbose = false): string {
  const { results, leftOut, changes, lacks, files } = report;
  const { findings, warnings } = results;
  const mark = (sign: string) => (text: string) => printable(`${sign} ${text}`);
  const listed = (title: string, texts: readonly string[], most: number, sign = '-'): readonly string[] =>
    titled(title, firstOf(texts, most, mark(sign), (more) => `- and ${more} more`).join('\n'), paint);
  const places = leftOut.map(({ where, why }) => `${where}: ${why}`);
  const parts = [
    matrix(results.cells, paint, undefined, !isVerbose && allPassed(results.cells)),
    ...titled(FINDINGS, findingsText(findings, results.cells, paint, tool, undefined, isVerbose), paint),
    ...(changes === null ? [] : changesText(changes, paint)),
    ...listed('Recorded, but not judged', places, MOST_PLACES),
    ...listed('Warnings', warnings, Infinity, '!'),
    ...listed('Could not be judged', unjudgedReasons(results), Infinity, '?'),
    ...listed('Not recorded, and not counted', lacks, MOST_LACKS),
    ...(files.length === 0 ? [] : [printable(`Written: ${files.join(', ')}`)]),
    lastLines(report, paint),
  ];
  return parts.join('\n\n');
}

type VerdictChanges = NonNullable<JudgeReport['changes']>;

function changesText({ before, ...changes }: VerdictChanges, paint: Palette): readonly string[] {
  const lines = [
    ...changeLines(changes.failing, paint.red('✗ passed then, fails now'), paint),
    ...changeLines(changes.passing, paint.green('✓ failed then, passes now'), paint),
    ...changeLines(changes.unproved, paint.yellow('? judged then, no evidence here'), paint),
    ...changeLines(changes.trafficFailed, paint.yellow('? failed then, needs traffic'), paint),
  ];
  const found = plural(before.findings.length, 'finding');
  const then = `Then, with version ${before.suite.version}: ${before.verdict}, ${found}.`;
  const now = lines.length === 0 ? 'No rule that can be judged here got another verdict.' : lines.join('\n');
  return [paint.bold('Then and now'), `${printable(then)}\n${now}`];
}

function changeLines(changes: VerdictChanges['failing'], title: string, paint: Palette): readonly string[] {
  const rules = [...new Set(changes.map(({ rule }) => rule))];
  const line = (rule: string): string => {
    const cells = changes.filter((one) => one.rule === rule);
    return `${title}: ${paint.bold(printable(rule))} in ${printable(cellsText(cells))}`;
  };
  return firstOf(rules, MOST_GROUPS, line, (more) => `${title}: ${plural(more, 'more rule')}`);
}

function lastLines({ results, judged, leftOut, cells, ...report }: JudgeReport, paint: Palette): string {
  const { totals, incomplete } = results;
  const { needTraffic, rules, silent, allCells } = report;
  const all = Object.values(totals.cells).reduce((sum, count) => sum + count, 0);
  const facts = [
    `${totals.cells.pass + totals.cells.fail} of ${plural(all, 'cell')} judged`,
    `${totals.findings.required} required and ${plural(totals.findings.recommended, 'recommended finding')}`,
    `${plural(judged, 'recorded exchange')} judged${leftOut.length === 0 ? '' : `, ${leftOut.length} not`}`,
    'nothing sent',
    ...(incomplete ? ['incomplete'] : []),
  ];
  const beside = [
    ...(silent.length === 0 ? [] : [`the file does not show ${silent.join(', ')}`]),
    `${needTraffic} of ${plural(rules, 'rule')} need traffic`,
    `${cells} of ${plural(allCells, 'cell')} recorded`,
  ];
  const end = `${verdictText(results, paint)}, as far as recorded: ${beside.join('; ')}`;
  return `${facts.join(', ')}\n${end}`;
}
