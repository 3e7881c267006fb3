/** Values made from bodies, found again by their bytes. */
export interface BodyCache<T> {
  /** What `make` makes from these bytes. */
  readonly made: (bytes: Uint8Array, kind: string, make: () => T) => T;
}

interface Entry<T> {
  readonly bytes: Uint8Array;
  readonly kind: string;
  readonly made: T;
}

/** Opens a cache of bodies (bench line 'judged in full, repeated bytes'). @param mostBytes - kept of all bodies */
export function createBodyCache<T>(mostBytes: number): BodyCache<T> {
  let recent = new Map<number, Entry<T>>();
  let older = new Map<number, Entry<T>>();
  let size = 0;

  function keep(key: number, entry: Entry<T>): void {
    if (size + entry.bytes.byteLength > mostBytes / 2) {
      older = recent;
      recent = new Map();
      size = 0;
    }
    size += entry.bytes.byteLength;
    recent.set(key, entry);
  }

  return {
    made(bytes, kind, make) {
      const key = keyOf(bytes, kind);
      const before = recent.get(key) ?? older.get(key);
      // Different bodies may have the same key.
      if (before?.kind === kind && Buffer.compare(before.bytes, bytes) === 0) {
        if (!recent.has(key)) keep(key, before);
        return before.made;
      }
      const made = make();
      if (bytes.byteLength <= mostBytes / 2) keep(key, { bytes, kind, made });
      return made;
    },
  };
}

const PRIME = 0x01000193;

/** FNV-1a over words of four bytes, with the length and the kind. */
function keyOf({ buffer, byteOffset, byteLength }: Uint8Array, kind: string): number {
  const view = new DataView(buffer, byteOffset, byteLength);
  const inWords = byteLength & ~3;
  let hash = 0x811c9dc5 ^ byteLength;
  for (let at = 0; at < inWords; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), PRIME);
  for (let at = inWords; at < byteLength; at += 1) hash = Math.imul(hash ^ view.getUint8(at), PRIME);
  for (let at = 0; at < kind.length; at += 1) hash = Math.imul(hash ^ kind.charCodeAt(at), PRIME);
  return hash;
}
