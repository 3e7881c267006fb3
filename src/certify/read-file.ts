import { mostMiB, readNamed } from '../schemas/read-file.ts';

/** The bytes of a file that a tool wrote. @throws ConfigError in one sentence where it can't be read or is too long */
export function readBytes(folder: string, file: string): Buffer {
  return readNamed({ folder, file, mostMiB: mostMiB.recorded }).bytes;
}
