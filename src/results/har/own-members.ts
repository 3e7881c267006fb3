import { beginning } from '../../base/words.ts';
import type { RecordedResponse } from '../outcome.ts';

/** What HAR 1.2 has members for, and the place of a part that a HAR does not have. */
type OfHar = 'status' | 'reason' | 'version' | 'headers' | 'body' | 'base64' | 'bytes' | 'from';

/** The rest of an answer: our HAR holds it under the same names after an underscore. */
type OwnMembers = Omit<RecordedResponse, OfHar>;
type Members = Readonly<Record<string, unknown>>;

/** Reads each; undefined for what we do not write. A further member of a response is a type error until it is read. */
const readers: { readonly [Name in keyof OwnMembers]-?: (value: unknown) => OwnMembers[Name] } = {
  truncated: (value) => value === true,
  complete: (value) => value !== false,
  surplus: (value) => sizeOf(value) ?? 0,
  statusLine: (value) => (typeof value === 'string' ? beginning(value) : undefined),
  codedBytes: (value) => sizeOf(value) ?? undefined,
  unknownCoding: (value) => value === true || undefined,
  afterClose: (value) => (['ended', 'open'] as const).find((state) => state === value),
  uncontinued: (value) => value === true || undefined,
  requestVersion: (value) => (value === '1.0' ? value : undefined),
  reset: (value) => value === true || undefined,
};
const names = Object.keys(readers) as readonly (keyof OwnMembers)[];

/** The members for a HAR. */
export function writtenMembers(response: OwnMembers): Members {
  return Object.fromEntries(
    names.flatMap((name) => (response[name] === undefined ? [] : [[`_${name}`, response[name]]])),
  );
}

/** The members that `writtenMembers` made of a response; what is not one of them is left out. */
export function readMembers(response: Members): OwnMembers {
  const read = names.map((name) => [name, readers[name](response[`_${name}`])] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as OwnMembers;
}

/** A length, -1 being HAR's for none. */
export function sizeOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
