import { firstOf, shownLine } from '../../report/shown-text.ts';
import type { Palette } from '../../report/terminal/palette.ts';
import { matrixText } from '../../report/terminal/table.ts';
import type { RecordedExchange } from '../../results/outcome.ts';
import { curlLine } from '../../results/record/finding.ts';
import type { Comparison } from '../comparison.ts';
import { type CellState, type Difference, type Kind, kinds, type Unstable } from '../difference.ts';
import { headings, inWords, latencyText, outcomeText, stateWords, unlikeBodies, whereText } from './words.ts';

/** Differences of one kind that are shown in full, and in one line; the rest is in compare.json. */
const MOST_SHOWN = 5;
const MOST_LISTED = 40;
const MOST_PLACES = 6;
const MOST_LINES = 3;
const MOST_TEXT = 200;
const MOST_CURL = 2000;
const MOST_UNSTABLE = 12;

/** All that a comparison prints at its end; the last line is its outcome and the exit code. */
export function comparisonText(
  comparison: Comparison,
  files: readonly string[],
  paint: Palette,
  quiet: boolean,
): string {
  const { cells, warnings, seed, outcome, exitCode } = comparison;
  const latency = latencyText(cells);
  const colors: Readonly<Record<CellState, (text: string) => string>> = {
    same: paint.green,
    different: paint.red,
    'nothing-compared': paint.yellow,
    skipped: paint.dim,
    'not-reached': paint.yellow,
  };
  const parts = quiet
    ? []
    : [
        matrixText(cells, ({ state }) => colors[state](stateWords[state])),
        ...kinds.flatMap((kind) => kindText(kind, comparison, paint)),
        ...unstableText(comparison, paint),
        ...openText(comparison, paint),
        ...(latency === null ? [] : [`${latency}. (Times do not count.)`]),
        ...(warnings.length === 0
          ? []
          : [[paint.bold('Warnings'), ...warnings.map((text) => safe(`! ${text}`))].join('\n')]),
        `Seed ${seed}: add --seed ${seed} to send the same calls again.`,
      ];
  const color = { same: paint.green, different: paint.red, inconclusive: paint.yellow }[outcome];
  const last = `${safe(outcomeText(comparison))}\n${paint.bold(color(outcome))} (exit code ${exitCode})`;
  return [...parts, `Written: ${files.join(', ')}`, last].join('\n\n');
}

function safe(text: string, most = MOST_CURL): string {
  return shownLine(text, most);
}

function kindText(kind: Kind, comparison: Comparison, paint: Palette): readonly string[] {
  const all = comparison.differences.filter((one) => one.kind === kind);
  if (all.length === 0) return [];
  const shown = all.slice(0, MOST_SHOWN).map((one, index) => differenceText(one, index + 1, comparison, paint));
  const line = (one: Difference, index: number): string => {
    const { title, where } = inWords(one, comparison.cells);
    return `${headText(one, title, index + MOST_SHOWN + 1, paint)} ${paint.dim(`in ${safe(where, MOST_TEXT)}`)}`;
  };
  const others = all.slice(MOST_SHOWN);
  const rest = firstOf(others, MOST_LISTED - MOST_SHOWN, line, (more) => `${more} more are in compare.json.`);
  const head = `${paint.bold(headings[kind])} ${paint.dim(`(${all.length})`)}`;
  return [head, ...shown, ...(rest.length > 0 ? [rest.join('\n')] : [])];
}

function headText(one: Difference, title: string, number: number, paint: Palette): string {
  const mark = one.kind === 'data' || one.level === 'required' ? paint.red('≠') : paint.yellow('≠');
  return `${number}. ${mark} ${paint.bold(safe(title, MOST_TEXT))}`;
}

function differenceText(one: Difference, number: number, { cells }: Comparison, paint: Palette): string {
  const { example, kind, places } = one;
  const { a, b } = example.exchanges;
  const { title, where, call } = inWords(one, cells);
  const calls = one.cells.reduce((sum, cell) => sum + cell.calls, 0);
  const requests = `, ${calls} ${calls === 1 ? 'request' : 'requests'}`;
  const exactly = kind === 'data' || kind === 'rules' ? example.location : null;
  const named = exactly ?? places.slice(0, MOST_PLACES).join(', ');
  const more = exactly === null && places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : '';
  const facts: readonly (readonly [name: string, text: string])[] = [
    ['A', one.a],
    ['B', one.b],
    ...(named === '' ? [] : [['at', `${named}${more}`] as const]),
    ...(call === null ? [] : [['call', call] as const]),
    ['A answers', answerText(a)],
    ['B answers', answerText(b)],
    ...bodyFacts(one),
  ];
  return [
    headText(one, title, number, paint),
    `   ${paint.dim(`in ${safe(where)}${requests}`)}`,
    ...facts.map(([name, text]) => `   ${name.padEnd(10)}${safe(text, MOST_TEXT)}`),
    `   ${'again'.padEnd(10)}${safe(curlLine(a.request))}`,
    `   ${' '.repeat(10)}${safe(`and the same to ${b.request.url}`)}`,
  ].join('\n');
}

function answerText({ response }: RecordedExchange): string {
  if ('trouble' in response) return `none: ${response.trouble.message}`;
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return `${response.status} ${response.reason}, ${type ?? 'no Content-Type'}, ${response.bytes} bytes`;
}

/** The lines that only one of the two bodies has, if the bodies differ. */
function bodyFacts({ kind, subject, example }: Difference): readonly (readonly [string, string])[] {
  const ofBody = kind === 'data' || kind === 'rules' || subject === 'elements' || subject === 'root';
  if (!ofBody) return [];
  const unlike = unlikeBodies(example);
  const field = kind === 'data' ? `<${subject.replace(/^.*[.]/, '').replace('[]', '')}` : '<';
  // If much differs, the field's own lines say most.
  const ofField = (all: readonly string[]): readonly string[] => {
    const own = all.filter((line) => line.trimStart().startsWith(field));
    return own.length > 0 ? own : all;
  };
  const lines = (name: string, all: readonly string[]) =>
    ofField(all)
      .slice(0, MOST_LINES)
      .map((line, index) => [index === 0 ? name : '', line.trim()] as const);
  return [...lines('A line', unlike.a), ...lines('B line', unlike.b)];
}

function unstableText({ unstable, cells }: Comparison, paint: Palette): readonly string[] {
  if (unstable.length === 0) return [];
  const line = (one: Unstable): string => {
    const { title, where } = inWords(one, cells);
    return safe(`~ ${title} (${one.a.slice(0, 60)} / ${one.b.slice(0, 60)}), in ${where}`);
  };
  const lines = firstOf(unstable, MOST_UNSTABLE, line, (more) => `${more} more are in compare.json.`);
  return [[paint.bold('Unstable: counted against neither'), ...lines].join('\n')];
}

/** Cells in which nothing was compared, by reason, and what helps. */
function openText({ cells }: Comparison, paint: Palette): readonly string[] {
  const open = cells.filter(({ state }) => state === 'nothing-compared');
  if (open.length === 0) return [];
  const reasons = [...new Set(open.map(({ reason }) => reason ?? ''))];
  const lines = reasons.map((reason) => {
    const some = open.filter((cell) => cell.reason === reason).map((cell) => ({ ...cell, calls: 1 }));
    return safe(`? ${reason}: ${whereText(some, cells)}`);
  });
  const help =
    "To supply values: give parameters that A has data for, under 'values' or 'samples' of getdata.config.json; `getdata-conformance init` writes one.";
  return [[paint.bold('Nothing could be compared'), ...lines, help].join('\n')];
}
