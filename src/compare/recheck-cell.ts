import type { Cell } from '../contract/model.ts';
import { rulesFor } from '../rules/rules.ts';
import { askBoth, type Context } from './context.ts';
import { type Comparing, diffAnswers } from './diff-answers.ts';
import { brokenBy } from './diff-rules.ts';
import type { AnswerDifference } from './difference.ts';
import type { EvidencePair } from './evidence.ts';
import { downOf, givenUpIn, isOf } from './send-calls.ts';
import { type Known, nothingKnown, type SecondLook, type Settled, settle } from './stability.ts';

/** Calls of a cell that are asked again, at most: a server that differs in something else each time is not asked forever. */
const MOST_AGAIN = 24;

/** A call and the differences in its answers, each with whether it stands. */
export interface SettledPair {
  readonly pair: EvidencePair;
  readonly found: readonly Settled[];
}

/** Finds the differences of a cell's answers, and asks both servers again before it blames one: once for each new difference. */
export async function settleCell(
  pairs: readonly EvidencePair[],
  cell: Cell,
  bench: Context,
): Promise<readonly SettledPair[]> {
  const { contract, judge, kinds, redact } = bench;
  const comparing: Comparing = { kinds, rules: rulesFor(cell, contract, bench.rules), judge, redact };
  const known = nothingKnown();
  const settled: SettledPair[] = [];
  let again = 0;
  for (const pair of pairs) {
    const first = diffAnswers(pair.evidence, comparing);
    const isNew = first.some((spotted) => known.whyOf(spotted) === undefined);
    if (isNew && cell.operation.effect === 'write') first.map(afterWrite).forEach(known.note);
    if (isNew && cell.operation.effect === 'read' && again < MOST_AGAIN) {
      again += 1;
      const look = (await secondLook(pair, cell, bench, comparing)) ?? seenOften(pair, first, cell, bench);
      if (look !== null) settle(unknownOf(first, known), look).forEach(known.note);
    }
    const found = first.map((spotted): Settled => {
      const why = known.whyOf(spotted);
      return { spotted, why: why === undefined ? 'not asked again' : why };
    });
    settled.push({ pair, found });
  }
  return [...settled, ...wholeCell(pairs, settled, cell, bench)];
}

function unknownOf(all: readonly AnswerDifference[], known: Known): readonly AnswerDifference[] {
  return all.filter((spotted) => known.whyOf(spotted) === undefined);
}

/** What a field holds after a write depends on what each server held before; whether it holds anything does not. */
function afterWrite(spotted: AnswerDifference): Settled {
  const ofValue = spotted.kind === 'data' && !spotted.whole && !/alone|only [AB] has it/.test(spotted.change);
  return { spotted, why: ofValue ? 'a write is not sent twice' : null };
}

async function secondLook(
  pair: EvidencePair,
  cell: Cell,
  bench: Context,
  comparing: Comparing,
): Promise<SecondLook | null> {
  const exchanges = await askBoth(bench.servers, cell, pair.call);
  if (isOf(exchanges.a, ['aborted']) || isOf(exchanges.b, ['aborted'])) return null;
  const { a, b } = pair.evidence;
  const later = pair.read(exchanges);
  const compare = (one: typeof a, other: typeof b): readonly AnswerDifference[] =>
    diffAnswers({ a: one, b: other }, comparing);
  return { again: compare(later.a, later.b), own: { a: compare(a, later.a), b: compare(b, later.b) } };
}

/** A server that was given up in this cell has been asked again and again: that it does not answer stands. */
function seenOften(
  { evidence }: EvidencePair,
  first: readonly AnswerDifference[],
  cell: Cell,
  { servers, signal }: Context,
): SecondLook | null {
  const left = givenUpIn(cell, servers);
  if (signal.aborted || left === null || downOf(servers) !== null) return null;
  return evidence[left.side].reading.response === null ? { again: first, own: { a: [], b: [] } } : null;
}

/** Rules that judge a cell as a whole and that one server breaks alone, where no single call showed it. */
function wholeCell(
  pairs: readonly EvidencePair[],
  settled: readonly SettledPair[],
  cell: Cell,
  bench: Context,
): readonly SettledPair[] {
  const shown = new Set(settled.flatMap(({ found }) => found.map(({ spotted }) => spotted.subject)));
  const rules = rulesFor(cell, bench.contract, bench.rules).filter(
    ({ id, judgeCell: whole }) => whole !== undefined && !shown.has(id),
  );
  const causes = new Set<string>();
  return rules.flatMap((rule) => {
    const [mine, its] = (['a', 'b'] as const).map((side) => {
      const all = pairs.map(({ evidence }) => evidence[side]);
      return bench.judge.judgeCell(rule, all, cell).broken;
    });
    const broken = mine ?? its ?? null;
    const pair = pairs.find(({ evidence: { a, b } }) => broken?.evidence === a || broken?.evidence === b);
    if (broken === null || (mine && its) || pair === undefined) return [];
    const [problem] = broken.problems;
    const cause = problem.cause ?? rule.id;
    // Several rules may see one cause; one of them says it.
    if (causes.has(cause)) return [];
    causes.add(cause);
    return [{ pair, found: [{ spotted: brokenBy(mine === broken ? 'A' : 'B', rule, problem), why: null }] }];
  });
}
