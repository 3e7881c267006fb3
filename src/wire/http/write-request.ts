import type { Socket } from 'node:net';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { type Header, type HttpRequest, headerValue, otherHost } from './exchange.ts';
import { type Written, writeThrough, writtenHead } from './undici.ts';

/** Between the two packets of a request, and before a body whose head was sent alone: Linux acknowledges so late. */
const PAUSE_MS = 5;
const UNACKNOWLEDGED_MS = 45;

/** What undici refuses or leaves out, and that is therefore written into its head. */
const NAMES = /^(?:expect|upgrade|connection|content-length)$/i;
const WRITTEN_HERE = /^(?:expect: 100-continue|content-length: 0|(?:upgrade|connection): [\w./-]+)$/i;

/** True for a field that undici must not get. */
export function isWrittenHere([name, value]: Header): boolean {
  // Most fields have another name, and some long values.
  return NAMES.test(name) && WRITTEN_HERE.test(`${name}: ${value}`);
}

/** Whether a request says Connection: close. */
export const isLast = ({ delivery }: HttpRequest): boolean =>
  delivery?.alone === true && delivery.version === undefined;

/** Whether a request's body waits for 100 Continue, which HTTP/1.0 does not know. */
const isExpecting = ({ headers, body, delivery }: HttpRequest): boolean =>
  body !== null && delivery?.version === undefined && headerValue(headers, 'expect') !== undefined;

const isUsual = ({ headers, delivery }: HttpRequest): boolean => delivery === undefined && !headers.some(isWrittenHere);

/** How long a body waits for 100 Continue, in milliseconds, and what hears that it waited in vain. */
interface ContinueWait {
  readonly waitMs: () => number;
  readonly inVain: () => void;
}

/**
 * Makes a socket write requests as they are to be delivered, which undici leaves no choice in. Returns what ends the
 * wait for 100 Continue.
 */
export function writeRequestsOn(
  socket: Socket,
  current: () => HttpRequest | null,
  { waitMs, inVain }: ContinueWait,
): () => void {
  /** What follows a packet until it has gone, and a head until the body may follow; null if nothing waits. */
  let held: Written[] | null = null;
  // gSOAP says that it goes on as soon as it has read the field, which may be before the head has gone.
  let isContinued = false;
  let goOn = (): void => {};
  const continued = (): Promise<void> =>
    new Promise((resolve) => {
      if (isContinued) return resolve();
      const timer = setTimeout(() => {
        inVain();
        resolve();
      }, waitMs()).unref();
      goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const write = (written: Written, pass: (written: Written) => boolean): boolean => {
    if (held !== null) return held.push(written) > 0;
    const request = current();
    if (request === null || isUsual(request)) return pass(written);
    const head = writtenHead(written);
    const [chunk] = written;
    const bytes = head === null ? chunk : Buffer.from(headOf(head, request, socket instanceof TLSSocket), 'latin1');
    if (!(bytes instanceof Uint8Array)) return pass(written);
    const { firstPacket } = request.delivery ?? {};
    const isCut = firstPacket !== undefined && (head !== null) === firstPacket < 0;
    const waits = head !== null && isExpecting(request);
    if (waits) isContinued = false;
    if (!isCut && !waits) return pass([bytes]);
    const at = !isCut ? bytes.length : head === null ? firstPacket : Math.max(1, bytes.length + firstPacket);
    held = [];
    const release = async (): Promise<void> => {
      if (isCut) {
        await pause(at === 0 ? UNACKNOWLEDGED_MS : PAUSE_MS);
        // A turn of the event loop later: a server in this process has read the first packet by then, even if busy.
        await setImmediate();
        if (!socket.destroyed) pass([bytes.subarray(at)]);
      }
      if (waits) await continued();
      const late = held ?? [];
      held = null;
      if (!socket.destroyed) for (const waiting of late) write(waiting, pass);
    };
    void release();
    return at === 0 || pass([bytes.subarray(0, at)]);
  };
  writeThrough(socket, write);
  return () => {
    isContinued = true;
    goOn();
  };
}

/** The head that undici wrote, with the fields that it refuses, in the version and order and with the names wanted. */
function headOf(written: string, request: HttpRequest, isSecure: boolean): string {
  const { headers, delivery = {} } = request;
  const own = headers.filter(isWrittenHere);
  const { version = '1.1', target, order, names, space, host } = delivery;
  const [start = '', ...lines] = written.slice(0, -'\r\n\r\n'.length).split('\r\n');
  const further = headerValue(own, 'connection');
  const isWritten = (name: string): boolean => lines.some((line) => line.toLowerCase().startsWith(`${name}:`));
  const added = own.flatMap(([name, value]) => (isWritten(name.toLowerCase()) ? [] : [`${name}: ${value}`]));
  // `close` comes last, as in libwww-perl: HAProxy 2.6 forgets one before others if the head comes in two packets.
  const options = isLast(request) ? [further, 'close'] : ['keep-alive', further];
  const connection = `connection: ${options.filter((option) => option !== undefined).join(', ')}`;
  const fields = lines.map((line) => (isConnection(line) ? connection : line));
  const hosted = fields.map((line) =>
    host === undefined ? line : line.replace(/(?<=^host: ).*/i, (written) => otherHost(written, host, isSecure)),
  );
  const [authority = ''] = hosted.flatMap((line) => /^host: (.*)/i.exec(line)?.[1] ?? []);
  const address = target === 'absolute' ? `${isSecure ? 'https' : 'http'}://${authority}/` : '/';
  const all = order === 'host-last' ? withHostLast([...added, ...hosted]) : [...added, ...hosted];
  const named = names === 'upper' ? all.map((line) => line.replace(/^[^:]*/, (name) => name.toUpperCase())) : all;
  const spaced = space === undefined ? named : named.map((line) => withSpace(line, space));
  return [start.replace(/(?<=^\S+ )\//, address).replace(/1\.1$/, version), ...spaced, '', ''].join('\r\n');
}

/** A line without a value stays so: xsp4 ends at one that ends in a colon. Node refuses a tab after a length. */
function withSpace(line: string, space: 'none' | 'wide'): string {
  const at = line.indexOf(':') + 1;
  const value = line.slice(at).trim();
  return value === '' ? line : `${line.slice(0, at)}${space === 'none' ? value : ` \t ${value}  `}`;
}

const isConnection = (line: string): boolean => /^connection(?::|$)/i.test(line);

/** Header lines with those of the body's length first, and those of the connection last. */
function withHostLast(lines: readonly string[]): readonly string[] {
  const placeOf = (line: string): number =>
    /^(?:host|connection):/i.test(line) ? 1 : /^content-length:/i.test(line) ? -1 : 0;
  return lines.toSorted((one, other) => placeOf(one) - placeOf(other));
}
