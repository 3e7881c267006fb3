import type { Contract } from '../contract/model.ts';
import { answerFailure, answerResult, through } from './answer.ts';
import { createCarts } from './carts.ts';
import type { Catalog } from './catalog.ts';
import type { Mutation, MutationContext } from './mutation.ts';
import { credentialRefusal } from './operations/credentials.ts';
import { OPERATION_FUNCTIONS } from './operations/table.ts';
import type { FieldValue } from './value.ts';
import type { Failure } from './wire/failure.ts';
import { fault } from './wire/failure.ts';
import type { InRequest, OutResponse } from './wire/message.ts';
import type { ParsedRequest } from './wire/parsed-request.ts';

export interface PipelineOptions {
  readonly contract: Contract;
  readonly catalog: Catalog;
  readonly checkCredentials: boolean;
  readonly mutations: readonly Mutation[];
}

/** Answers one request of a binding; `read` is the binding's reader. */
export type Pipeline = (request: InRequest, read: (request: InRequest) => ParsedRequest) => Answered;

export interface Answered {
  readonly response: OutResponse;
  readonly reading: ParsedRequest;
}

/** The way from a request to its response, with its carts and its count of calls. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const carts = createCarts(BigInt(options.catalog.cart.firstDealerTrxID));
  let n = 0;
  const operate = (ctx: MutationContext): FieldValue =>
    OPERATION_FUNCTIONS.get(ctx.operation)?.({ ...ctx, catalog: options.catalog, carts }) ?? null;
  return (request, read) => {
    n += 1;
    return answer(request, read, n, operate, options);
  };
}

function answer(
  request: InRequest,
  read: (request: InRequest) => ParsedRequest,
  n: number,
  operate: (ctx: MutationContext) => FieldValue,
  options: PipelineOptions,
): Answered {
  const first = read(request);
  const active = options.mutations.filter((one) => one.applies(first.operation?.name ?? '', first.binding));
  const received = receive(request, active, contextOf(first, request, n, options));
  if ('answer' in received) return { response: received.answer, reading: first };
  const reading = received.request === request ? first : read(received.request);
  const ctx = judge(changeCall(contextOf(reading, received.request, n, options), active), reading, active, options);
  const made = respond(ctx, active, operate);
  const response = through(active, made.response, (one, value) => one.response?.(value, made.ctx));
  return { response, reading };
}

function contextOf(
  reading: ParsedRequest,
  request: InRequest,
  n: number,
  { contract }: PipelineOptions,
): MutationContext {
  const { binding, parameters, header, failure } = reading;
  return { operation: reading.operation?.name ?? '', binding, n, request, parameters, header, failure, contract };
}

function receive(
  request: InRequest,
  active: readonly Mutation[],
  ctx: MutationContext,
): { readonly request: InRequest } | { readonly answer: OutResponse } {
  let current = request;
  for (const mutation of active) {
    const changed = mutation.request?.(current, { ...ctx, request: current }) ?? current;
    if ('answer' in changed) return changed;
    current = changed;
  }
  return { request: current };
}

function changeCall(ctx: MutationContext, active: readonly Mutation[]): MutationContext {
  const parameters = through(active, ctx.parameters, (one, value) => one.parameters?.(value, ctx));
  const header = through(active, ctx.header, (one, value) => one.header?.(value, { ...ctx, parameters }));
  return { ...ctx, parameters, header };
}

function judge(
  ctx: MutationContext,
  reading: ParsedRequest,
  active: readonly Mutation[],
  options: PipelineOptions,
): MutationContext {
  const own = reading.failure ?? refusal(ctx, reading, options);
  const failure = through(active, own, (one, value) => one.failure?.(value, { ...ctx, failure: value }));
  return { ...ctx, failure };
}

function refusal(ctx: MutationContext, { operation }: ParsedRequest, options: PipelineOptions): Failure | null {
  if (!options.checkCredentials || operation === null) return null;
  const message = credentialRefusal(options.catalog, operation, ctx.parameters);
  return message === null ? null : methodFailure(ctx, message);
}

function respond(
  ctx: MutationContext,
  active: readonly Mutation[],
  operate: (ctx: MutationContext) => FieldValue,
): { readonly ctx: MutationContext; readonly response: OutResponse } {
  if (ctx.failure !== null) return { ctx, response: answerFailure(ctx.failure, ctx, active) };
  const value = through(active, operate(ctx), (one, current) => one.result?.(current, ctx));
  return { ctx, response: answerResult(value, ctx, active) };
}

/** A method that throws: soap:Server, or its message alone over HTTP. */
function methodFailure({ binding }: MutationContext, message: string): Failure {
  if (binding === 'http-get' || binding === 'http-post') return { kind: 'plain', message };
  return fault('Server', `Server was unable to process request. ---> ${message}`);
}
