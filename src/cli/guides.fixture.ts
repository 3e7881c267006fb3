import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** README and guides: path and text of each. */
export const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
].map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);

/** A shell block of a page. */
export interface ShellBlock {
  /** Its lines, without comments. */
  readonly lines: readonly string[];
  /** The output that the page shows below it; '' for none. */
  readonly shown: string;
  /** Why no test executes it, from the comment above it; null if one does. */
  readonly noTest: string | null;
}

const BLOCK = /(?:<!-- no-test: (.+) -->\s+)?```sh\n([\s\S]*?)```(?:\s+```text\n([\s\S]*?)```)?/g;

/** The shell blocks of a page, in order. */
export function shellBlocks(text: string): readonly ShellBlock[] {
  return [...text.matchAll(BLOCK)].map(([, noTest = null, block = '', shown = '']) => {
    const lines = block.split('\n').map((line) => line.replace(/(^|\s)#.*/, '').trim());
    return { lines: lines.filter((line) => line !== ''), shown, noTest };
  });
}

/** The words of a line that calls the suite, without quotes; null for another line. */
export function commandOf(line: string): readonly string[] | null {
  const [, rest] = /^(?:getdata-conformance|node dist\/cli\/main\.js)\s+(.*)$/.exec(line) ?? [];
  return rest?.match(/'[^']*'|"[^"]*"|\S+/g)?.map((word) => word.replaceAll(/^['"]|['"]$/g, '')) ?? null;
}
