import type { Contract } from '../contract/model.ts';
import type { NetworkError } from '../exchange/exchange.ts';
import type { Pools } from '../generate/pools.ts';
import { openJudge } from '../judging/judge.ts';
import type { Observation, TargetIdentity } from '../results/observation.ts';
import type { RunPlan } from '../results/run-options.ts';
import type { SchemaValidator } from '../xml/schema.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';
import { openClient } from './client.ts';
import { keepingBroken } from './early-answers.ts';
import { harvest } from './harvest.ts';
import { observeTarget } from './observe/observe.ts';
import { preflight } from './preflight.ts';
import { askForWsdl, identityOf } from './wsdl.ts';

/** What is known of a target before its cells are run; 'dead' if it can't be reached. */
type Prepared = { readonly requests: number; readonly identity: TargetIdentity } & (
  | { readonly kind: 'dead'; readonly trouble: NetworkError }
  | {
      readonly kind: 'ready';
      readonly plan: RunPlan;
      readonly observations: readonly Observation[];
      /** The last error if it went down meanwhile. */
      readonly targetDown: string | null;
      readonly backedOff: number;
      /** Milliseconds with a request under way. */
      readonly waitedMs: number;
    }
);

/**
 * Pre-flight, harvest and observations.
 * @param empty - a plan without values of the target, with its WSDL if that was requested
 * @param validator - for the answers during this phase; the caller disposes of it
 */
export async function prepare(
  empty: RunPlan,
  contract: Contract,
  validator: SchemaValidator,
  signal: AbortSignal,
): Promise<Prepared> {
  const { options, baseUrl } = empty;
  const client = withCircuitBreaker(openClient(baseUrl, contract, options, signal), options);
  const judge = openJudge({ contract, validator, unused: options.unused });
  const early = keepingBroken(client, judge);
  try {
    const flight = await preflight(early.client, options);
    if (flight.kind === 'dead' && !signal.aborted) {
      const identity = { wsdlSha256: null, certificateSha256: client.certificate() };
      return { kind: 'dead', trouble: flight.trouble, requests: client.requests(), identity };
    }
    const pools = await harvest(early.client, options, judge.parse);
    const observations = signal.aborted ? [] : await observeTarget(early.client, options, pools, early.observed);
    const wsdl = empty.wsdl ?? (await askForWsdl(early.client));
    const identity = identityOf(client, wsdl);
    const plan = { ...empty, pools, firstAnswered: client.firstAnswered(), early: early.kept, wsdl };
    const targetDown = client.down()?.message ?? null;
    const asked = { requests: client.requests(), backedOff: client.backedOff(), waitedMs: client.waited() };
    return { kind: 'ready', plan, observations, identity, targetDown, ...asked };
  } finally {
    await client.close();
  }
}

/** If there is no cell to judge, as in a shard of more parts than operations, nothing is sent. */
export function nothingSent(plan: RunPlan): Prepared {
  const identity = { wsdlSha256: null, certificateSha256: null };
  return { kind: 'ready', plan, requests: 0, observations: [], identity, targetDown: null, backedOff: 0, waitedMs: 0 };
}

/** What the harvest found, by parameter: calls are made from it, apart from edge cases and random values. */
export function learnedText({ values, rows }: Pools): string {
  const counts = Object.entries(values).map(([name, known]) => `${name} ${known.length}`);
  if (counts.length === 0) return 'Learned from the target: no values; calls use examples and random values.\n';
  return `Learned from the target: ${counts.join(', ')} (values of each), and ${rows.length} rows of values that belong together.\n`;
}
