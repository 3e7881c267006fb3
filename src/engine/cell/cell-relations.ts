import { inParallel } from '../../base/in-parallel.ts';
import type { RecordedCall } from '../../results/outcome.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import type { Comparing } from '../../rules/check.ts';
import { checkOf, probingOf } from '../../rules/check.ts';
import type { Evidence } from '../../rules/evidence.ts';
import { ODD_ANSWER } from '../../rules/policy.ts';
import type { Rule } from '../../rules/rule.ts';
import { rulesFor } from '../../rules/rules.ts';
import { drawnFor } from '../plan/drawn-for.ts';
import type { PlannedCall } from '../plan/planned-call.ts';
import type { CellContext } from './cell-context.ts';
import { compareBindings } from './compare-bindings.ts';
import { judgeDrawn } from './drawn-spellings.ts';
import { judgeByDescription, judgeDescription } from './judge-description.ts';
import { probeCell } from './probe-cell.ts';
import { judgedBy, notApplicable, type Probed } from './probed.ts';
import { probedCall } from './probed-call.ts';
import { peerExchanges } from './records.ts';

/** How many calls of a cell that answers none are compared with other bindings: each would show the same. */
const OF_NONE = 4;

/**
 * What the rules over several exchanges find in a cell. Each sends its own requests, once.
 * @param all - the answers to the planned calls @param paired - calls that one other binding gets too
 */
export function openRelations(all: readonly Evidence[], paired: readonly PlannedCall[], at: CellContext) {
  const { cell, contract, plan } = at;
  const isWrite = cell.operation.effect === 'write';
  // Probes are variants of this call, and the other bindings get it too.
  const base = probedCall(all, contract);
  const rules = rulesFor(cell, contract, at.rules);
  const peers: RecordedCall[] = [];
  const known = new Map<Rule, Promise<Probed> | null>();
  let sent: Promise<void> | null = null;
  let drawn: Promise<ReadonlyMap<string, Counterexample>> | null = null;

  const send = (rule: Rule): Promise<Probed> | null => {
    const experiment = checkOf(rule, 'experiment');
    if (experiment?.sides === 'bindings') return compare(rule, experiment);
    // A write is sent only as often as announced.
    if (experiment !== undefined && !isWrite) return probeCell({ rule, probing: experiment }, base?.call ?? null, at);
    const description = checkOf(rule, 'description');
    if (description === undefined) return null;
    return description.of === 'answers'
      ? judgeByDescription(description.judge, all, at)
      : judgeDescription(description.judge, at);
  };
  const once = (rule: Rule): Promise<Probed> | null => {
    const found = known.has(rule) ? known.get(rule) : send(rule);
    known.set(rule, found ?? null);
    return found ?? null;
  };
  const compare = async (rule: Rule, comparing: Comparing): Promise<Probed> => {
    const isAnswered = isWrite || all.some(({ cellAnswers200 }) => cellAnswers200);
    const shared = at.shared(cell);
    const calls = isAnswered ? { shared, paired, base } : { shared: shared.slice(0, OF_NONE), paired: [], base };
    const compared = await compareBindings({ rule, comparing }, calls, at);
    if (compared.shown !== null) peers.push(...(await peerExchanges(compared.shown.call, at)));
    return compared;
  };
  /** What drawn spellings of the planned calls show in addition to the rules' own probes, which are sent first. */
  const judgeDrawnOnce = async () => {
    const own: Probed[] = [];
    for (const rule of rules)
      if (probingOf(rule)?.dimensions !== undefined) own.push((await once(rule)) ?? notApplicable());
    return judgeDrawn(own, at);
  };
  const sendAll = (): Promise<void> => {
    const atOnce = isWrite ? 1 : plan.options.limits.concurrency;
    const { shuffled } = drawnFor(cell, plan);
    sent ??= inParallel(shuffled(rules, 'rules'), atOnce, async (one) => once(one)).then(() => resendRefused(all, at));
    return sent;
  };
  const judge = async (rule: Rule, relation: Promise<Probed>): Promise<Probed> => {
    const { outcome, shown } = await relation;
    if (outcome.verdict === 'fail' || probingOf(rule)?.dimensions === undefined) return { outcome, shown };
    // Drawn spellings may show what the rule's own probes did not.
    drawn ??= judgeDrawnOnce();
    const further = (await drawn).get(rule.id);
    return further === undefined ? { outcome, shown } : judgedBy(outcome.judged + 1, [further]);
  };
  return {
    /** The result of a rule that compares answers, or judges the description; null for other rules. */
    of: (rule: Rule): Promise<Probed> | null => {
      const relation = once(rule);
      return relation === null ? null : judge(rule, relation);
    },
    /** Sends all that the rules send. */
    sendAll,
    /** Exchanges of other bindings with which a difference was found. */
    peers: peers as readonly RecordedCall[],
  };
}

/** Sends refused calls again: a call that is sometimes refused is another fault than one that always is. */
async function resendRefused(all: readonly Evidence[], { cell, ownClient }: CellContext): Promise<void> {
  if (cell.operation.effect === 'write') return;
  const refused = all.filter(({ cellAnswers200, reading: { response } }) => {
    return cellAnswers200 && response !== null && response.status !== 200;
  });
  for (const { call } of refused.slice(0, ODD_ANSWER.refusedCalls)) await ownClient.again(call);
}
