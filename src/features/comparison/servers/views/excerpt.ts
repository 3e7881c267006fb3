import { lineIn } from '../../../../views/finding-lines.ts';
import type { ComparedLine } from '../../../../views/sections/section.ts';
import { both, type Side } from '../../pairs.ts';
import { NOT_BROKEN } from '../diff-answers.ts';
import type { DifferenceGroup } from '../groups.ts';
import { elementsIn, leafOf } from '../names.ts';
import { type BodyLine, bodyLines, comparedLines } from './compared-lines.ts';

const LEFT_OUT: ComparedLine = { of: null, text: '…', marks: [] };

type ShownDifference = Pick<DifferenceGroup, 'kind' | 'a' | 'b' | 'example'>;

/** Of both bodies of an example, where a difference is: the parent, the elements that differ, and their neighbours. */
export function excerptOf(one: ShownDifference): readonly ComparedLine[] {
  const { a, b } = one.example.exchanges;
  if (one.kind === 'observations' || 'trouble' in a.response || 'trouble' in b.response) return [];
  const bodies = { a: a.response.body, b: b.response.body };
  const lines = comparedLines(bodyLines(bodies.a), bodyLines(bodies.b));
  const offset = both((side) => lineIn(bodies[side], one.example.location)?.offset ?? -1);
  const isThere = (side: Side, { start, end }: BodyLine): boolean =>
    one[side] !== NOT_BROKEN && start <= offset[side] && offset[side] <= end;
  const parts = soughtParts(one);
  // Of equal names the one with the value, or at the place, comes first.
  const ways = [
    ...parts.map(
      (part) => (side: Side, line: BodyLine) => isOf(part, line.text) && line.text.includes(`>${one[side]}<`),
    ),
    ...(one.kind === 'rules' ? [isThere] : []),
    ...parts.map((part) => (_side: Side, line: BodyLine) => isOf(part, line.text)),
  ];
  for (const isSought of ways) {
    const first = (side: Side): number => lines.findIndex((line) => line.of === side && isSought(side, line));
    const [inA, inB] = [first('a'), first('b')];
    const places = [inA < 0 ? counterpart(lines, inB) : inA, inB < 0 ? counterpart(lines, inA) : inB];
    const found = places.filter((at) => at >= 0);
    if (found.length > 0) return around(lines, found);
  }
  return [];
}

/** The line of the other side with the name of a line, in the same parent; -1 if there is none. */
function counterpart(lines: readonly (BodyLine & ComparedLine)[], at: number): number {
  const { of = null, depth = 0, text = '' } = lines[at] ?? {};
  const isAbove = (line: BodyLine): boolean => line.depth < depth;
  const from = lines.slice(0, Math.max(at, 0)).findLastIndex(isAbove) + 1;
  const length = lines.slice(from).findIndex(isAbove);
  const inParent = lines.slice(from, length < 0 ? undefined : from + length);
  const found = inParent.findIndex((line) => line.of !== null && line.of !== of && isOf(tagName(text), line.text));
  return of === null || found < 0 ? -1 : from + found;
}

/** Names of elements, nearest first, or a value with its tags: the name that ends the place, those a rule tells. */
function soughtParts({ kind, a, b, example: { location } }: ShownDifference): readonly string[] {
  const leaf = leafOf(location);
  const told = kind === 'rules' ? elementsIn(`${a}${b}`) : [];
  const values = kind === 'data' ? [`>${a}<`, `>${b}<`] : [];
  return [...(leaf === '' ? [] : [leaf]), ...told, ...values];
}

/** Names are compared in any case: that may be the difference. */
function isOf(part: string, text: string): boolean {
  if (part.startsWith('>')) return text.includes(part);
  return tagName(text).toLowerCase() === part.toLowerCase();
}

function tagName(text: string): string {
  const [, name = ''] = /^<(?:[^<>\s:]+:)?([^<>\s/]+)/.exec(text) ?? [];
  return name;
}

/** The lines at some places with their neighbours and parent, indented below it. */
function around(lines: readonly (BodyLine & ComparedLine)[], places: readonly number[]): readonly ComparedLine[] {
  const from = Math.min(...places);
  const depth = lines[from]?.depth ?? 0;
  const parent = lines.slice(0, from).findLastIndex((line) => line.depth < depth);
  // Beside a line are those that both have, and its counterpart; not the end of an element.
  const isBeside = (at: number, step: 1 | -1): boolean => {
    const { of, text = '' } = lines[at + step] ?? {};
    return of === null ? !text.startsWith('</') : of === (step === 1 ? 'b' : 'a') && of !== lines[at]?.of;
  };
  const beside = (at: number) => ([-1, 1] as const).flatMap((step) => (isBeside(at, step) ? [at + step] : []));
  const all = [parent, ...places, ...places.flatMap(beside)].filter((at) => at >= Math.max(parent, 0));
  const shown = [...new Set(all)].toSorted((one, other) => one - other);
  return shown.flatMap((at, n) => {
    const line = lines[at];
    if (line === undefined) return [];
    const isNext = n === 0 || shown[n - 1] === at - 1;
    const indent = '  '.repeat(Math.max(0, line.depth - depth + (parent < 0 ? 0 : 1)));
    // What is equal in the parent says nothing.
    const short = at === parent && line.of === null ? line.text.replace(/^(<\S+)\s[^>]*>/, '$1 …>') : line.text;
    const marks = line.marks.map(({ start, end }) => ({ start: start + indent.length, end: end + indent.length }));
    return [...(isNext ? [] : [LEFT_OUT]), { of: line.of, text: `${indent}${short}`, marks }];
  });
}
