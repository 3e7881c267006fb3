/** What was made of bodies, found again by their bytes. */
export interface KnownBodies<T> {
  /** What was kept for equal bytes of that kind; undefined where there is nothing. */
  readonly find: (bytes: Uint8Array, kind: string) => T | undefined;
  /** Keeps it, from the second time on that such bytes are told of: what comes once is not worth the memory. */
  readonly keep: (bytes: Uint8Array, kind: string, made: T) => void;
}

interface Entry<T> {
  readonly bytes: Uint8Array;
  readonly made: T;
}

/** Keys of bodies seen once that are remembered, at most. */
const MOST_SEEN = 4_096;

/** @param mostBytes - of all bodies kept together; the half that was not used for longest goes first */
export function createKnownBodies<T>(mostBytes: number): KnownBodies<T> {
  let recent = new Map<string, Entry<T>>();
  let older = new Map<string, Entry<T>>();
  let size = 0;
  const seen = new Set<string>();

  function put(key: string, entry: Entry<T>): void {
    if (size + entry.bytes.byteLength > mostBytes / 2) {
      older = recent;
      recent = new Map();
      size = 0;
    }
    size += entry.bytes.byteLength;
    recent.set(key, entry);
  }

  return {
    find(bytes, kind) {
      const key = keyOf(bytes, kind);
      const entry = recent.get(key) ?? older.get(key);
      // A key only finds: the bytes decide.
      if (entry === undefined || Buffer.compare(entry.bytes, bytes) !== 0) return undefined;
      if (!recent.has(key)) put(key, entry);
      return entry.made;
    },
    keep(bytes, kind, made) {
      const key = keyOf(bytes, kind);
      if (bytes.byteLength > mostBytes / 2) return;
      if (seen.has(key)) put(key, { bytes, made });
      if (seen.size >= MOST_SEEN) seen.clear();
      seen.add(key);
    },
  };
}

/** FNV-1a over words of four bytes, with the length and the kind. */
function keyOf(bytes: Uint8Array, kind: string): string {
  let hash = 0x811c9dc5 ^ bytes.byteLength;
  const inWords = bytes.byteOffset % 4 === 0 ? bytes.byteLength >> 2 : 0;
  const words = new Uint32Array(bytes.buffer, inWords === 0 ? 0 : bytes.byteOffset, inWords);
  for (let at = 0; at < inWords; at += 1) hash = Math.imul(hash ^ (words[at] ?? 0), 0x01000193);
  for (let at = inWords * 4; at < bytes.byteLength; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return `${hash} ${kind}`;
}
