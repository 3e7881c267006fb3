import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The TypeScript of docs/library.md, unchanged. */
export function libraryExample(): string {
  const [, code] = /```ts\n([\s\S]*?)```/.exec(readFileSync(`${root}docs/library.md`, 'utf8')) ?? [];
  if (code === undefined) throw new Error('docs/library.md has no example');
  return code;
}

/**
 * Makes a folder like a user's project: files of its own, and packages under node_modules, this one by its name,
 * reached through package.json's `exports`. `npm test` compiles it first.
 */
export function consumer(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'getdata consumer-')));
  for (const name of ['vitest', '@types/node']) link(folder, name, `${root}node_modules/${name}`);
  link(folder, 'getdata-conformance', root);
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function link(folder: string, name: string, target: string): void {
  const path = join(folder, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'dir');
}

/** The result of running node in a folder. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
}

/** Runs node in a folder, output and errors together. */
export function node(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const { CI: _ci, VITEST: _vitest, ...inherited } = process.env;
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...inherited, ...env } });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => parts.push(text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out: parts.join('') })));
}

/** A program in our node_modules. */
export function program(path: string): string {
  return `${root}node_modules/${path}`;
}
