import { ConfigError } from '../../base/error.ts';
import { member } from '../../base/json.ts';
import { are, plural } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import { isStatus200 } from '../../wire/http/exchange.ts';
import type { Recording, Recordings, UnreadEntry } from '../record/recordings.ts';
import { nothingAttached } from './attached.ts';
import { type HarReading, readCall } from './call.ts';
import type { Attached } from './entry.ts';
import { harRecording, isPlainCall } from './exchange.ts';
import { harRedactor, isWithoutSecrets } from './secrets.ts';

const MOST_ENTRIES = 100_000;
const MOST_PER_CELL = 500;
const MOST_BODIES_PER_CELL = 16 * 1024 * 1024;
/** Of all cells, and with those that are left out. */
const MOST_BODIES = 64 * 1024 * 1024;
const MOST_BODIES_READ = 256 * 1024 * 1024;

type Bad = Extract<HarReading, { readonly kind: 'bad' }>;
export type HarFile = ReturnType<typeof readHar>;

/**
 * The entries of a HAR that are calls to a GetData service. @param attached - reads the files that it names
 * @throws ConfigError if it is none, or has none
 */
export function readHar(data: object, name: string, contract: Contract, attached: Attached = nothingAttached) {
  const log = member(data, 'log');
  const entries = member(log, 'entries');
  if (!Array.isArray(entries)) throw new ConfigError(`${name} is not a HAR: it has no array log.entries`);
  if (entries.length > MOST_ENTRIES)
    throw new ConfigError(`${name} has ${plural(entries.length, 'entry')}; expected ${MOST_ENTRIES} at most`);
  const named = member(member(log, 'creator'), 'name') === 'getdata-conformance';
  const how = { contract, attached, own: named };
  const readings = entries.map((entry: unknown, index) => readCall(entry, index + 1, how));
  const calls = readings.flatMap((one) => (one.kind === 'call' ? [one.call] : []));
  const bad = readings.filter((one) => one.kind === 'bad');
  if (calls.length === 0) throw new ConfigError(`${name} has no call ${whyNone(entries.length, bad, contract)}`);
  // This suite wrote it, and nobody put a secret into it.
  const own = named && calls.every(({ entry, decoded }) => isWithoutSecrets(entry, decoded.credentials));
  const namespace = member(log, '_namespace');
  const known = own && typeof namespace === 'string' ? namespace : null;
  return { name, own, namespace: known, entries: entries.length, calls, bad };
}

function whyNone(entries: number, bad: readonly Bad[], { endpointPath, by }: Contract): string {
  const [first] = bad;
  const service = by === 'wsdl' ? 'the service of the WSDL' : 'a GetData service';
  if (first === undefined)
    return `to ${service} in its ${plural(entries, 'entry')}; expected URLs with ${endpointPath} in them`;
  const count = `${plural(bad.length, 'entry')} ${are(bad.length)} malformed`;
  return `that can be read; ${count}: entry ${first.number}: ${first.message}`;
}

/** Makes recordings of the calls to one service. @throws ConfigError if it holds too many secrets */
export function harRecordings(file: HarFile, baseUrl: string, contract: Contract) {
  const { calls, bad, own } = file;
  const redact = harRedactor(file.name, file.calls);
  const leftOut: UnreadEntry[] = bad.map(({ number, message }) => ({ where: `entry ${number}`, why: redact(message) }));
  const taken: { readonly number: number; readonly recording: Recording }[] = [];
  const notes = new Map<string, number>();
  const room = roomForAnswers();
  for (const call of calls.filter((one) => one.baseUrl === baseUrl && isPlainCall(one, own))) {
    const read = room.full() ?? harRecording(call, contract, redact, own);
    const why = typeof read === 'string' ? read : room.take(read.recording);
    if (why !== null) leftOut.push({ where: `entry ${call.number}`, why: redact(why) });
    else if (typeof read !== 'string') {
      taken.push({ number: call.number, recording: read.recording });
      if (read.note !== undefined) notes.set(read.note, (notes.get(read.note) ?? 0) + 1);
    }
  }
  const good = taken.filter(({ recording }) => isStatus200(recording.exchange));
  const answered = new Set(good.map(({ recording }) => cellName(recording.cell)));
  const told = taken.filter(({ recording, number }) => {
    // A foreign call need not be answered: it counts only with others that are.
    const { outcome } = recording.exchange;
    const isRefused = outcome.kind === 'response' && outcome.response.status >= 400;
    if (own || !isRefused || answered.has(cellName(recording.cell))) return true;
    leftOut.push({ where: `entry ${number}`, why: 'it was refused, and no call shows that the operation is answered' });
    return false;
  });
  const recordings: Recordings = { all: told.map(({ recording }) => recording), answered: new Set(), leftOut };
  // How answers were read that the recorder did not write as HAR says.
  const said = [...notes].map(([note, count]) => `The text of ${plural(count, 'answer')} was read ${note}.`);
  return { ...recordings, redact, notes: said };
}

/** Says why an answer exceeds the limits of its cell, or of all; null if it does not. @param most - in a cell */
export function roomForAnswers(most = MOST_PER_CELL) {
  let kept = 0;
  let read = 0;
  const used = new Map<string, { readonly count: number; readonly bytes: number }>();
  return {
    /** Before an answer is read: its text may be packed. */
    full: (): string | null => (kept < MOST_BODIES && read < MOST_BODIES_READ ? null : TOO_LONG),
    take({ cell, exchange: { outcome } }: Recording): string | null {
      const { count, bytes } = used.get(cellName(cell)) ?? { count: 0, bytes: 0 };
      const size = outcome.kind === 'response' ? outcome.response.body.byteLength : 0;
      read += size;
      if (count === most) return `${cellName(cell)} has more than ${most} exchanges`;
      if (bytes + size > MOST_BODIES_PER_CELL) return `the answers of ${cellName(cell)} are too long together`;
      if (kept + size > MOST_BODIES) return TOO_LONG;
      kept += size;
      used.set(cellName(cell), { count: count + 1, bytes: bytes + size });
      return null;
    },
  };
}

const TOO_LONG = 'the answers before it are too long together';
