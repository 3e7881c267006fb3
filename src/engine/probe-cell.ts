import type { Call } from '../bindings/call.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { RuleOutcome } from '../judging/judge.ts';
import type { Counterexample } from '../results/record/finding.ts';
import { profileOf } from '../results/run-options.ts';
import type { Judgement, Problem } from '../rules/judgement.ts';
import type { Probe, Probing } from '../rules/probe.ts';
import { difference, digestOf } from '../rules/same-answer.ts';
import type { CellClient } from './cell-client.ts';
import type { Session } from './session.ts';

/** What the probes of a rule came to in a cell. */
export interface Probed {
  readonly outcome: Omit<RuleOutcome, 'broken'>;
  readonly shown: Counterexample | null;
}

/** What one probe came to; `unstable`: equal reads are answered differently, so there is nothing to compare with. */
type ProbeResult =
  | { readonly kind: 'judged'; readonly problems: readonly Problem[]; readonly exchange: Exchange }
  | { readonly kind: 'unjudged' | 'unstable' };

/**
 * Sends the probes of a rule in a cell. `base`: a call that the cell answers with data, null where there is none.
 * It asks again before it blames: a value that changes between equal reads is instability, not a finding.
 */
export async function probeCell(
  probing: Probing,
  base: Call | null,
  cell: Cell,
  session: Session,
  asked: CellClient,
): Promise<Probed> {
  if (base === null) return unjudged('not-reached', 'no call was answered with data, so there was nothing to vary');
  const probes = some(probing.plan(cell, base, session.contract), session, cell);
  const broken: { readonly probe: Probe; readonly exchange: Exchange; readonly problems: readonly Problem[] }[] = [];
  const kinds: ProbeResult['kind'][] = [];
  for (const probe of probes) {
    if (asked.givenUp() !== null) break;
    const result = await tryProbe(probing, probe, cell, session, asked);
    kinds.push(result.kind);
    if (result.kind === 'judged' && result.problems.length > 0) broken.push({ ...result, probe });
  }
  const judged = kinds.filter((kind) => kind === 'judged').length;
  const [first, ...rest] = broken.flatMap(({ problems }) => problems);
  const [shown] = broken;
  if (first !== undefined && shown !== undefined) {
    const { probe, exchange } = shown;
    const found: Counterexample = { call: probe.call, request: probe.request, exchange, problems: [first, ...rest] };
    return { outcome: { verdict: 'fail', judged, reason: null }, shown: found };
  }
  if (judged > 0) return { outcome: { verdict: 'pass', judged, reason: null }, shown: null };
  const unstable = kinds.includes('unstable');
  return unjudged(
    'inconclusive',
    unstable ? 'equal reads are answered differently' : 'no answer had anything for this rule to judge',
  );
}

/** Nothing came of a rule, and why. */
export function unjudged(verdict: 'inconclusive' | 'not-reached', reason: string): Probed {
  return { outcome: { verdict, judged: 0, reason }, shown: null };
}

async function tryProbe(
  probing: Probing,
  probe: Probe,
  cell: Cell,
  session: Session,
  asked: CellClient,
): Promise<ProbeResult> {
  const { contract, client, judge } = session;
  const base = judge.parse(await asked.exchange(probe.call), cell);
  const judgeAgainst = (against: typeof base, exchange: Exchange): Judgement =>
    probing.judge(against, judge.parse(exchange, cell), probe, contract);
  const once = await asked.send(probe.request(client.context));
  const first = judgeAgainst(base, once);
  if (typeof first === 'string') return { kind: 'unjudged' };
  if (first.length === 0) return { kind: 'judged', problems: first, exchange: once };
  const again = judge.parse(await asked.again(probe.call), cell);
  if (difference(digestOf(base, contract), digestOf(again, contract)) !== null) return { kind: 'unstable' };
  const twice = await asked.send(probe.request(client.context));
  const second = judgeAgainst(again, twice);
  return typeof second === 'string' ? { kind: 'unjudged' } : { kind: 'judged', problems: second, exchange: twice };
}

/** All probes, or in the quick profile one of them: another in each cell, so that the run still sees them all. */
function some(probes: readonly Probe[], { plan, contract }: Session, cell: Cell): readonly Probe[] {
  if (profileOf(plan.options).everyProbe) return probes;
  const turn = contract.operations.findIndex(({ name }) => name === cell.operation.name);
  const chosen = probes[turn % Math.max(1, probes.length)];
  return chosen === undefined ? [] : [chosen];
}
