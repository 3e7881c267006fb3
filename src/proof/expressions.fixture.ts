import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';
import { member } from '../base/json.ts';

/** A regular expression of a compiled file. */
export interface Expression {
  readonly file: string;
  /** Parts of a template that are known only when it is made are `x`; null if all of it is. */
  readonly source: string | null;
  readonly flags: string;
}

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/** All regular expressions of the compiled files, read by a parser of JavaScript. */
export function expressionsIn(isWanted: (file: string) => boolean): readonly Expression[] {
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && isWanted(file))
    .flatMap((file) => [...found(parseAst(readFileSync(join(dist, file), 'utf8')), file)]);
}

function* found(node: unknown, file: string): Generator<Expression> {
  if (typeof node !== 'object' || node === null) return;
  const regex = member(node, 'regex');
  if (typeof regex === 'object') yield { file, source: text(regex, 'pattern'), flags: text(regex, 'flags') ?? '' };
  if (member(member(node, 'callee'), 'name') === 'RegExp') {
    const [source, flags] = Object.values(Object(member(node, 'arguments')));
    yield { file, source: written(source), flags: written(flags) ?? '' };
  }
  for (const child of Object.values(node)) yield* found(child, file);
}

function text(node: unknown, name: string): string | null {
  const value = member(node, name);
  return typeof value === 'string' ? value : null;
}

/** The text of a literal or a template, also of String.raw; null for anything else. */
function written(node: unknown): string | null {
  const raw = member(node, 'quasi');
  const quasis = member(raw ?? node, 'quasis');
  if (!Array.isArray(quasis)) return text(node, 'value');
  return quasis.map((part) => text(member(part, 'value'), raw === undefined ? 'cooked' : 'raw')).join('x');
}
