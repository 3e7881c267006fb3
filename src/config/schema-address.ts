import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The `$schema` of a file that a user edits, for the editor's help, where the package lies below the file's folder, as in
 * node_modules; null elsewhere: an address on this machine has no place in a file that is shared.
 */
export function schemaAddress(name: 'config' | 'baseline', folder: string): string | null {
  const url = new URL(`../../specs/schemas/${name}.schema.json`, import.meta.url);
  const path = relative(folder, fileURLToPath(url));
  if (isAbsolute(path) || path.startsWith('..')) return null;
  return `./${path.split(sep).join('/')}`;
}
