import { readFile, writeFile } from 'node:fs/promises';
import { commandOf, type GithubStep, LEAST_SUMMARY, NO_SUMMARY, sizeOf } from '../../../views/github.ts';
import { bounded, codeSpan, MOST_SUMMARY } from '../../../views/markdown/code.ts';
import type { FleetReport } from '../fold.ts';
import type { TargetReport } from '../rank.ts';
import {
  figures,
  figureText,
  hrefOf,
  isLimited,
  NOTHING,
  ruleFigures,
  rulesLegend,
  standingText,
  totalsText,
} from './words.ts';

const MOST_TEXT = 500;

/** The report of a fleet as GitHub Flavored Markdown of so many bytes. @param links - to the reports next to it */
export function fleetMarkdown(report: FleetReport, { links, most } = { links: true, most: MOST_SUMMARY }): string {
  const { exitCode, incomplete, notes, targets } = report;
  const parts = [
    '## GetData conformance of a fleet',
    `**${totalsText(report)}** (exit code ${exitCode}${incomplete ? ', incomplete' : ''}).`,
    places(report, links),
    ...notesOnTargets(report),
    ...rules(report),
    // The names of targets are not ours.
    notes.map((note) => `- ${targets.some(({ name }) => note.includes(name)) ? cell(note) : note}`).join('\n'),
  ];
  return bounded(parts, most);
}

function places({ targets }: FleetReport, links: boolean): string {
  const head = ['', 'Target', 'Address', 'Verdict', ...figures.map(({ heading }) => heading), 'Asked'];
  const rows = targets.map((one) => [
    one.place === null ? NOTHING : `${one.place}.`,
    links ? linked(one) : cell(one.name),
    cell(one.target),
    `${standingText(one.standing)}${isLimited(one) ? ` ${cell(one.note)}` : ''}`,
    ...figures.map((figure) => figureText(figure, one)),
    `${one.profile}, seed ${one.seed}`,
  ]);
  return table(head, rows);
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
  const [first] = report.rules;
  if (first === undefined) return [];
  const names = ruleFigures(first).map(({ heading }) => heading);
  const rows = report.rules.map((one) => [cell(one.rule), one.level, ...ruleFigures(one).map(({ text }) => text)]);
  return ['### Rules that are broken', rulesLegend(report), table(['Rule', 'Level', ...names.map(cell)], rows)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return codeSpan(text, MOST_TEXT, 'cell');
}

/** Bytes of the step's summary reserved for the report of the fleet. */
export const FLEET_SPARE = 128 * 1024;

/** Puts the report before those of the targets (at byte `at`) into the summary; annotates targets without results. */
export async function tellGithubFleet(report: FleetReport, { summaryFile, command }: GithubStep, at: number) {
  for (const { name, standing, note, result } of report.targets) {
    if (result !== null) continue;
    const title = `${name}: GetData conformance: ${standingText(standing)}`;
    command(`${commandOf({ kind: 'error', title, message: note ?? standingText(standing) })}\n`);
  }
  if (summaryFile === null) return { files: [], notes: [NO_SUMMARY] };
  const most = Math.min(FLEET_SPARE, MOST_SUMMARY - (await sizeOf(summaryFile))) - 1;
  if (most < LEAST_SUMMARY)
    return { files: [], notes: ['The job summary of this step is full, so the report of the fleet is not in it.'] };
  const text = Buffer.from(`\n${fleetMarkdown(report, { links: false, most: most - 1 })}`);
  const written = await readFile(summaryFile).catch((error: NodeJS.ErrnoException) => {
    // No run has written to it. Unreadable content must not be overwritten.
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  await writeFile(summaryFile, Buffer.concat([written.subarray(0, at), text, written.subarray(at)]));
  return { files: [summaryFile], notes: [] };
}
