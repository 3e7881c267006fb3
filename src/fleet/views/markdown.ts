import { bounded, codeSpan, MOST_SUMMARY } from '../../report/markdown/code.ts';
import type { FleetReport, TargetReport } from '../fleet-report.ts';
import { figures, figureText, hrefOf, isLimited, NOTHING, standingWords, tallyText, totalsText } from './words.ts';

/** Characters of a text that are kept. */
const MOST_TEXT = 500;

/** How a fleet's report is written as Markdown. */
export interface MarkdownOptions {
  /** It stands beside the reports: names lead to them. */
  readonly links: boolean;
  /** Bytes that it may have. */
  readonly most: number;
}

const BESIDE: MarkdownOptions = { links: true, most: MOST_SUMMARY };

/** The report of a fleet as GitHub Flavored Markdown. Names, addresses and notes stand in code, so that none of it is markup. */
export function fleetMarkdown(report: FleetReport, { links, most } = BESIDE): string {
  const { exitCode, incomplete, notes } = report;
  const parts = [
    '## GetData conformance of a fleet',
    `**${totalsText(report)}** (exit code ${exitCode}${incomplete ? ', incomplete' : ''}).`,
    places(report, links),
    ...notesOnTargets(report),
    ...rules(report),
    notes.map((note) => `- ${namesAny(note, report) ? cell(note) : note}`).join('\n'),
  ];
  return bounded(parts, most);
}

function places({ targets }: FleetReport, links: boolean): string {
  const head = ['', 'Target', 'Address', 'Verdict', ...figures.map(({ heading }) => heading), 'Asked'];
  return table(
    head,
    targets.map((one) => [
      one.place === null ? NOTHING : `${one.place}.`,
      links ? linked(one) : cell(one.name),
      cell(one.target),
      `${standingWords[one.standing]}${isLimited(one) ? ` ${cell(one.note)}` : ''}`,
      ...figures.map((figure) => figureText(figure, one)),
      `${one.profile}, seed ${one.seed}`,
    ]),
  );
}

function linked({ name, result }: TargetReport): string {
  const report = result?.files.report ?? null;
  return report === null ? cell(name) : `[${cell(name)}](${hrefOf(report)})`;
}

function notesOnTargets({ targets }: FleetReport): readonly string[] {
  const lines = targets.flatMap((one) =>
    one.note === null || isLimited(one) ? [] : [`- ${cell(one.name)}: ${cell(one.note)}`],
  );
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function rules(report: FleetReport): readonly string[] {
  if (report.rules.length === 0) return [];
  const names = report.rules[0]?.targets.map(({ name }) => name) ?? [];
  const rows = report.rules.map(({ rule, level, targets }) => [cell(rule), level, ...targets.map(tallyText)]);
  return [
    '### Rules that are broken',
    'Cells in which each target breaks the rule (✗), or in which it could not be judged (?), of those it applies to.',
    table(['Rule', 'Level', ...names.map(cell)], rows),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** What is not ours may be in it. */
function namesAny(note: string, { targets }: FleetReport): boolean {
  return targets.some(({ name }) => note.includes(name));
}

function cell(text: string): string {
  return codeSpan(text, MOST_TEXT, 'cell');
}
