import { createHash } from 'node:crypto';

/** The folder or page of a target: a name that a person can read, and a digest that no other target has. */
export function folderOf(target: string): string {
  const words = target
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  const digest = createHash('sha256').update(JSON.stringify(target)).digest('hex');
  return `${words.replace(/^-/, '').slice(0, 60)}-${digest.slice(0, 8)}`;
}
