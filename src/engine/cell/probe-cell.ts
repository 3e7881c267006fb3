import { inParallel } from '../../base/in-parallel.ts';
import { NOTHING_TO_JUDGE } from '../../judge/rule-outcome.ts';
import { profileOf } from '../../options/model.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import type { Reason } from '../../rules/judgement.ts';
import type { Probe, Probing } from '../../rules/probe.ts';
import type { Call } from '../../wire/soap/call.ts';
import { drawnFor } from '../plan/drawn-for.ts';
import type { CellContext } from './cell-context.ts';
import { type CheckOutcome, judgedBy, notApplicable, unjudged } from './check-outcome.ts';
import { counterexampleOf, isBrokenProbe, type ProbeSender, tryProbe } from './try-probe.ts';

const NO_DATA: Reason = { code: 'no-data', text: 'no call was answered with data, so there was nothing to vary' };

/** Sends the probes of a rule in a cell. @param base - a call that the cell answers with data; null if there is none */
export async function probeCell(sender: ProbeSender, base: Call | null, at: CellContext): Promise<CheckOutcome> {
  if (base === null) return unjudged('not-reached', NO_DATA);
  const { cell, contract, plan } = at;
  const { rule, probing } = sender;
  const drawn = drawnFor(cell, plan);
  const probes = chosenOf(probing.plan(cell, base, contract, drawn), at);
  // Shuffled so that no target recognises the requests by their order; results have them in the order of the rule.
  const order = drawn.shuffled([...probes.keys()], `${rule.id}/order`);
  const trying = await inParallel(order, plan.options.limits.concurrency, async (place) => {
    const probe = probes[place];
    return { place, tried: probe === undefined ? [] : await tryProbe(sender, probe, at) };
  });
  const tried = trying.toSorted((one, other) => one.place - other.place).flatMap((of) => of.tried);
  const others = tried.flatMap(({ judgement }) =>
    typeof judgement === 'string' || 'code' in judgement ? [judgement] : [],
  );
  const judged = tried.length - others.length;
  const broken = tried.filter(isBrokenProbe).map(counterexampleOf);
  if (judged > 0) return judgedBy(judged, inOrderOfTraits(broken, probing));
  const why = others.find((other) => typeof other !== 'string');
  if (why !== undefined) return unjudged('inconclusive', why);
  if (others.includes('not-applicable') && !others.includes('not-reached')) return notApplicable();
  return unjudged('inconclusive', NOTHING_TO_JUDGE);
}

/** Fewest traits first, then as the rule names them: cells that fail for one reason name the same trait. */
function inOrderOfTraits(shown: readonly Counterexample[], { dimensions = [] }: Probing): readonly Counterexample[] {
  const ids = dimensions.flatMap(({ choices }) => choices.map(({ id }) => id));
  const placeOf = ({ spelling = [] }: Counterexample): number =>
    spelling.length * ids.length + ids.indexOf(spelling[0] ?? '');
  return shown.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** All probes, or in the quick profile one of them: another in each cell, so that the run still sees them all. */
function chosenOf(probes: readonly Probe[], { plan, contract, cell }: CellContext): readonly Probe[] {
  if (profileOf(plan.options).everyProbe) return probes;
  const turn = contract.operations.findIndex(({ name }) => name === cell.operation.name);
  const chosen = probes[turn % Math.max(1, probes.length)];
  return chosen === undefined ? [] : [chosen];
}
