/** Values made from bodies, found again by their bytes. */
export type BodyCache<T> = ReturnType<typeof createBodyCache<T>>;

/** Opens a cache of bodies (bench line 'judged in full, repeated bytes'). @param mostBytes - kept of all bodies */
export function createBodyCache<T>(mostBytes: number) {
  let recent = new Map<string, T>();
  let older = new Map<string, T>();
  let size = 0;
  return {
    /** What `make` makes from these bytes. */
    made({ buffer, byteOffset, byteLength }: Uint8Array, kind: string, make: () => T): T {
      if (byteLength > mostBytes / 2) return make();
      const key = `${kind}\n${Buffer.from(buffer, byteOffset, byteLength).toString('latin1')}`;
      const known = recent.get(key);
      if (known !== undefined) return known;
      const made = older.get(key) ?? make();
      if (size + byteLength > mostBytes / 2) {
        older = recent;
        recent = new Map();
        size = 0;
      }
      size += byteLength;
      recent.set(key, made);
      return made;
    },
  };
}
