import { are, keptOf, plural } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import { byCause, type Cause, cellCount, levelsOf } from '../../results/causes/causes.ts';
import type { Finding } from '../../results/outcome.ts';
import { allAgainCommand } from '../../results/record/finding.ts';
import { unescapedMarkup } from '../../xml/references.ts';
import {
  asInvoked,
  basisOf,
  findingLines,
  fixesOf,
  isSaid,
  lineIn,
  onOneLine,
  placeIn,
  placeOf,
  responseLine,
  rulesOf,
  ruleToFix,
  TOOL,
} from '../finding-lines.ts';
import { linesOf } from '../html/layout.ts';
import type { CellNames } from '../matrix.ts';
import { firstOf } from '../shown-text.ts';
import { type Palette, printable } from './palette.ts';

const MOST_CAUSES = 15;
const MOST_BODY = 400;

/** Characters of a body in a cause that is short. */
const SHORT_BODY = 150;

/**
 * The findings as a user reads them. @param run - the cells that were called @param tool - how the user started this
 * program @param isExplained - true for a cause of which a sentence says what to do: it is short @param isVerbose - with
 * the whole exchange, clauses, basis and curl
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
    // The basis stands at the first cause of the same rule.
    const first = causes.findIndex((one) => one.smallest.rule === smallest.rule);
    const [stated] = basisOf(smallest.rule);
    const basis = stated === undefined || first === index ? stated : `as for ${first + 1}.`;
    const lines = isExplained(cause.cause)
      ? shortLines(smallest, tool)
      : isVerbose
        ? longLines({ ...cause, smallest }, basis, tool)
        : usualLines({ ...cause, smallest }, tool);
    return [title, ...[rule, ...lines].map((line) => printable(`   ${line}`))].join('\n');
  };
  const rest = (more: number): string => `${plural(more, 'more cause')} ${are(more)} in results.json.`;
  const more = `\`${tool} explain <rule>\` says why, and how other stacks fix it; --verbose shows the exchange and its curl line.`;
  return [
    ...firstOf(causes, MOST_CAUSES, text, rest),
    ...(isVerbose || causes.every(({ cause }) => isExplained(cause)) ? [] : [more]),
  ].join('\n\n');
}

/** Lines of a body that are shown of a finding. */
const MOST_LINES = 5;

/** What a user needs at once, in at most ten lines: what was expected, the fix, the place in the answer, the command. */
function usualLines(shown: Cause, tool: string): readonly string[] {
  const { smallest } = shown;
  const { expected, actual, probe, spelling, exchange, location, reproduce, docs } = smallest;
  const { response } = exchange;
  const place = placeOf(smallest);
  const all = allAgainCommand(shown);
  // It judges all findings again.
  const isJudge = / judge /.test(reproduce.command);
  const [fix = ''] = fixesOf(smallest, tool);
  const facts = [
    ...(docs === undefined ? [] : [`          ${docs}`]),
    ...(isSaid(smallest) ? [] : [`expected  ${expected}`, `actual    ${actual}`]),
    ...(probe === undefined ? [] : [`sent      ${probe.variant}`]),
    ...(spelling === undefined ? [] : [`traits    ${spelling.join(', ')}`]),
    ...(fix === '' ? [] : [`fix       ${fix}`]),
    `answer    ${responseLine(response)}${place === null ? '' : `, at ${place}`}`,
  ].map(onOneLine);
  const again = [`again     ${reproduce.command}`, ...(all === null || isJudge ? [] : [`all       ${all}`])];
  const body = 'body' in response ? response.body : null;
  // With its title and rule a finding has at most twelve lines.
  const most = Math.min(MOST_LINES, 10 - facts.length - again.length);
  return [...facts, ...placeLines(body, placeIn(response, location), smallest, most), ...again];
}

/** Characters of a line of a body. */
const MOST_WIDTH = 100;

/** The lines of a body around the place of a finding, indented, with a caret below it as compilers do. */
function placeLines(body: string | null, location: string | null, finding: Finding, most: number): readonly string[] {
  if (body === null || body === '' || most < 1) return [];
  if (isBinary(body)) return binaryLine(body);
  const place = placeOfBody(body, location, finding);
  const lines = linesOf(body);
  const found = lines.findIndex(({ pieces }) => (pieces.at(-1)?.end ?? 0) > place);
  const at = found < 0 ? lines.length - 1 : found;
  const hasCaret = location !== null && most > 1;
  const first = Math.max(0, Math.min(at - (hasCaret ? most - 2 : 0), at));
  const shown = lines.slice(first, first + most - (hasCaret ? 1 : 0));
  const outermost = Math.min(...shown.map(({ depth }) => depth));
  return shown.flatMap(({ depth, pieces }, index) => {
    const [{ start }] = pieces;
    const end = pieces.at(-1)?.end ?? start;
    const indent = `          ${'  '.repeat(Math.min(depth - outermost, 8))}`;
    const isAt = first + index === at;
    const from = isAt && place - start > MOST_WIDTH / 2 ? place - MOST_WIDTH / 4 : start;
    const to = Math.min(end, from + MOST_WIDTH);
    const text = namedCharacters(body.slice(from, to).replaceAll(/[\r\n]+/g, ' '));
    const line = `${indent}${from > start ? '…' : ''}${text}${to < end ? '…' : ''}`;
    if (!isAt || !hasCaret) return [line];
    const before = `${indent}${from > start ? '…' : ''}${namedCharacters(body.slice(from, place))}`;
    const piece = pieces.find((one) => one.end > place);
    const width = Math.max(1, Math.min((piece?.end ?? place + 1) - place, to - place));
    return [line, `${' '.repeat(before.length)}${'^'.repeat(width)}`];
  });
}

function longLines(shown: Cause, basis: string | undefined, tool: string): readonly string[] {
  const { smallest } = shown;
  const all = allAgainCommand(shown);
  return [
    ...fixLine(smallest, tool),
    // Their first line is the title.
    ...findingLines(smallest, (body, location) => bodyLines(body, location, smallest, MOST_BODY), curlShown).slice(1),
    ...(all === null ? [] : [`all       ${all}`]),
    ...(basis === undefined ? [] : [`basis     ${basis}`]),
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

/** What helps to act on a cause that a sentence explains; the reports have the rest. */
function shortLines(finding: Finding, tool: string): readonly string[] {
  const { namespace, location, exchange } = finding;
  const { request, response } = exchange;
  // The sentence names a namespace.
  const body = 'body' in response && namespace === undefined ? response.body : null;
  return [
    `request   ${request.method} ${request.url}`,
    `response  ${responseLine(response)}`,
    ...bodyLines(body, placeIn(response, location), finding, SHORT_BODY),
    `again     ${finding.reproduce.command}`,
    // The sentence says what to do.
    ...(ruleToFix(finding) === finding.rule ? fixLine(finding, tool).slice(-1) : fixLine(finding, tool)),
  ];
}

function fixLine(finding: Finding, tool: string): readonly string[] {
  return fixesOf(finding, tool).map((line, index) => `${index === 0 ? 'fix' : '   '}       ${line}`);
}

function bodyLines(body: string | null, location: string | null, finding: Finding, most: number): readonly string[] {
  if (body === null || body === '') return [];
  if (isBinary(body)) return binaryLine(body);
  const place = lineIn(body, location)?.offset ?? fieldIn(body, location, finding);
  const odd = placeOfBody(body, location, finding);
  // The first excerpt may already show it.
  const at = odd - place < most * (1 - BEFORE) - WORD ? place : odd;
  return namedCharacters(excerptAround(body, at, most))
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => `          ${line}`);
}

/** Where a finding shows in a body: its element, or the name in it that is not expected. */
function placeOfBody(body: string, location: string | null, finding: Finding): number {
  const place = lineIn(body, location)?.offset ?? fieldIn(body, location, finding);
  return location === null ? place : (oddName(body, place, finding) ?? place);
}

const binaryLine = (body: string): readonly string[] => [
  `          no text: ${plural(body.length, 'character')} that look compressed or binary`,
];

/** One character in so many that no text has, before a body is taken for none. */
const FEW_ODD = 10;

const isBinary = (body: string): boolean => (body.match(/(?!\s)[\uFFFD\p{Cc}]/gu)?.length ?? 0) * FEW_ODD > body.length;

/** How far from an element's place a name in it is searched. */
const NEAR = 2_000;

/** The local name of an element, or a value of an attribute that is one. */
const NAME = /(?<=[<"])(?:[\w.-]+:)?([\w.-]+)(?=[\s"/>])/g;

/** Where an unexpected name begins in an element at a place; null if the finding names none. */
function oddName(body: string, place: number, { facts }: Finding): number | null {
  const odd = facts?.found.filter((name) => !facts.wanted.includes(name)) ?? [];
  const names = odd.length === 0 ? [] : [...body.slice(place, place + NEAR).matchAll(NAME)];
  const first = names.find(([, name = '']) => odd.includes(name));
  return first === undefined ? null : place + first.index;
}

/** A text in which invisible characters have names: `[U+FEFF]` is a byte order mark. */
function namedCharacters(text: string): string {
  const name = (character: string): string =>
    `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`;
  return text.replaceAll('\t', '  ').replaceAll(/(?![\r\n])[\p{Cc}\p{Cf}]/gu, name);
}

/** Where a field like `[1].Items[2].Name`, within `Items`, last has the value that a finding found, or is at all; 0 if it is not there. */
function fieldIn(text: string, location: string | null, { facts }: Finding): number {
  const [name, around] = location?.match(/\b\w+\b(?=(?:\[\d+\])*(?:\.|$))/g)?.toReversed() ?? [];
  if (name === undefined) return 0;
  const tags = text.matchAll(new RegExp(`<(/?)(?:[\\w.-]+:)?(${name}|${around ?? name})(?:\\s[^<>]*?)?(/?)>`, 'g'));
  let depth = 0;
  const starts = [...tags].filter(([, end, tag, empty]) => {
    if (tag === around && empty === '') depth += end === '' ? 1 : -1;
    return tag === name && end === '' && (around === undefined || depth > 0);
  });
  const found = starts.findLast(({ index, 0: tag }) => {
    const from = index + tag.length;
    return facts?.found.includes(unescapedMarkup(text.slice(from, text.indexOf('<', from)))) === true;
  });
  return (found ?? starts[0])?.index ?? 0;
}

/** How far an excerpt may be shortened so that it does not begin or end inside a word. */
const WORD = 30;

/** The part of an excerpt before the place to show: an element's content follows its place. */
const BEFORE = 1 / 3;

/** A short text unchanged; otherwise about `most` characters of it that include the place to show. */
export function excerptAround(text: string, place: number, most: number): string {
  if (keptOf(text.length, most) === text.length) return text;
  const from = Math.max(0, Math.min(place - Math.round(most * BEFORE), text.length - most));
  const skipped = from === 0 ? 0 : (/^[^\s<>]*[\s>]*/.exec(text.slice(from, from + WORD))?.[0].length ?? 0);
  const start = from + (skipped === WORD ? 0 : skipped);
  const end = Math.min(from + most, text.length);
  const cut = end === text.length ? 0 : (/[^\s<>]*<?\/?[^\s<>]*$/.exec(text.slice(end - WORD, end))?.[0].length ?? 0);
  const shown = text.slice(start, end - (cut === WORD ? 0 : cut));
  return `${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''} (${plural(text.length, 'character')})`;
}

/** Most operations that a list of cells names. */
const MOST_NAMED = 3;

/** `Get_Inventory (soap11, soap12), McatCodes (http-get)`, or a count if there are many. */
export function cellsText(findings: readonly CellNames[], most = MOST_NAMED): string {
  const operations = [...new Set(findings.map(({ operation }) => operation))];
  const bindingsOf = (name: string) => [
    ...new Set(findings.filter(({ operation }) => operation === name).map(({ binding }) => binding)),
  ];
  const named = operations.slice(0, most).map((name) => `${name} (${bindingsOf(name).join(', ')})`);
  const more = operations.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${plural(more, 'more operation')}, ${plural(cellCount(findings), 'cell')} in all` : ''}`;
}

/** Puts some of the cells of a run into words: all of them, some bindings of every operation, or by name. */
export function whereIn(run: readonly CellNames[], most?: number): (some: readonly CellNames[]) => string {
  const names = new Set(run.map(cellName));
  const operations = new Set(run.map(({ operation }) => operation)).size;
  return (some) => {
    const cells = [...new Map(some.map((cell) => [cellName(cell), cell])).values()];
    if (cells.length < 2 || !cells.every((cell) => names.has(cellName(cell)))) return cellsText(cells, most);
    if (cells.length === names.size) return cells.length === 2 ? 'both cells' : `all ${plural(names.size, 'cell')}`;
    const bindings = [...new Set(cells.map(({ operation }) => operation))].map((name) =>
      cells.flatMap(({ operation, binding }) => (operation === name ? [binding] : [])).join(', '),
    );
    const [first = ''] = bindings;
    const alike = bindings.length === operations && operations > 1 && bindings.every((one) => one === first);
    return alike ? `every operation (${first})` : cellsText(cells, most);
  };
}
