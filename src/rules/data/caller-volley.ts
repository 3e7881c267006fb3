import type { Cell, Contract } from '../../contract/model.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, free, withValue } from '../../wire/soap/call.ts';
import type { Evidence } from '../evidence.ts';

/** A part of a call that a server may keep where other callers find it: a parameter, or a field of the header. */
export interface CallPart {
  readonly of: (call: Call) => string;
  /** A call with this part of another one. */
  readonly from: (call: Call, other: Call) => Call;
}

/** The parts of a cell's calls that can vary. */
export function callParts(cell: Cell, { header }: Contract): readonly CallPart[] {
  const parameters = free(cell).map((parameter): CallPart => {
    const of = ({ values }: Call): string => values[parameter.name] ?? '';
    return { of, from: (call, other) => withValue(call, parameter, of(other)) };
  });
  if (cell.operation.header === null || !isSoap(cell.binding)) return parameters;
  const fields = header.fields.map(
    ({ name }): CallPart => ({
      of: (call) => JSON.stringify(call.header?.[name] ?? null),
      from: (call, other) => ({ ...call, header: { ...call.header, [name]: other.header?.[name] ?? '' } }),
    }),
  );
  return [...parameters, ...fields];
}

/** The parts in which two calls differ. */
export function partsApart(parts: readonly CallPart[], call: Call, other: Call): readonly CallPart[] {
  return parts.filter(({ of }) => of(call) !== of(other));
}

/** Two calls, and the parts in which they differ. */
interface Couple {
  readonly calls: readonly [Evidence, Evidence];
  readonly apart: readonly CallPart[];
}

/** Calls that are sent together, at most: one that the others differ from in a part each. */
export const MOST_TOGETHER = 12;

/**
 * Calls to send at once: each part differs between two of them, and little else, so that what one of them gets wrongly
 * is the other's. A server that mixes up callers may have answered two calls alike that it answers differently alone.
 * @param answers - of different calls, the likeliest first @param tells - whether two answers differ, one with data
 */
export function volleyOf(
  answers: readonly Evidence[],
  parts: readonly CallPart[],
  tells: (one: Evidence, other: Evidence) => boolean,
): readonly Evidence[] {
  const couples = answers.flatMap((one, at) =>
    answers
      .slice(at + 1)
      .map((other): Couple => ({ calls: [one, other], apart: partsApart(parts, one.call, other.call) })),
  );
  const telling = couples.filter(({ calls }) => tells(...calls));
  const volley = new Set<Evidence>();
  for (const part of parts) {
    const [couple] = [telling, couples].flatMap((some) =>
      nearest(
        some.filter(({ apart }) => apart.includes(part)),
        volley,
      ),
    );
    for (const call of couple?.calls ?? []) volley.add(call);
  }
  return [...volley].slice(0, MOST_TOGETHER);
}

/** The couple that differs in fewest parts, and adds fewest calls; none if there are none. */
function nearest(couples: readonly Couple[], chosen: ReadonlySet<Evidence>): readonly Couple[] {
  const cost = ({ calls, apart }: Couple): number =>
    apart.length * 3 + calls.filter((call) => !chosen.has(call)).length;
  const [first, ...others] = couples;
  return first === undefined ? [] : [others.reduce((best, one) => (cost(one) < cost(best) ? one : best), first)];
}
