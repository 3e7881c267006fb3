import { groupBy } from '../../base/group-by.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, callKey, free, withValue } from '../../wire/soap/call.ts';
import type { Evidence } from '../evidence.ts';

/** A part of a call that a server may keep where other callers find it: a parameter, or a field of the header. */
export interface CallPart {
  readonly of: (call: Call) => string;
  readonly isOfHeader: boolean;
  /** A call with this part of another one. */
  readonly from: (call: Call, other: Call) => Call;
}

/** The parts of a cell's calls that can vary. */
export function callParts(cell: Cell, { header }: Contract): readonly CallPart[] {
  const parameters = free(cell).map((parameter): CallPart => {
    const of = ({ values }: Call): string => values[parameter.name] ?? '';
    return { of, isOfHeader: false, from: (call, other) => withValue(call, parameter, of(other)) };
  });
  if (cell.operation.header === null || !isSoap(cell.binding)) return parameters;
  const fields = header.fields.map(
    ({ name }): CallPart => ({
      of: (call) => JSON.stringify(call.header?.[name] ?? null),
      isOfHeader: true,
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

type Tells = (one: Evidence, other: Evidence) => boolean;

/** So often is a call sent at once with one whose header decides its answer: one caller in four may get the other's. */
const COPIES = 4;
/** Calls that are under way with the one after them. */
const UNDER_WAY = 7;
/** So many calls have copies, at most. */
const MOST_BASES = 5;
/** Calls among which those to send are looked for: each is compared with all others. */
const MOST_COMPARED = 150;
/** Calls that are sent together, at most. */
export const MOST_TOGETHER = Math.ceil(MOST_BASES * COPIES * (1 + 1 / UNDER_WAY));

interface Volley {
  readonly calls: readonly Evidence[];
  /** Those that may have had another caller's part each time. */
  readonly unsure: readonly Evidence[];
}

/**
 * Calls to send at once: each part differs between two of them, and little else, so that what one of them gets wrongly
 * is the other's. A server that mixes up callers may have answered two calls alike that it answers differently alone.
 * The call that differs most from the others comes last: what arrives last is often what all get.
 * @param answers - of different calls, the likeliest first @param tells - whether two answers differ, one with data
 */
export function volleyOf(answers: readonly Evidence[], parts: readonly CallPart[], tells: Tells): Volley {
  const known = new Map(answers.map((answer) => [callKey(answer.call), answer] as const));
  const compared = answers.slice(0, MOST_COMPARED);
  const couples = compared.flatMap((one, at) =>
    compared
      .slice(at + 1)
      .map((other): Couple => ({ calls: [one, other], apart: partsApart(parts, one.call, other.call) })),
  );
  /** False where a call was seen to get the same with this part of the other one. */
  const mayDecide = (part: CallPart, one: Evidence, other: Evidence): boolean => {
    const mixed = known.get(callKey(part.from(one.call, other.call)));
    return mixed === undefined || tells(one, mixed);
  };
  const decides = (part: CallPart, { calls: [one, other], apart }: Couple): boolean =>
    apart.includes(part) && tells(one, other) && mayDecide(part, one, other) && mayDecide(part, other, one);
  const ofHeader = headerVolley(couples, parts, tells, decides);
  if (ofHeader.calls.length > 0) return ofHeader;
  const volley = new Set<Evidence>();
  /** Less for a couple that differs in fewer parts, and adds fewer calls. */
  const cost = ({ calls, apart }: Couple): number =>
    apart.length * 3 + calls.filter((call) => !volley.has(call)).length;
  for (const part of parts) {
    const differing = couples.filter(({ apart }) => apart.includes(part));
    const nearest = differing.toSorted((one, other) => cost(one) - cost(other));
    const couple = nearest.find((one) => decides(part, one)) ?? nearest[0];
    for (const call of couple?.calls ?? []) volley.add(call);
  }
  const apartFromAll = ({ call }: Evidence): number =>
    [...volley].reduce((sum, other) => sum + partsApart(parts, call, other.call).length, 0);
  const [last] = [...volley].toSorted((one, other) => apartFromAll(other) - apartFromAll(one));
  return { calls: [...[...volley].filter((one) => one !== last), ...(last === undefined ? [] : [last])], unsure: [] };
}

/**
 * Copies of a few calls among one that differs from them in all that was seen to decide their answers: the fields of
 * the header, and other parameters. None if no call differs from another one in a field of the header alone.
 */
function headerVolley(
  couples: readonly Couple[],
  parts: readonly CallPart[],
  tells: Tells,
  decides: (part: CallPart, couple: Couple) => boolean,
): Volley {
  const sizeOf = ({ reading }: Evidence): number => reading.response?.body.length ?? 0;
  const steps = couples.flatMap(({ calls, apart: [part, ...others] }) => {
    if (part?.isOfHeader !== true || others.length > 0) return [];
    // What has more data loses it by the field of the other one.
    const [base, other] = calls.toSorted((one, two) => sizeOf(two) - sizeOf(one));
    return base === undefined || other === undefined ? [] : [{ base, part, other, isSure: tells(base, other) }];
  });
  const sure = new Set(steps.flatMap(({ part, isSure }) => (isSure ? [part] : [])));
  const isUnsure = ({ part }: Pick<(typeof steps)[number], 'part'>): boolean => !sure.has(part);
  /** Each field that was seen to decide an answer, and of each other field calls of different values. */
  const goalOf = (step: (typeof steps)[number]): unknown =>
    isUnsure(step) ? JSON.stringify([parts.indexOf(step.part), step.base.call.values]) : step.part;
  let left = steps.filter((step) => step.isSure || isUnsure(step));
  const bases: Evidence[] = [];
  const unsure: Evidence[] = [];
  const otherOf = new Map<CallPart, Call>();
  while (left.length > 0 && bases.length + unsure.length < MOST_BASES) {
    const own = [...groupBy(left, ({ base }) => base).values()].reduce((best, some) =>
      new Set(some.map(goalOf)).size > new Set(best.map(goalOf)).size ? some : best,
    );
    for (const { part, other } of own) if (!otherOf.has(part)) otherOf.set(part, other.call);
    const reached = new Set(own.map(goalOf));
    for (const { base } of own.slice(0, 1)) (own.some(isUnsure) ? unsure : bases).push(base);
    left = left.filter((step) => !reached.has(goalOf(step)));
  }
  const all = [...bases, ...unsure];
  const [first] = all;
  if (first === undefined) return { calls: [], unsure };
  for (const part of parts.filter(({ isOfHeader }) => !isOfHeader)) {
    const isOther = ({ call }: Evidence): boolean => all.every((base) => part.of(base.call) !== part.of(call));
    const differing = couples.filter((couple) => couple.calls.some(isOther));
    const { calls = [] } = differing.find((couple) => decides(part, couple)) ?? differing[0] ?? {};
    for (const { call } of calls.filter(isOther)) otherOf.set(part, call);
  }
  const call = [...otherOf].reduce((one, [part, other]) => part.from(one, other), first.call);
  const last: Evidence = { ...first, call };
  const copies = all.flatMap((base) => Array.from({ length: COPIES }, () => base));
  const calls = copies.flatMap((one, at) => {
    return (at + 1) % UNDER_WAY === 0 || at === copies.length - 1 ? [one, last] : [one];
  });
  return { calls, unsure };
}
