import { setImmediate } from 'node:timers/promises';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract, SimpleType } from '../../contract/model.ts';
import { httpRootContent } from '../../contract/operations.ts';
import type { Client } from '../../engine/send/client.ts';
import { answerFailure } from '../../reference/answer.ts';
import type { Mutation, MutationContext } from '../../reference/mutation.ts';
import type { FieldValue, ParameterValues } from '../../reference/value.ts';
import { isElement, type OutElement } from '../../reference/wire/element.ts';
import type { InRequest, OutResponse } from '../../reference/wire/message.ts';
import { writeDocument } from '../../reference/wire/write.ts';
import type { Exchange, HttpRequest, HttpResponse } from '../../wire/http/exchange.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import { isInteger } from '../../wire/soap/canonical-value.ts';
import { received, sentHeaders } from '../mutants/in-process.ts';
import { isTag, readMarkup, type Tag } from '../mutants/markup.ts';
import { localName } from '../mutants/places.ts';
import { framed } from './described.fixture.ts';
import { sentCall } from './sent-call.fixture.ts';

/** What a service does wrongly: a mutation of the reference server, of which the records of an answer are its bytes. */
export interface ServiceFault {
  readonly answering: Mutation;
  /** What a request changes as it arrives, while others are under way. */
  readonly arriving?: Mutation | undefined;
}

/** The answers to equal requests are equal: each is sent once. */
export function remembering(client: Client): Client {
  const known = new Map<string, Promise<Exchange>>();
  const send: Client['send'] = async (cell, request) => {
    const { body, ...head } = request;
    const key = JSON.stringify([cellName(cell), head, body === null ? null : Buffer.from(body).toString('latin1')]);
    const answer = known.get(key) ?? client.send(cell, request);
    known.set(key, answer);
    return { ...(await answer), request };
  };
  return { ...client, send };
}

/** A client of a service with a fault in front, and where the first of its answers that is not right differs. */
export function faultyService(client: Client, { answering, arriving }: ServiceFault, contract: Contract) {
  let n = 0;
  let shown: string | null = null;
  let shownInResult: string | null = null;
  const send = async (cell: Cell, request: HttpRequest): Promise<Exchange> => {
    const { operation, binding } = cell;
    if (!answering.applies(operation.name, binding)) return client.send(cell, request);
    n += 1;
    const arrived = arrivedAs(request);
    const named = { operation: operation.name, binding, n, request: arrived, parameters: {}, header: null };
    const ctx: MutationContext = { ...named, failure: null, contract };
    const read = answering.request?.(arrived, ctx) ?? arrived;
    const answer = 'answer' in read ? read.answer : await answerTo(read, { cell, request, arrived, ctx });
    const right = await client.send(cell, request);
    if (answer === null || right.outcome.kind !== 'response') return right;
    const between = difference(asWritten(right.outcome.response), answer);
    if (between === null) return right;
    shown ??= between;
    const isOfResult = right.outcome.response.status === 200 && httpRootContent(operation).kind !== 'open';
    if (isOfResult) shownInResult ??= between;
    return { request, outcome: { kind: 'response', response: received(request, answer) }, durationMs: 0 };
  };

  /** The answer of the service to a request as the fault reads it; null where there is none. */
  async function answerTo(read: InRequest, { cell, request, arrived, ctx: first }: Asked): Promise<OutResponse | null> {
    const { path, body } = request;
    const given = read === arrived ? request : { ...request, path: read.path ?? path, body: body && read.body };
    const call = sentCall(given, cell, contract);
    const parameters = call === null ? {} : typed(call.values, cell);
    const sent = { ...first, parameters };
    if (arriving !== undefined) {
      arriving.parameters?.(parameters, sent);
      await setImmediate();
    }
    const meant = answering.parameters?.(parameters, sent) ?? parameters;
    const ctx = { ...sent, parameters: meant };
    const isMisread = call !== null && JSON.stringify(untyped(meant)) !== JSON.stringify(untyped(parameters));
    const asked = isMisread
      ? bindings[cell.binding].encode({ ...call, values: untyped(meant) }, { ...client.context, contract })
      : given;
    const failure = answering.failure?.(null, ctx) ?? null;
    if (failure !== null) return answerFailure(failure, ctx, [answering]);
    const { outcome } = await client.send(cell, asked);
    if (outcome.kind !== 'response') return null;
    const own: MutationContext = {
      ...ctx,
      failure: outcome.response.status === 200 ? null : { kind: 'fault', code: 'Client', message: '' },
    };
    const made = await metBy(own, outcome.response);
    const written = withText(made, (text) => answering.text?.(treeEdited(text, own), own) ?? treeEdited(text, own));
    return answering.response?.(written, own) ?? written;
  }

  /** The bytes stand for the records, which only the reference server knows. */
  async function metBy(ctx: MutationContext, response: HttpResponse): Promise<OutResponse> {
    const whole = asWritten(response);
    const alike = { ...ctx, operation: `${ctx.operation} ${ctx.binding}` };
    const asRecords = whole as unknown as FieldValue;
    if (arriving?.result !== undefined) {
      arriving.result(asRecords, alike);
      await setImmediate();
    }
    return (answering.result?.(asRecords, alike) ?? whole) as unknown as OutResponse;
  }

  function treeEdited(text: string, ctx: MutationContext): string {
    const { payload, envelope } = answering;
    if ((payload === undefined && envelope === undefined) || !text.includes('<')) return text;
    const root = outOf(readMarkup(text).root, new Map());
    const made = isSoap(ctx.binding)
      ? inBody(root, (one) => payload?.(one, ctx) ?? one)
      : (payload?.(root, ctx) ?? root);
    const after = envelope === undefined || !isSoap(ctx.binding) ? made : envelope(made, ctx);
    const edited = writeDocument(after, false);
    return edited === writeDocument(root, false) ? text : edited;
  }

  const call: Client['call'] = (cell, one) => send(cell, bindings[cell.binding].encode(one, client.context));
  return {
    client: { ...client, send, call, close: async () => {} },
    shown: () => shown,
    shownInResult: () => shownInResult,
  };
}

interface Asked {
  readonly cell: Cell;
  readonly request: HttpRequest;
  readonly arrived: InRequest;
  readonly ctx: MutationContext;
}

function arrivedAs(request: HttpRequest): InRequest {
  const { method, path, body, delivery: { version, target } = {} } = request;
  const sent = { method, path, headers: sentHeaders(request), body: body ?? new Uint8Array() };
  return { ...sent, ...(version && { version }), ...(target && { target }) };
}

const asWritten = (response: HttpResponse): OutResponse => {
  const { status, reason, body } = response;
  return { status, reason, headers: framed(response), body, raw: null };
};

/** Where two answers differ, with what both say there; null where they are equal. */
function difference(right: OutResponse, answer: OutResponse): string | null {
  const [one, other] = [right, answer].map(({ status, headers, body }) =>
    [status, ...headers, Buffer.from(body).toString('latin1')].join('\n'),
  );
  if (one === undefined || other === undefined || one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return [one, other].map((text) => text.slice(Math.max(0, at - 60), at + 60)).join(' → ');
}

const typed = (values: Readonly<Record<string, string>>, { operation }: Cell): ParameterValues =>
  Object.fromEntries(
    operation.parameters.flatMap(({ name, type }) => {
      const value = values[name];
      return value === undefined ? [] : [[name, numberOr(value, type)] as const];
    }),
  );

const numberOr = (value: string, type: SimpleType): string | bigint =>
  isInteger(type) && /^\s*[+-]?\d{1,40}\s*$/.test(value) ? BigInt(value.replace('+', '')) : value;

const untyped = (values: ParameterValues): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, `${value}`]])));

function withText(response: OutResponse, edit: (text: string) => string): OutResponse {
  const text = Buffer.from(response.body).toString();
  const edited = edit(text);
  if (edited === text) return response;
  const body = Buffer.from(edited);
  return { ...response, body, headers: framed({ ...response, body }) };
}

/** The first element of the Body, edited; a Fault is none. */
function inBody(root: OutElement, edit: (payload: OutElement) => OutElement): OutElement {
  const children = root.children.map((child) => {
    if (!isElement(child) || child.name !== 'Body') return child;
    const own = child.children.map((one) => (isElement(one) && one.name !== 'Fault' ? edit(one) : one));
    return { ...child, children: own };
  });
  return { ...root, children };
}

const REFERENCES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string): string => text.replaceAll(/&(\w+);/g, (all, name: string) => REFERENCES[name] ?? all);

/** An element as the reference server would write it. */
function outOf({ name, attributes, children }: Tag, around: ReadonlyMap<string, string>): OutElement {
  const declared = attributes.flatMap(([key, uri]): readonly (readonly [string, string])[] =>
    /^xmlns(?::|$)/.test(key) ? [[key.slice('xmlns:'.length), uri]] : [],
  );
  const scope = new Map([...around, ...declared]);
  const prefix = name.slice(0, Math.max(0, name.indexOf(':')));
  return {
    name: localName(name),
    namespace: scope.get(prefix) ?? null,
    ...(prefix === '' ? {} : { prefix }),
    attributes: Object.fromEntries(attributes.map(([key, value]) => [key, unescaped(value)])),
    children: children.map((child) => (isTag(child) ? outOf(child, scope) : unescaped(child))),
  };
}
