import { STATUS_CODES } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Client } from '../../engine/send/client.ts';
import { type Catalog, loadCatalog } from '../../reference/catalog.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { createPipeline } from '../../reference/pipeline.ts';
import { createRouter } from '../../reference/route.ts';
import type { OutResponse } from '../../reference/wire/message.ts';
import {
  type Exchange,
  type Header,
  type HttpRequest,
  type HttpResponse,
  headerValue,
  isLeftOut,
} from '../../wire/http/exchange.ts';
import { bindings } from '../../wire/soap/bindings.ts';

/** An answer that only a socket shows unchanged: its framing is wrong, or a client reacts to it. */
export class NeedsSocket extends Error {}

const catalog = loadCatalog();

/**
 * A client of a server with these mutations, without HTTP.
 * @param dealers - null: any credentials
 * @param arrival - sees each request before those that are under way are answered; null: requests never overlap
 */
export function inProcess(
  like: Client,
  mutations: readonly Mutation[],
  dealers: Catalog['dealers'] | null = null,
  arrival: Mutation | null = null,
): Client {
  const { contract } = like;
  const known = dealers === null ? catalog : { ...catalog, dealers };
  const routeOf = (all: readonly Mutation[]) => {
    const pipeline = createPipeline({ contract, catalog: known, checkCredentials: dealers !== null, mutations: all });
    return createRouter(contract, pipeline, () => 'http://127.0.0.1', all);
  };
  const route = routeOf(mutations);
  const arrive = arrival && routeOf([arrival]);
  let requests = 0;
  const send = async (_cell: unknown, request: HttpRequest): Promise<Exchange> => {
    requests += 1;
    const isExpecting = headerValue(request.headers, 'expect') !== undefined;
    if (isExpecting && mutations.some(({ uncontinued }) => uncontinued)) throw new NeedsSocket();
    const body = request.body ?? new Uint8Array();
    const { version, target } = request.delivery ?? {};
    const read = {
      ...request,
      headers: sentHeaders(request),
      body,
      ...(version && { version }),
      ...(target && { target }),
    };
    if (arrive !== null) {
      arrive(read);
      await setImmediate();
    }
    const { response } = route(read);
    return { request, outcome: { kind: 'response', response: received(request, response) }, durationMs: 0 };
  };
  return {
    ...like,
    send,
    call: (cell, call) => send(cell, bindings[cell.binding].encode(call, like.context)),
    requests: () => requests,
    backedOff: () => 0,
    close: async () => {},
  };
}

/** The header lines as they arrive at a server. */
export function sentHeaders({ headers, body, delivery = {} }: HttpRequest): readonly Header[] {
  const length: readonly Header[] = body === null ? [] : [['content-length', `${body.byteLength}`]];
  const usual: readonly Header[] = [
    ['User-Agent', 'suite'],
    ['Accept-Encoding', 'identity'],
  ];
  const added = usual.filter(([name]) => headerValue(headers, name) === undefined);
  const host: readonly Header[] = [
    ['host', '127.0.0.1'],
    ['connection', delivery.alone === true && delivery.version === undefined ? 'close' : 'keep-alive'],
  ];
  const own = [...headers.filter((header) => !isLeftOut(header)), ...added];
  const all = delivery.order === 'host-last' ? [...length, ...own, ...host] : [...host, ...own, ...length];
  return delivery.names === 'upper' ? all.map(([name, value]) => [name.toUpperCase(), value]) : all;
}

/** As node:http writes it and our client reads it. */
export function received({ method }: HttpRequest, { status, reason, headers, body, raw }: OutResponse): HttpResponse {
  const lengths = headers.filter(([name]) => /^(content-length|transfer-encoding|connection)$/i.test(name));
  const framed = lengths.length === 1 && lengths[0]?.[1] === `${body.length}` && body.length < 1024 * 1024;
  const text = [reason ?? '', ...headers.flat()].join('');
  const printable = /^[\t\x20-\x7e]{0,8000}$/.test(text);
  const usual = status >= 200 && ![204, 304, 429, 503].includes(status) && method !== 'HEAD';
  if (raw !== null || !framed || !printable || !usual) throw new NeedsSocket();
  const own: readonly Header[] = [
    ['Date', new Date().toUTCString()],
    ['Connection', 'keep-alive'],
    ['Keep-Alive', 'timeout=15'],
  ];
  const line = { status, reason: reason ?? STATUS_CODES[status] ?? 'unknown', version: '1.1' };
  return { ...line, headers: [...headers, ...own], body, complete: true, surplus: 0 };
}
