import { operationNamed } from '../contract/operations.ts';
import type { Mutation, MutationContext } from './mutation.ts';
import type { FieldValue } from './value.ts';
import { envelope, faultElement, isSoap, type OutElement, upgradeHeader } from './wire/element.ts';
import { contentTypeOf, type OutResponse, plainResponse, type RequestFailure, textResponse } from './wire/message.ts';
import { httpPayload, soapPayload } from './wire/payload.ts';
import { writeDocument } from './wire/write.ts';

/** Applies one hook of each mutation, in order. */
export function through<T>(
  mutations: readonly Mutation[],
  value: T,
  hook: (mutation: Mutation, value: T) => T | undefined,
): T {
  return mutations.reduce((current, mutation) => {
    const changed = hook(mutation, current);
    return changed === undefined ? current : changed;
  }, value);
}

export function answerResult(value: FieldValue, ctx: MutationContext, mutations: readonly Mutation[]): OutResponse {
  const { contract, binding } = ctx;
  const operation = operationNamed(contract, ctx.operation);
  const made = (isSoap(binding) ? soapPayload : httpPayload)(operation, value, contract);
  const payload = through(mutations, made, (mutation, element) => mutation.payload?.(element, ctx));
  return document(200, payload, ctx, mutations);
}

/** The response to a call that failed, in the form of its binding. */
export function answerFailure(
  failure: RequestFailure,
  ctx: MutationContext,
  mutations: readonly Mutation[],
): OutResponse {
  if (failure.kind === 'empty') {
    const reason = `${failure.status === 400 ? 'Bad Request' : 'Unsupported Media Type'} - ${asciiLine(failure.why)}`;
    return textResponse(failure.status, contentTypeOf(ctx.contract, ctx.binding), '', reason);
  }
  // An apostrophe stays readable: no text of a page ends with it.
  if (failure.kind === 'plain' || !isSoap(ctx.binding))
    return plainResponse(500, escapeHtml(failure.message).replaceAll('&#39;', "'"));
  const upgrade = failure.code === 'VersionMismatch' ? upgradeHeader(ctx.contract) : undefined;
  return document(500, faultElement(ctx.binding, failure.code, failure.message), ctx, mutations, upgrade);
}

/** The payload in its binding's document, with a block in the Header of a SOAP envelope. */
function document(
  status: number,
  payload: OutElement,
  ctx: MutationContext,
  mutations: readonly Mutation[],
  block?: OutElement,
): OutResponse {
  const { contract, binding } = ctx;
  const root = isSoap(binding)
    ? through(mutations, envelope(binding, payload, contract, block), (one, made) => one.envelope?.(made, ctx))
    : payload;
  const xml = through(mutations, writeDocument(root, !isSoap(binding)), (one, text) => one.text?.(text, ctx));
  return textResponse(status, contentTypeOf(contract, binding), xml);
}

/** As in ASP.NET's HttpUtility.HtmlEncode: a browser never runs what a caller sent. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function asciiLine(text: string): string {
  return text.replace(/[^ -~]/g, '?').slice(0, 200);
}
