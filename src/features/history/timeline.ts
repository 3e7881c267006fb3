import { grouped } from '../../base/group-by.ts';
import { KNOWN, type RunLine } from './run-line.ts';

/** For each rule the last time that it was broken, with the cells that the same runs broke; still broken ones first. */
export function findingSpans(lines: readonly RunLine[]) {
  const places = new Map(lines.map((line) => [line, new Map(line.cells.map((cell, at) => [cell, at]))]));
  const cells = new Set(lines.flatMap((line) => line.cells));
  const spans = brokenRules(lines).flatMap((rule) =>
    [...cells].flatMap((cell) => {
      const letters = lines.map((line) => line.rules[rule]?.charAt(places.get(line)?.get(cell) ?? -1) || '-');
      const span = lastSpan(lines, letters.join(''));
      return span === null ? [] : [{ rule, cell, ...span }];
    }),
  );
  const keyOf = ({ rule, earlier, firstBad, lastGood, fixed, first }: (typeof spans)[number]) =>
    [rule, earlier, ...[firstBad, lastGood, fixed, first].map((run) => run?.file)].join(' ');
  return grouped(spans, keyOf)
    .map((group) => ({ ...group[0], cells: group.map(({ cell }) => cell) }))
    .toSorted((a, b) => Date.parse(b.firstBad.startedAt) - Date.parse(a.firstBad.startedAt))
    .toSorted((a, b) => Number(a.fixed !== null) - Number(b.fixed !== null));
}

export function brokenRules(lines: readonly RunLine[]): readonly string[] {
  const broken = lines.flatMap(({ rules }) => Object.keys(rules).filter((rule) => isBroken(rules[rule] ?? '')));
  return [...new Set(broken)].toSorted();
}

const isBroken = (letters: string): boolean => /[fk]/.test(letters);

/** The last time that it was broken, what came before and after, and how often before. Unjudged runs are ignored. */
function lastSpan(lines: readonly RunLine[], letters: string) {
  const begins = [...letters.matchAll(/[fk](?<=(?:^|p)[^pfk]*.)/g)].map(({ index }) => index);
  const at = begins.at(-1) ?? -1;
  const [first, firstBad] = [lines[begins[0] ?? -1], lines[at]];
  if (first === undefined || firstBad === undefined) return null;
  const lastGood = lines[letters.lastIndexOf('p', at)] ?? null;
  const fixed = lines[letters.indexOf('p', at)] ?? null;
  return { firstBad, lastGood, fixed, earlier: begins.length - 1, first };
}

const runLetters: Readonly<Record<RunLine['verdict'], string>> = {
  conformant: 'p',
  'non-conformant': 'f',
  inconclusive: 'i',
  error: 'e',
};

/** A letter for each run, by its verdict. */
export function verdictLetters(lines: readonly RunLine[]): string {
  return lines.map(({ verdict }) => runLetters[verdict]).join('');
}

/** The same by a cell's verdict. */
export function cellLetters(lines: readonly RunLine[], cell: string): string {
  return lines.map(({ cells, verdicts }) => verdicts[cells.indexOf(cell)] ?? '-').join('');
}

/** The same by a rule's verdict in its worst cell. */
export function ruleLetters(lines: readonly RunLine[], rule: string): string {
  return lines
    .map(({ rules }) => ['f', KNOWN, 'i', 'n', 'p'].find((letter) => rules[rule]?.includes(letter)) ?? '-')
    .join('');
}

/** The first of the latest runs that all have the same letter. */
export function sinceOf(lines: readonly RunLine[], letters: string): RunLine | undefined {
  return lines[[...letters].findLastIndex((letter) => letter !== letters.at(-1)) + 1];
}

/** The runs in which an observer saw something else than in the last run before that has it, the latest first. */
export function observedChanges(lines: readonly RunLine[]) {
  const last = new Map<string, RunLine>();
  const changes: { readonly probe: string; readonly before: RunLine; readonly run: RunLine }[] = [];
  for (const run of lines)
    for (const [probe, digest] of Object.entries(run.observed)) {
      const before = last.get(probe);
      if (before !== undefined && before.observed[probe] !== digest) changes.push({ probe, before, run });
      last.set(probe, run);
    }
  return changes.toReversed();
}
