import type { NetworkError } from '../exchange/exchange.ts';

const own: readonly NetworkError['kind'][] = [
  'refused',
  'unresolved',
  'tls',
  'timeout',
  'too-large',
  'closed',
  'framing',
  'aborted',
];

/** Words of browsers and proxies for an answer that never came. Chromium's net_error_list.h; Mozilla's nsError.h. */
const words: readonly (readonly [RegExp, NetworkError['kind']])[] = [
  [/ABORTED|BLOCKED|CANCEL|INTERNET_DISCONNECTED|NETWORK_CHANGED|INSUFFICIENT_RESOURCES/i, 'aborted'],
  [/REFUSED|ADDRESS_UNREACHABLE/i, 'refused'],
  [/NAME_NOT_RESOLVED|UNKNOWN_HOST|ENOTFOUND/i, 'unresolved'],
  [/CERT|SSL|TLS/i, 'tls'],
  [/TIMED?_?OUT/i, 'timeout'],
  [/LENGTH_MISMATCH|CHUNKED|INVALID_HTTP|RESPONSE_HEADERS|PARTIAL_TRANSFER/i, 'framing'],
  [/EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED|NET_RESET|ECONNRESET|hang up|disconnect/i, 'closed'],
];

/**
 * Why an entry has no response. Without a sign that the service or the way to it failed, it is 'aborted': the client
 * may have given up.
 */
export function harTrouble(error: string, kind: string | null): NetworkError {
  const known = own.find((one) => one === kind) ?? words.find(([pattern]) => pattern.test(error))?.[1];
  return { kind: known ?? 'aborted', message: error === '' ? 'no answer was recorded' : error.slice(0, 300) };
}
