import type { Cell } from '../../../contract/model.ts';
import { checkOf } from '../../../rules/check.ts';
import { TWO_SERVERS } from '../../../rules/policy.ts';
import { rulesFor } from '../../../rules/rules.ts';
import type { Exchange } from '../../../wire/http/exchange.ts';
import { both, type Side } from '../pairs.ts';
import type { CellTally } from './cell-tally.ts';
import { type ComparisonContext, sendPlanned } from './context.ts';
import { type AnswerComparison, brokenBy } from './diff-answers.ts';
import type { AnswerDifference } from './difference.ts';
import { withCauses } from './one-cause.ts';
import type { RecordedSide } from './recorded-side.ts';
import { downOf, type EvidencePair, givenUpIn, isCutOff } from './send-calls.ts';
import type { CheckedDifference } from './stability.ts';

type CheckedPair = Readonly<{ pair: EvidencePair; found: readonly CheckedDifference[] }>;

/** Finds the differences of a cell's answers. The call of each new difference is sent to both servers again. */
export async function recheckCell(
  pairs: readonly EvidencePair[],
  cell: Cell,
  tally: CellTally,
  context: ComparisonContext,
  recorded: RecordedSide | null,
) {
  const plain: AnswerComparison = { ...context, rules: rulesFor(cell, context.contract, context.rules) };
  const comparingOf = ({ planned }: EvidencePair) => recorded?.comparing(planned) ?? plain;
  const checked: CheckedPair[] = [];
  for (const pair of pairs) {
    const { planned } = pair;
    const comparing = comparingOf(pair);
    if (cell.operation.effect === 'write')
      for (const one of tally.compare(pair.evidence, comparing)) tally.memo.note(afterWrite(one), TWO_SERVERS.rounds);
    const send = (side: Side) => sendPlanned(planned, cell, context.servers[side], true);
    const ask = async () => (await answersAgain(pair.read, send)) ?? seenOften(pair, cell, context);
    const { found, ...answers } = await tally.check(pair.evidence, comparing, ask);
    checked.push({ pair: { ...pair, ...answers }, found });
  }
  return [...checked, ...wholeCell(pairs, checked, cell, context, comparingOf)];
}

/** A field's value after a write depends on what each server held before; whether it has one does not. */
function afterWrite(difference: AnswerDifference): CheckedDifference {
  const ofValue = difference.kind === 'data' && !difference.whole && difference.oneSided !== true;
  return { difference, why: ofValue ? 'a write is not sent twice' : null };
}

/** The answers to a call that is sent once more; null if the end cut that off. */
export async function answersAgain(read: EvidencePair['read'], send: (side: Side) => Promise<Exchange>) {
  // B first, and A after it: nodes that take turns behind one address then change sides.
  const toB = await send('b');
  const exchanges = { a: await send('a'), b: toB };
  return isCutOff(exchanges) ? null : read(exchanges);
}

/** A server that was given up in this cell got many calls: it would answer as before, with silence. */
function seenOften({ evidence }: EvidencePair, cell: Cell, { servers, signal }: ComparisonContext) {
  const left = givenUpIn(cell, servers);
  if (signal.aborted || left === null || downOf(servers) !== null) return null;
  return evidence[left.side].reading.response === null ? evidence : null;
}

/** Rules on a whole cell that only one server breaks, where no single call showed it. */
function wholeCell(
  pairs: readonly EvidencePair[],
  checked: readonly CheckedPair[],
  cell: Cell,
  context: ComparisonContext,
  comparingOf: (pair: EvidencePair) => AnswerComparison,
) {
  const shown = new Set(checked.flatMap(({ found }) => found.map(({ difference }) => difference.subject)));
  const all = rulesFor(cell, context.contract, context.rules);
  const rules = all.filter((rule) => checkOf(rule, 'cell') !== undefined && !shown.has(rule.id));
  const causes = new Set<string>();
  return rules.flatMap((rule) => {
    const { a: mine, b: its } = both((side) => {
      return context.judge.judgeCell(
        rule,
        pairs.map(({ evidence }) => evidence[side]),
        cell,
      ).broken;
    });
    const broken = mine ?? its;
    const pair = pairs.find(({ evidence: { a, b } }) => broken?.evidence === a || broken?.evidence === b);
    if (broken === null || (mine && its) || pair === undefined) return [];
    const [problem] = broken.problems;
    const cause = problem.cause ?? rule.id;
    // Several rules may see one cause; only one reports it.
    if (causes.has(cause)) return [];
    causes.add(cause);
    const own = brokenBy(mine === broken ? 'A' : 'B', rule, problem);
    const found = checked.find((one) => one.pair.planned === pair.planned)?.found ?? [];
    const others = found.map((one) => one.difference);
    const difference = withCauses([...others, own], [{ difference: own, problems: broken.problems }]).at(-1) ?? own;
    const { rules: told, isSeen } = comparingOf(pair);
    return told.includes(rule) && isSeen?.(difference) !== false ? [{ pair, found: [{ difference, why: null }] }] : [];
  });
}
