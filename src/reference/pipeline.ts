import type { Contract } from '../contract/model.ts';
import { answerFailure, answerResult, through } from './answer.ts';
import { createCarts } from './carts.ts';
import type { Catalog } from './catalog.ts';
import type { Mutation, MutationContext } from './mutation.ts';
import { operations } from './operations/operations.ts';
import type { FieldValue } from './value.ts';
import { isSoap } from './wire/element.ts';
import { fault, type InRequest, type OutResponse, type ParsedRequest, type RequestFailure } from './wire/message.ts';

interface PipelineOptions {
  readonly contract: Contract;
  readonly catalog: Catalog;
  readonly checkCredentials: boolean;
  readonly mutations: readonly Mutation[];
}

export type Pipeline = ReturnType<typeof createPipeline>;

/** From a request to its response. @param read - the binding's reader @param why - a sentence: the call is refused */
export function createPipeline({ contract, catalog, checkCredentials, mutations }: PipelineOptions) {
  const carts = createCarts(BigInt(catalog.cart.firstDealerTrxID));
  const respond = createResponder(catalog);
  let n = 0;
  return (request: InRequest, read: (request: InRequest) => ParsedRequest, why: string | null = null) => {
    n += 1;
    const first = read(request);
    const active = mutations.filter((one) => one.applies(first.operation?.name ?? '', first.binding));
    const context = contextOf(first, n, request, contract);
    const received = receive(context, active);
    if ('answer' in received) return { response: received.answer, reading: first, changes: [] };
    const reading = received === request ? first : read(received);
    const call = changeCall(received === request ? context : contextOf(reading, n, received, contract), active);
    // Over GET and POST its message is the answer.
    const refused = why === null ? null : fault('Client', why);
    const own = refused ?? reading.failure ?? (checkCredentials ? refusal(call, reading, catalog) : null);
    const failure = through(active, own, (one, value) => one.failure?.(value, { ...call, failure: value }));
    const ctx = failure === call.failure ? call : { ...call, failure };
    const { parameters, header } = ctx;
    const made =
      failure === null
        ? respond(operations[ctx.operation]?.({ parameters, header, catalog, carts }) ?? null, ctx, active)
        : answerFailure(failure, ctx, active);
    const changes = active.flatMap((one) => one.name?.(ctx) ?? []);
    return { response: through(active, made, (one, value) => one.response?.(value, ctx)), reading, changes };
  };
}

/** Writes results. The only cache: an unchanged list is written once per binding. Bench line 'Get_Video_Links'. */
function createResponder(catalog: Catalog) {
  const lists = new Set<unknown>(Object.values(catalog));
  const written = new Map<string, OutResponse>();
  return (value: FieldValue, ctx: MutationContext, active: readonly Mutation[]): OutResponse => {
    const result = through(active, value, (one, current) => one.result?.(current, ctx));
    if (active.length > 0 || !lists.has(value)) return answerResult(result, ctx, active);
    const key = `${ctx.operation}/${ctx.binding}`;
    const response = written.get(key) ?? answerResult(value, ctx, active);
    written.set(key, response);
    return response;
  };
}

function contextOf(reading: ParsedRequest, n: number, request: InRequest, contract: Contract): MutationContext {
  const { operation, binding, parameters, header, failure } = reading;
  return { operation: operation?.name ?? '', binding, n, request, parameters, header, failure, contract };
}

/** The request as the mutations change it, or an answer instead. */
function receive(ctx: MutationContext, active: readonly Mutation[]) {
  let current = ctx.request;
  for (const mutation of active) {
    const changed = mutation.request?.(current, { ...ctx, request: current }) ?? current;
    if ('answer' in changed) return changed;
    current = changed;
  }
  return current;
}

function changeCall(ctx: MutationContext, active: readonly Mutation[]): MutationContext {
  if (active.length === 0) return ctx;
  const parameters = through(active, ctx.parameters, (one, value) => one.parameters?.(value, ctx));
  const header = through(active, ctx.header, (one, value) => one.header?.(value, { ...ctx, parameters }));
  return { ...ctx, parameters, header };
}

/** What a method throws where the credentials are wrong, without repeating them (the section 'Authentication'). */
function refusal(
  { binding, parameters }: MutationContext,
  { operation }: ParsedRequest,
  { dealers }: Catalog,
): RequestFailure | null {
  const names = operation?.parameters.flatMap(({ name, credential }) => (credential ? [name] : [])) ?? [];
  const dealer = dealers.find((one) => one.DealerID === parameters.DealerID);
  const isWrong = (name: 'APIKEY' | 'Password') => names.includes(name) && parameters[name] !== dealer?.[name];
  const wrong = dealer === undefined ? 'DealerID' : (['APIKEY', 'Password'] as const).find(isWrong);
  if (names.length === 0 || wrong === undefined) return null;
  const message = `${wrong} is not ${wrong === 'DealerID' ? 'known' : 'valid'}.`;
  const why = `Server was unable to process request. ---> ${message}`;
  return isSoap(binding) ? fault('Server', why) : { kind: 'plain', message };
}
