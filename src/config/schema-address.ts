import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The `$schema` of a file that a user edits, for the editor's help: relative where the package lies below the file's
 * folder, as in node_modules, so that the file can be shared.
 */
export function schemaAddress(name: 'config' | 'baseline', folder: string): string {
  const url = new URL(`../../specs/schemas/${name}.schema.json`, import.meta.url);
  const path = relative(folder, fileURLToPath(url));
  if (isAbsolute(path) || path.startsWith('..')) return url.href;
  return `./${path.split(sep).join('/')}`;
}
