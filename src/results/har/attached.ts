import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { readNamed } from '../../base/read-file.ts';
import type { Attached } from './entry.ts';

/** Most MiB of one body in a file of its own, and of all. */
const MOST_MIB = 16;
const MOST_MIB_TOGETHER = 256;
const MIB = 1024 * 1024;

/** For a HAR that is not in a folder. */
export const nothingAttached: Attached = () => 'its body is in a file of its own, which is not here';

/**
 * Reads bodies that a HAR has in files beside it (Playwright's `_file`), never outside its folder: the HAR may be a
 * stranger's. @param har - the name of the HAR in the folder
 */
export function attachedBeside(folder: string, har: string): Attached {
  const place = dirname(resolve(folder, har));
  let room = MOST_MIB_TOGETHER * MIB;
  return (file) => {
    const name = basename(file).slice(0, 100);
    const beside = `its body is in the file ${name} beside the HAR, which`;
    const outside = `its body is in the file ${name}, which is not in the folder of the HAR`;
    if (file.includes('\0') || !isInside(place, resolve(place, file))) return outside;
    try {
      const path = realpathSync(resolve(place, file));
      if (!isInside(realpathSync(place), path)) return outside;
      if (statSync(path).size > MOST_MIB * MIB) return `${beside} has more than ${MOST_MIB} MiB`;
      const { bytes } = readNamed({ folder: place, file: path, mostMiB: MOST_MIB });
      room -= bytes.byteLength;
      return room < 0 ? `the bodies in files of their own have more than ${MOST_MIB_TOGETHER} MiB` : bytes;
    } catch {
      return `${beside} can't be read`;
    }
  };
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}
