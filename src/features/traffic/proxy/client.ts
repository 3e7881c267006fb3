import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Upstream } from '../../../wire/http/upstream.ts';

/** Requests of one connection that wait for an answer. */
const MOST_WAITING = 100;
export const TOO_MANY = `more than ${MOST_WAITING} requests of one connection wait, which is ended`;

export type ProxyClient = ReturnType<typeof openClient>;

/**
 * A client's connection, whose requests are passed on one after another. @param upstream - its own connection to the
 * target @param isOurs - the client is the proxy itself
 */
export function openClient(socket: Socket, upstream: Upstream, isOurs: boolean) {
  let last = Promise.resolve();
  let unanswered = 0;
  let isOver = false;
  /** What is passed on now. */
  let current: { readonly request: IncomingMessage; readonly response: ServerResponse } | null = null;

  return {
    upstream,
    isOurs,
    /** Counts a request. @returns whether too many wait; then the connection is to be ended */
    isFull(response: ServerResponse): boolean {
      unanswered += 1;
      response.once('close', () => {
        unanswered -= 1;
      });
      return unanswered > MOST_WAITING;
    },
    isOver: (): boolean => isOver,
    /** Passes on no later request: one was refused. */
    end(): void {
      isOver = true;
    },
    /** Resolves when all requests so far are answered. */
    answered: (): Promise<void> => last,
    /** Does something with a request (`pass`) when those before it are answered, if the client is still there. */
    add(request: IncomingMessage, response: ServerResponse, pass: () => Promise<void>): void {
      last = last.then(async () => {
        current = { request, response };
        // After bytes that are no request, the rest of this one never comes.
        if (!socket.destroyed && (request.complete || !isOver)) await pass();
        current = null;
      });
    },
    /** Ends it, as bytes came that are no request. @returns whether these can be answered, once those before are */
    async broken(): Promise<boolean> {
      isOver = true;
      if (current?.request.complete === false) return !current.response.headersSent;
      await last;
      return true;
    },
  };
}
