import type { Probe } from '../../rules/probe.ts';
import { type Evidence, levelOf } from '../../rules/rule.ts';
import type { Call } from '../../wire/soap/call.ts';
import { drawnFor } from '../plan/drawn-for.ts';
import { type CellContext, smallestCall } from './cell-context.ts';
import { type BrokenProbe, breakingProbe, differsOnce, type Sender } from './probe-cell.ts';
import { judgedBy, type Probed } from './probed.ts';

/** Most planned calls that a rule has sent again. */
const MOST = 6;

/**
 * The planned calls that a rule suspects by their answers, sent as its probes are. Nothing more is sent while it suspects
 * none. @param own - what its probes showed; a rule that they break, or that has judged none, suspects nothing
 */
export async function judgeSuspected(sender: Sender, planned: readonly Evidence[], own: Probed, at: CellContext) {
  const { suspect } = sender.probing;
  if (suspect === undefined || own.outcome.verdict !== 'pass') return own;
  const { cell, contract, judge, ownClient, plan } = at;
  const draw = drawnFor(cell, plan);
  const probes = planned.flatMap(({ call, reading }) => suspect(call, reading, contract, draw) ?? []);
  const probeOf = async (call: Call): Promise<Probe | null> =>
    suspect(call, judge.parse(await ownClient.exchange(call), cell), contract, draw);
  const smallest = async (call: Call): Promise<BrokenProbe | null> => {
    const fails = async (one: Call): Promise<boolean> => {
      const probe = await probeOf(one);
      return probe !== null && differsOnce(sender, probe, at);
    };
    const probe = await probeOf(await smallestCall(call, fails, at));
    return probe === null ? null : breakingProbe(sender, probe, at);
  };
  for (const probe of probes.slice(0, MOST)) {
    const broken = ownClient.givenUp() === null ? await breakingProbe(sender, probe, at) : null;
    if (broken === null) continue;
    const small = await smallest(probe.sent ?? probe.call);
    // A lesser part of the rule is not a smaller example.
    const isAsGrave =
      small !== null && levelOf(sender.rule, small.shown.problems) === levelOf(sender.rule, broken.shown.problems);
    return judgedBy(own.outcome.judged + 1, [(isAsGrave ? small : broken).shown]);
  }
  return own;
}
