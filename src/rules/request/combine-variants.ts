import { hiddenIn } from '../../calls/spelling/trait.ts';
import type { Cell } from '../../contract/model.ts';
import { type Call, callKey } from '../../wire/soap/call.ts';
import type { Probe } from '../probe.ts';
import { spelledProbe } from './same-answer-rule.ts';

/** Variants of a call, of a rule each, that one request has together. */
interface Together {
  readonly call: Call;
  readonly probes: Probe[];
}

/**
 * The fewest requests with all variants that write a call differently, at most one of each rule. Where such a request
 * is answered as its call is, none of its variants need be sent alone. @param byRule - the variants of each rule
 * @returns the request that has a variant; undefined if that has no other
 */
export function combineVariants(byRule: readonly (readonly Probe[])[], cell: Cell) {
  const requests: Together[] = [];
  for (const probes of byRule) {
    const open = [...requests];
    for (const probe of probes.filter(isCombinable)) {
      const place = open.findIndex((others) => fits(others, probe));
      const [found] = place < 0 ? [] : open.splice(place, 1);
      if (found === undefined) requests.push({ call: probe.call, probes: [probe] });
      else found.probes.push(probe);
    }
  }
  const combined = new Map<string, Probe>();
  for (const { call, probes } of requests.filter((together) => together.probes.length > 1)) {
    const traits = probes.flatMap((probe) => probe.traits ?? []);
    const whole = spelledProbe(traits, cell, call);
    for (const probe of probes) combined.set(keyOf(probe), whole);
  }
  return (probe: Probe): Probe | undefined => combined.get(keyOf(probe));
}

const keyOf = ({ code, call }: Probe): string => `${code} ${callKey(call)}`;

/**
 * False for a variant that a server may refuse, which would say nothing of the others, and for other forms of a value,
 * which CDATA or an attribute beside them may hide.
 */
function isCombinable({ traits = [], owner }: Probe): boolean {
  const areFree = traits.every(({ refusedBy, values }) => refusedBy === undefined && values === undefined);
  return traits.length > 0 && owner === undefined && areFree;
}

function fits({ call, probes }: Together, probe: Probe): boolean {
  const traits = [...probes, probe].flatMap((one) => one.traits ?? []);
  return callKey(call) === callKey(probe.call) && hiddenIn(traits).length === 0;
}
