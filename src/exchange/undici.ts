import { createRequire } from 'node:module';
import type undici from 'undici';

// Of the whole package a run needs these two. Its index loads ninety modules more (fetch, caches, mocks, WebSocket), which
// takes each process of a run longer than to load ours.
const load = createRequire(import.meta.url);

/** undici's client of one origin, without the methods that the index adds: `dispatch` is what there is. */
export const Client: typeof undici.Client = load('undici/lib/dispatcher/client.js');

/** undici's maker of sockets. */
export const buildConnector: typeof undici.buildConnector = load('undici/lib/core/connect.js');
