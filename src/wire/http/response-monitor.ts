import type { Socket } from 'node:net';
import { readThrough } from './undici.ts';

const NOTHING = Buffer.alloc(0);
const STATUS_LINE = /^HTTP\/(1\.[01]) (\d\d\d)/;
const STATUS_LINE_BYTES = 'HTTP/1.1 200'.length;
/** Bytes of a head that are kept: of its status line and, in an answer that undici refuses, of its Content-Length. */
const MOST_HEAD_BYTES = 1024;
const LENGTH_LINE = /^content-length:[ \t]*(.*)$/gim;
const HEAD_END = '\r\n\r\n';
/** A longer interim response is left to undici, which refuses it. */
const MAX_INTERIM_BYTES = 64 * 1024;

/** What a connection shows of one exchange below undici, which reports neither the status line nor surplus bytes. */
export type ResponseMonitor = ReturnType<typeof createResponseMonitor>;

/** Passes on a connection's bytes without interim responses (1xx but 101): any may come, and undici fails on a 100. */
export function createResponseMonitor(interim: (head: Buffer) => void = () => {}) {
  let exchanges = 0;
  let any = false;
  let version = '';
  let begun = '';
  let phase: 'start' | 'head' | 'body' = 'start';
  /** Bytes read but not yet passed on (start), or the end of those passed on (head). */
  let kept: Buffer = NOTHING;
  let after = 0;
  /** Bytes that undici put back when it paused: they are read again. */
  let putBack = 0;

  function begin(): void {
    exchanges += 1;
    any = false;
    version = '';
    begun = '';
    phase = 'start';
    kept = NOTHING;
    after = 0;
    putBack = 0;
  }

  /** Takes the bytes read, returns those that undici should see. */
  function pass(chunk: Buffer): Buffer {
    any = true;
    if (phase === 'body') {
      const again = Math.min(putBack, chunk.length);
      putBack -= again;
      after += chunk.length - again;
    }
    if (phase === 'head') watchHead(chunk);
    return phase === 'start' ? passStart(chunk) : chunk;
  }

  function passStart(chunk: Buffer): Buffer {
    const read = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    kept = NOTHING;
    const line = read.toString('latin1', 0, STATUS_LINE_BYTES);
    const [, readVersion, status] = STATUS_LINE.exec(line) ?? [];
    if (status?.startsWith('1') === true && status !== '101') return passInterim(read);
    if (status === undefined && isUnfinished(line)) {
      kept = read;
      return NOTHING;
    }
    version = readVersion ?? '';
    phase = 'head';
    watchHead(read);
    return read;
  }

  function passInterim(read: Buffer): Buffer {
    const end = read.indexOf(HEAD_END);
    if (end >= 0) {
      interim(read.subarray(0, end + HEAD_END.length));
      return passStart(read.subarray(end + HEAD_END.length));
    }
    if (read.length > MAX_INTERIM_BYTES) return read;
    kept = read;
    return NOTHING;
  }

  function watchHead(chunk: Buffer): void {
    const seen = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    const end = seen.indexOf(HEAD_END);
    if (begun.length < MOST_HEAD_BYTES)
      begun = (begun + chunk.toString('latin1', 0, MOST_HEAD_BYTES)).slice(0, MOST_HEAD_BYTES);
    kept = end < 0 ? seen.subarray(Math.max(0, seen.length - HEAD_END.length + 1)) : NOTHING;
    if (end < 0) return;
    phase = 'body';
    after = seen.length - end - HEAD_END.length;
  }

  return {
    /** Watches a new connection; undici reads from it through the monitor. */
    attach(socket: Socket): void {
      exchanges = 0;
      begin();
      readThrough(socket, pass, (bytes) => {
        putBack += bytes;
      });
    },
    /** Forgets the previous exchange; the connection stays. */
    begin,
    /** True when the connection has carried an exchange before the current one. */
    reused: (): boolean => exchanges > 1,
    /** True when any byte has come since begin(). */
    anyByte: (): boolean => any,
    /** As on the status line, '1.0' or '1.1'; '' before it came. */
    version: (): string => version,
    /** As received, without its line end and cut if long; '' before it came. */
    statusLine: (): string => begun.split(/\r?\n/, 1)[0] ?? '',
    /** The values of its Content-Length lines, with commas between; '' if there is none at its beginning. */
    lengths: (): string => {
      const [head = ''] = begun.split('\r\n\r\n', 1);
      return [...head.matchAll(LENGTH_LINE)].map(([, value = '']) => value.trim()).join(', ');
    },
    /** Bytes received after the empty line that ends the header. */
    bytesAfterHead: (): number => after,
  };
}

/** True as long as these bytes may become a status line. */
function isUnfinished(line: string): boolean {
  return (
    line.length < STATUS_LINE_BYTES &&
    /^(?:H|HT|HTT|HTTP|HTTP\/|HTTP\/1|HTTP\/1\.|HTTP\/1\.[01](?: \d{0,2})?)?$/.test(line)
  );
}
