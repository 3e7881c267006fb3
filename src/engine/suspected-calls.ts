import type { Evidence } from '../rules/rule.ts';
import type { CellContext } from './cell-context.ts';
import { drawnFor } from './drawn-for.ts';
import { breakingProbe, type Sender } from './probe-cell.ts';
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
  const draw = drawnFor(at.cell, at.plan);
  const probes = planned.flatMap(({ call, reading }) => suspect(call, reading, at.contract, draw) ?? []);
  for (const probe of probes.slice(0, MOST)) {
    const broken = at.ownClient.givenUp() === null ? await breakingProbe(sender, probe, at) : null;
    if (broken !== null) return judgedBy(own.outcome.judged + 1, [broken.shown]);
  }
  return own;
}
