/** A header line: name as written, value without surrounding white space. */
export type Header = readonly [name: string, value: string];

/** One HTTP request as it is sent; src/wire/http adds Host and Connection. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, beginning with '/'. */
  readonly path: string;
  /** An empty User-Agent or Accept-Encoding means that there is none. */
  readonly headers: readonly Header[];
  readonly body: Uint8Array | null;
  /** How it is sent, if not in the usual way; not recorded. */
  readonly delivery?: {
    /** On its own connection, which ends with it; a request of HTTP/1.1 says so. */
    readonly alone?: true;
    /** In two packets: the first ends this many bytes after the head, or before its end if negative. */
    readonly firstPacket?: number;
    /** On the request line; 1.1 if left out. */
    readonly version?: '1.0';
    /**
     * The whole address on the request line, with the host of Host. The path is sent in its place to a target that did
     * not answer by HTTP/1.1: xsp4, of HTTP/1.0, loses a thread by each (RFC 9112, section 3.2.2).
     */
    readonly target?: 'absolute';
    /** Of all header lines, also those that src/wire/http adds: Host and Connection last, Content-Length first. */
    readonly order?: 'host-last';
    /** Of all header fields, in capitals. */
    readonly names?: 'upper';
    /** Around the value of each header field (RFC 9112, section 5.1): nothing, or a tab and spaces. */
    readonly space?: 'none' | 'wide';
    /** The target in Host: in capitals, or with the port that it leaves out (RFC 9110, section 4.2.3). */
    readonly host?: 'upper' | 'with-port';
  };
}

/** One HTTP response, read to its end or to the size limit. */
export interface HttpResponse {
  readonly status: number;
  readonly reason: string;
  /** As on the status line: '1.0' or '1.1'. */
  readonly version: string;
  /** As received, if it is not one by RFC 9112, section 4; left out if it is. */
  readonly statusLine?: string;
  /** In the order received, with repeated lines. */
  readonly headers: readonly Header[];
  /** After removal of a transfer coding, and of a content coding that the request accepted. */
  readonly body: Uint8Array;
  /** Bytes before that content coding was removed; left out if none was. */
  readonly codedBytes?: number;
  /** Its content coding, which the request accepted, is not known here: the body is as received. */
  readonly unknownCoding?: true;
  /** False when the connection ended before the promised Content-Length. */
  readonly complete: boolean;
  /** Bytes that came after the promised Content-Length. */
  readonly surplus: number;
  /** The connection some time after an answer to a request with Connection: close. */
  readonly afterClose?: 'ended' | 'open';
  /** Its request expected 100 Continue, and sent its body after it had waited in vain. */
  readonly uncontinued?: true;
  /** Of its request, if that is not 1.1. */
  readonly requestVersion?: '1.0';
  /** The connection was reset before that length: bytes that were sent may be lost (RFC 9112, section 9.6). */
  readonly reset?: true;
}

/** What is said of a Content-Length of several numbers, in one line or in several, which no client reads. */
export const lengthListText = (lengths: string): string => `the Content-Length is a list of numbers, ${lengths}`;

export const troubleKinds = [
  ...(['refused', 'unresolved', 'tls', 'timeout', 'closed'] as const),
  ...(['too-large', 'framing', 'unavailable', 'aborted'] as const),
];

/** What of a message is wrong, or too large. */
export const troubleParts = ['length-list', 'lengths', 'chunks', 'head'] as const;

/** Why no response can be judged; expected, therefore data and not an exception. */
export interface NetworkError {
  readonly kind: (typeof troubleKinds)[number];
  readonly message: string;
  /** Left out if it is another part. */
  readonly part?: (typeof troubleParts)[number];
  /** A subkind that users can do something about; never recorded. */
  readonly detail?: 'unfinished' | 'certificate-wanted' | 'certificate-mismatch' | 'certificate-untrusted';
}

export type ExchangeOutcome =
  | { readonly kind: 'response'; readonly response: HttpResponse }
  | {
      readonly kind: 'trouble';
      readonly trouble: NetworkError;
      /** Bytes of an answer came: the target is there. */
      readonly begun?: true;
    };

/** One HTTP request and what came back. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly outcome: ExchangeOutcome;
  /** Milliseconds from sending to the last byte or the network error. */
  readonly durationMs: number;
  /** Sent before: milliseconds from the connection's last answer to its end without a byte of this one. */
  readonly unansweredAfterMs?: number;
  /** Of a request that waited in vain: how many others got an answer of the target meanwhile. */
  readonly answeredMeanwhile?: number;
  /** Milliseconds from the connection's last answer, which did not say that it ends, to its end before this request. */
  readonly endedAfterMs?: number;
}

/** node:http's flat list, name and value in turn, as header lines. */
export function headerLines(raw: readonly string[]): readonly Header[] {
  const lines: Header[] = [];
  for (let at = 0; at < raw.length; at += 2) lines.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return lines;
}

/** As the value of an Origin: the target's own, which a sender of calls does not know. */
export const OWN_ORIGIN = '{origin}';

/** The same host and port, in capitals, or with the port if it is left out. */
export function otherHost(host: string, way: 'upper' | 'with-port', isSecure: boolean): string {
  if (way === 'upper') return host.toUpperCase();
  return /:\d+$/.test(host) ? host : `${host}:${isSecure ? 443 : 80}`;
}

/** True for a line that says that a request has no such field, not even the suite's own. */
export function isLeftOut([name, value]: Header): boolean {
  return value === '' && /^(?:user-agent|accept-encoding)$/i.test(name);
}

/** The first value of a header, by case-insensitive name (RFC 9110, section 5.1). */
export function headerValue(headers: readonly Header[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of headers) if (key.toLowerCase() === wanted) return value;
  return undefined;
}

/** A request or response with another value of a header; null removes it. */
export function withHeader<T extends Pick<HttpRequest, 'headers'>>(message: T, name: string, value: string | null): T {
  const others = message.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return { ...message, headers: value === null ? others : [...others, [name, value]] };
}

/** The status of an answer; 0 where there was none. */
export function statusOf({ outcome }: Pick<Exchange, 'outcome'>): number {
  return outcome.kind === 'response' ? outcome.response.status : 0;
}

export function isStatus200(exchange: Exchange): boolean {
  return statusOf(exchange) === 200;
}

/** True for the statuses by which a server says that the address is another, or not for this caller; not 'later'. */
export function isRefused(outcome: ExchangeOutcome): boolean {
  return outcome.kind === 'response' && /^(?:3\d\d|4(?!08|25|29)\d\d)$/.test(`${outcome.response.status}`);
}

type LimitKind = 'timeout' | 'too-large';

/** True where a limit of the run ended an answer, which says nothing of the target. */
export function ranIntoLimit(
  outcome: ExchangeOutcome,
): outcome is Extract<ExchangeOutcome, { kind: 'trouble' }> & { readonly trouble: { readonly kind: LimitKind } } {
  return outcome.kind === 'trouble' && (outcome.trouble.kind === 'timeout' || outcome.trouble.kind === 'too-large');
}

/** So many others show that a target is neither away nor busy. */
const SEVERAL_OTHERS = 3;

/** True for a request that waited in vain, while the target answered others. */
export const wasPassedOver = ({ answeredMeanwhile = 0 }: Exchange): boolean => answeredMeanwhile >= SEVERAL_OTHERS;

/** An exchange that did not take place, and why, in half a sentence. */
export function unsent(request: HttpRequest, message: string): Exchange {
  return { request, outcome: { kind: 'trouble', trouble: { kind: 'aborted', message } }, durationMs: 0 };
}

/** True if the request was not sent, or was ended before its answer came. */
export function wasNotSent({ outcome }: Exchange): boolean {
  return outcome.kind === 'trouble' && outcome.trouble.kind === 'aborted';
}

/**
 * The content codings of an answer but `identity` (RFC 9110, sections 8.4 and 8.4.1); null if none. The client removes
 * those that a user's header accepts: a body that is still coded can't be read.
 */
export function contentCoding(headers: readonly Header[]): string | null {
  if (headerValue(headers, 'content-encoding') === undefined) return null;
  const lines = headers.filter(([name]) => name.toLowerCase() === 'content-encoding').map(([, value]) => value.trim());
  const codings = lines.flatMap((line) => line.split(',')).map((coding) => coding.trim().toLowerCase());
  const coded = codings.some((coding) => coding !== '' && coding !== 'identity');
  return coded ? lines.filter((line) => line !== '').join(', ') : null;
}
