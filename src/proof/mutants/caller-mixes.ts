import type { Cell, Contract } from '../../contract/model.ts';
import type { Mutation, MutationContext } from '../../reference/mutation.ts';
import type { FieldValue, ParameterValues, VehicleTypeHeader } from '../../reference/value.ts';
import { isSoap } from '../../reference/wire/element.ts';
import { type Misreading, misreadings } from './misreadings.ts';

/** A part of a request that a server may keep where other callers find it. */
interface Kept {
  readonly place: string;
  readonly detail: string;
  /** A request may have nothing there, which answers show. */
  readonly mayBeEmpty: boolean;
  /** What a request has there. */
  readonly read: (ctx: Pick<MutationContext, 'parameters' | 'header'>) => unknown;
  /** The hook that puts something else there. */
  readonly written: (value: (ctx: MutationContext) => unknown) => Pick<Mutation, 'parameters' | 'header'>;
}

/** One of so many requests meets what another one left. */
const AT_TIMES = 4;
const HEADER = 'VehicleTypeHeader';

/** Every way in which a server gives a caller of a cell what belongs to another; in all its cells, as code does. */
export function* callerMixes(cell: Cell, contract: Contract): Generator<Misreading> {
  const others = [...misreadings(cell, contract)];
  const mix = (kind: string, { place, detail }: Pick<Kept, 'place' | 'detail'>, hooks: Hooks): Misreading => {
    // A swap changes another parameter too.
    const shows = others.filter((one) => one.detail === detail && !one.kind.startsWith('swapped'));
    const [mutation, arrival] = [hooks.answering, hooks.arriving].map((one) => ({ ...one, applies: () => true }));
    const done = {
      kind,
      place,
      detail,
      trait: null,
      values: null,
      level: 'required',
      everywhere: true,
      fired: () => 1,
    } as const;
    return { ...done, mutation: mutation ?? { applies: () => true }, arrival: hooks.arriving && arrival, shows };
  };
  for (const kept of keptBy(cell, contract)) {
    yield mix('from a field of all callers', kept, fromField(kept, 1));
    if (cell.operation.effect === 'write') continue;
    yield mix('from a field of all callers, at times', kept, fromField(kept, AT_TIMES));
    yield mix('left out of a key', kept, fromCache(kept));
    if (kept.mayBeEmpty) yield mix('of an earlier call where it is empty', kept, leftOver(kept));
  }
  const answer = { place: 'answer', detail: 'result' };
  yield mix('from a buffer of all callers', answer, fromBuffer());
}

type Hooks = { readonly answering: Omit<Mutation, 'applies'>; readonly arriving?: Omit<Mutation, 'applies'> };

function* keptBy({ operation, binding }: Cell, { header }: Contract): Generator<Kept> {
  for (const { name, type, credential } of operation.parameters) {
    if (credential) continue;
    yield {
      ...{ place: `${type} parameter of all cells`, detail: name, mayBeEmpty: type === 'string' },
      read: ({ parameters }) => parameters[name],
      written: (value) => ({
        parameters: (from, ctx) => (name in from ? { ...from, [name]: value(ctx) as ParameterValues[string] } : from),
      }),
    };
  }
  if (operation.header === null || !isSoap(binding)) return;
  yield {
    ...{ place: 'header of all cells', detail: HEADER, mayBeEmpty: true },
    read: ({ header: block }) => block,
    written: (value) => ({
      header: (block, ctx) => (isSoap(ctx.binding) ? (value(ctx) as VehicleTypeHeader | null) : block),
    }),
  };
  for (const { name } of header.fields)
    yield {
      ...{ place: 'header field of all cells', detail: name, mayBeEmpty: false },
      read: ({ header: block }) => block?.[name as keyof VehicleTypeHeader],
      written: (value) => ({
        header: (block, ctx) => (block === null ? null : ({ ...block, [name]: value(ctx) } as VehicleTypeHeader)),
      }),
    };
}

/** What has arrived last is there for all that are under way. */
function fromField({ read, written }: Kept, turns: number): Hooks {
  let last: unknown;
  let count = 0;
  const keep = (ctx: MutationContext): unknown => {
    last = read(ctx);
    return last;
  };
  const meet = (ctx: MutationContext): unknown => {
    const own = read(ctx);
    if (last === own || last === undefined) return own;
    count += 1;
    return count % turns === 0 ? last : own;
  };
  return { arriving: written(keep), answering: written(meet) };
}

/** Where a request has nothing, what an earlier one had is still there. */
function leftOver({ read, written }: Kept): Hooks {
  let last: unknown;
  const value = (ctx: MutationContext): unknown => {
    const own = read(ctx);
    if (own === '' || own === null || own === undefined) return last ?? own;
    last = own;
    return own;
  };
  return { answering: written(value) };
}

/** An answer of a cell is kept for its requests that are alike but there. */
function fromCache({ detail }: Kept): Hooks {
  const kept = new Map<string, FieldValue>();
  const result = (value: FieldValue, { operation, binding, parameters, header }: MutationContext): FieldValue => {
    const block = detail === HEADER ? {} : (header ?? {});
    const parts = [...Object.entries(parameters), ...Object.entries(block)].filter(([name]) => name !== detail);
    const key = [operation, binding, ...parts].join('\n');
    const answer = kept.get(key) ?? value;
    kept.set(key, answer);
    return answer;
  };
  return { answering: { result } };
}

/** The result that was made last is written to all that are under way. */
function fromBuffer(): Hooks {
  const last = new Map<string, FieldValue>();
  const keep = (value: FieldValue, { operation }: MutationContext): FieldValue => {
    last.set(operation, value);
    return value;
  };
  const meet = (value: FieldValue, { operation }: MutationContext): FieldValue => last.get(operation) ?? value;
  return { arriving: { result: keep }, answering: { result: meet } };
}
