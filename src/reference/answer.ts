import type { Contract } from '../contract/model.ts';
import type { Mutation, MutationContext } from './mutation.ts';
import type { FieldValue } from './value.ts';
import type { OutElement } from './wire/element.ts';
import type { SoapBinding } from './wire/envelope.ts';
import { envelope, faultElement, upgradeHeader } from './wire/envelope.ts';
import type { Failure } from './wire/failure.ts';
import type { OutResponse } from './wire/message.ts';
import { bodyResponse, textResponse } from './wire/message.ts';
import { httpPayload, soapPayload } from './wire/payload.ts';
import { writeDocument, writeDocumentBytes } from './wire/write.ts';

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

/** The response to a call that went well. */
export function answerResult(value: FieldValue, ctx: MutationContext, mutations: readonly Mutation[]): OutResponse {
  const { contract, binding } = ctx;
  const operation = contract.operations.find((one) => one.name === ctx.operation);
  if (operation === undefined) throw new Error(`The contract has no operation ${ctx.operation}.`);
  const soap = isSoap(binding);
  const made = soap ? soapPayload(operation, value, contract) : httpPayload(operation, value, contract);
  const payload = through(mutations, made, (mutation, element) => mutation.payload?.(element, ctx));
  return soap
    ? soapResponse(200, envelope(binding, payload, contract), ctx, mutations)
    : write(200, payload, ctx, mutations);
}

/** The response to a call that failed, in the form of its binding. */
export function answerFailure(failure: Failure, ctx: MutationContext, mutations: readonly Mutation[]): OutResponse {
  if (failure.kind === 'empty') {
    const reason = `${failure.status === 400 ? 'Bad Request' : 'Unsupported Media Type'} - ${asciiLine(failure.why)}`;
    return textResponse(failure.status, contentType(ctx), '', reason);
  }
  const soap = isSoap(ctx.binding) ? ctx.binding : null;
  if (failure.kind === 'plain' || soap === null) {
    return textResponse(500, 'text/plain; charset=utf-8', `${htmlEncoded(failure.message)}\n`);
  }
  const upgrade = failure.code === 'VersionMismatch' ? upgradeHeader(ctx.contract) : undefined;
  const fault = faultElement(soap, failure.code, failure.message);
  return soapResponse(500, envelope(soap, fault, ctx.contract, upgrade), ctx, mutations);
}

function soapResponse(
  status: number,
  made: OutElement,
  ctx: MutationContext,
  mutations: readonly Mutation[],
): OutResponse {
  return write(
    status,
    through(mutations, made, (mutation, element) => mutation.envelope?.(element, ctx)),
    ctx,
    mutations,
  );
}

function write(status: number, root: OutElement, ctx: MutationContext, mutations: readonly Mutation[]): OutResponse {
  const indented = !isSoap(ctx.binding);
  if (mutations.length === 0) return bodyResponse(status, contentType(ctx), writeDocumentBytes(root, indented));
  const xml = writeDocument(root, indented);
  return textResponse(
    status,
    contentType(ctx),
    through(mutations, xml, (mutation, text) => mutation.text?.(text, ctx)),
  );
}

function contentType({ contract, binding }: { contract: Contract; binding: MutationContext['binding'] }): string {
  const { responseMediaType, charset } = contract.bindings[binding];
  return `${responseMediaType}; charset=${charset}`;
}

function isSoap(binding: MutationContext['binding']): binding is SoapBinding {
  return binding === 'soap11' || binding === 'soap12';
}

/** As ASP.NET's HttpUtility.HtmlEncode, so that a browser never runs what a caller sent. */
function htmlEncoded(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function asciiLine(text: string): string {
  return text.replace(/[^ -~]/g, '?').slice(0, 200);
}
