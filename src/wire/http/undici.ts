import { createRequire } from 'node:module';
import type undici from 'undici';

// A run needs only these two of the package. Its index loads ninety more modules (fetch, caches, mocks, WebSocket),
// which takes each process of a run longer than loading ours.
const load = createRequire(import.meta.url);

/** undici's client of one origin, without the methods that the index adds: it has only `dispatch`. */
export const Client: typeof undici.Client = load('undici/lib/dispatcher/client.js');

/** undici's factory of sockets. */
export const buildConnector: typeof undici.buildConnector = load('undici/lib/core/connect.js');
