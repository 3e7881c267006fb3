import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { patience } from '../../patience.fixture.ts';
import type { Exchange, HttpRequest } from './exchange.ts';
import { type RawServer, startRawServer } from './raw-server.fixture.ts';
import { openTarget, type TargetOptions } from './target.ts';

/** A whole response with a body of two bytes. */
export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';

export const get: HttpRequest = { method: 'GET', path: '/app/x?a=1', headers: [['Accept', 'text/xml']], body: null };
export const post: HttpRequest = {
  method: 'POST',
  path: '/app/x',
  headers: [['Content-Type', 'a/b']],
  body: Buffer.from('é'),
};

/** What the server does with a request; its number on its connection and that of the connection count from 1. */
export type Answer = (socket: Socket, request: string, nth: number, connection: number) => void;

/** A target with its own server, both closed when the test has finished. */
export async function serve(
  answer: Answer | string,
  options: Partial<TargetOptions> = {},
): Promise<[ReturnType<typeof openTarget>, RawServer]> {
  const server = await startRawServer(typeof answer === 'string' ? (socket) => socket.write(answer, 'latin1') : answer);
  onTestFinished(server.close);
  return [open({ baseUrl: server.url, ...options }), server];
}

/** A target with a time limit that only a hanging test runs into, closed when the test has finished. */
export function open(options: Partial<TargetOptions>) {
  const target = openTarget({
    baseUrl: new URL('http://127.0.0.1/'),
    timeoutMs: patience(30_000),
    maxBodyBytes: 1_000_000,
    concurrency: 1,
    ratePerSecond: null,
    headers: [],
    ...options,
  });
  onTestFinished(target.close);
  return target;
}

/** An exchange's outcome in a few words. */
export function summary({ outcome }: Exchange): string {
  if (outcome.kind === 'trouble') return outcome.trouble.kind;
  const { status, version, body, complete, surplus } = outcome.response;
  return `${status} ${version} '${Buffer.from(body)}'${complete ? '' : ' incomplete'}${surplus > 0 ? ` +${surplus}` : ''}`;
}
