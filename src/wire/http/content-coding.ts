import zlib from 'node:zlib';
import { contentCoding, type ExchangeOutcome, type HttpRequest, headerValue } from './exchange.ts';

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

/** Node 20 has no zstd. */
const zstd: unknown = Reflect.get(zlib, 'zstdDecompressSync');
const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', zlib.gunzipSync],
  ['deflate', zlib.inflateSync],
  ['br', zlib.brotliDecompressSync],
  ...(typeof zstd === 'function' ? ([['zstd', zstd as Decode]] as const) : []),
]);

/**
 * The outcome with its body decoded, if the request accepted its coding (`accepted`, its Accept-Encoding). More than
 * `most` bytes are 'too-large'; what can't be decoded stays, and says so if the coding is not known here.
 */
export function decodedOutcome(outcome: ExchangeOutcome, accepted: string | undefined, most: number): ExchangeOutcome {
  if (outcome.kind === 'trouble' || accepted === undefined || !outcome.response.complete) return outcome;
  const { response } = outcome;
  const steps = stepsOf(contentCoding(response.headers) ?? '');
  if (steps.length === 0 || steps.length > MOST_STEPS || !steps.every((coding) => isAccepted(coding, accepted)))
    return outcome;
  try {
    const body = withoutCodings(response.body, steps, most);
    if (body === null) return { kind: 'response', response: { ...response, unknownCoding: true } };
    return { kind: 'response', response: { ...response, body, codedBytes: response.body.byteLength } };
  } catch (error) {
    if (!(error instanceof RangeError)) return outcome;
    const message = `the answer decodes to more than the limit of ${most} bytes`;
    return { kind: 'trouble', trouble: { kind: 'too-large', message }, begun: true };
  }
}

const MOST_STEPS = 4;

/** The codings of a Content-Encoding but `identity`, in the order in which they are taken off. */
function stepsOf(coding: string): readonly string[] {
  const names = coding.split(',').map((one) => usualName(one.trim().toLowerCase()));
  return names.filter((name) => name !== '' && name !== 'identity').toReversed();
}

/** Null if one is not known here. @throws Error of node:zlib */
function withoutCodings(body: Uint8Array, steps: readonly string[], most: number): Uint8Array | null {
  const decodes = steps.flatMap((coding) => decoders.get(coding) ?? []);
  if (decodes.length < steps.length) return null;
  return decodes.reduce((plain, decode) => new Uint8Array(decode(plain, { maxOutputLength: most })), body);
}

/** What a request's own Accept-Encoding accepts; without one it accepts any (RFC 9110, section 12.5.3). */
export function acceptedCodings({ headers }: Pick<HttpRequest, 'headers'>): string | undefined {
  const accepted = headerValue(headers, 'accept-encoding');
  return accepted === '' ? '*' : accepted;
}

/** RFC 9110, section 8.4.1: x-gzip is gzip. */
export const usualName = (coding: string): string => (coding === 'x-gzip' ? 'gzip' : coding);

/** True if a coding, or any, is listed and its weight is not zero. */
function isAccepted(coding: string, accepted: string): boolean {
  const listed = accepted
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()));
  const [, ...weights] = listed.find(([name = '']) => usualName(name) === coding) ??
    listed.find(([name]) => name === '*') ?? ['', 'q=0'];
  return !weights.some((weight) => /^q\s*=\s*0(?:\.0*)?$/.test(weight));
}

/** A body without its content codings; null if one is not known, the bytes are not in it, or they become too many. */
export function uncoded(body: Uint8Array, coding: string, most: number): Uint8Array | null {
  const steps = stepsOf(coding);
  try {
    return steps.length > MOST_STEPS ? null : withoutCodings(body, steps, most);
  } catch {
    return null;
  }
}
