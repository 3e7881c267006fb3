import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** What becomes of one write that makes a file longer: so many of its bytes get there, then it returns or throws. */
export interface Fate {
  readonly bytes: number;
  readonly throws: boolean;
}

/** Does something on a disk that is nearly full. Each write goes as the next of these says, and after the last one well. */
export function onFullDisk(fates: readonly Fate[], act: () => void): void {
  const { writeSync } = fs;
  const left = [...fates];
  const failing = (fd: number, bytes: Uint8Array, from: number, length: number, at: number): number => {
    // What replaces other bytes needs no space.
    const fate = at + length <= fs.fstatSync(fd).size ? undefined : left.shift();
    const most = Math.min(length, fate?.bytes ?? length);
    const written = most === 0 ? 0 : writeSync(fd, bytes, from, most, at);
    if (fate?.throws === true) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    return written;
  };
  Object.assign(fs, { writeSync: failing });
  syncBuiltinESMExports();
  try {
    act();
  } finally {
    Object.assign(fs, { writeSync });
    syncBuiltinESMExports();
  }
}
