import { grouped } from '../../base/group-by.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, callKey, free, withValue } from '../../wire/soap/call.ts';
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
export const MOST_TOGETHER = 24;
/** Couples for a field of the header that was not seen to decide anything: of different values of parameters, and of it. */
const MOST_UNSURE = 3;

const valuesOf = ({ call }: Evidence): string => JSON.stringify(call.values);

/** Whether two calls differ in one field of the header and in nothing else. */
export const isHeaderAlone = (one: Evidence, other: Evidence, parts: readonly CallPart[]): boolean =>
  valuesOf(one) === valuesOf(other) && partsApart(parts, one.call, other.call).length === 1;

/**
 * Calls to send at once: each part differs between two of them, and little else, so that what one of them gets wrongly
 * is the other's. A server that mixes up callers may have answered two calls alike that it answers differently alone.
 * The call that differs most from the others comes last: what arrives last is often what all get.
 * @param answers - of different calls, the likeliest first @param tells - whether two answers differ, one with data
 */
export function volleyOf(
  answers: readonly Evidence[],
  parts: readonly CallPart[],
  tells: (one: Evidence, other: Evidence) => boolean,
): readonly Evidence[] {
  const known = new Map(answers.map((answer) => [callKey(answer.call), answer] as const));
  const couples = answers.flatMap((one, at) =>
    answers
      .slice(at + 1)
      .map((other): Couple => ({ calls: [one, other], apart: partsApart(parts, one.call, other.call) })),
  );
  /** False where a call was seen to get the same with this part of the other one. */
  const mayDecide = (part: CallPart, one: Evidence, other: Evidence): boolean => {
    const mixed = known.get(callKey(part.from(one.call, other.call)));
    return mixed === undefined || tells(one, mixed);
  };
  const volley = new Set<Evidence>();
  /** Less for a couple that differs in fewer parts, and adds fewer calls. */
  const cost = ({ calls, apart }: Couple): number =>
    apart.length * 3 + calls.filter((call) => !volley.has(call)).length;
  for (const part of parts) {
    const differing = couples.filter(({ apart }) => apart.includes(part));
    const nearest = differing.toSorted((one, other) => cost(one) - cost(other));
    const deciding = nearest.find(({ calls: [one, other] }) => {
      return tells(one, other) && mayDecide(part, one, other) && mayDecide(part, other, one);
    });
    const couple = deciding ?? nearest[0];
    const isSure = couple !== undefined && couple.apart.length === 1 && tells(...couple.calls);
    const unsure = isSure ? [] : differing.filter(({ calls }) => isHeaderAlone(...calls, parts));
    const ofEachKind = [
      ({ calls: [one] }: Couple) => valuesOf(one),
      ({ calls: [, other] }: Couple) => part.of(other.call),
    ];
    const others = ofEachKind.flatMap((kindOf) =>
      grouped(unsure, kindOf)
        .slice(0, MOST_UNSURE)
        .flatMap(([first]) => first?.calls ?? []),
    );
    for (const call of [...(couple?.calls ?? []), ...others]) volley.add(call);
  }
  const chosen = [...volley].slice(0, MOST_TOGETHER);
  const apartFromAll = ({ call }: Evidence): number =>
    chosen.reduce((sum, other) => sum + partsApart(parts, call, other.call).length, 0);
  // Of a header with many fields, a call that differs in most of them.
  const all = chosen.some(({ call }) => call.header !== null) ? answers : chosen;
  const [last] = all.toSorted((one, other) => apartFromAll(other) - apartFromAll(one));
  return last === undefined ? [] : [...chosen.filter((one) => one !== last), last];
}
