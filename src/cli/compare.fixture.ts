import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Environment } from '../base/cli-io.ts';
import { checkFile } from '../base/schemas/validate.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { Comparison } from '../features/comparison/servers/comparison.ts';
import type { Mutation } from '../reference/mutation.ts';
import { startReferenceServer } from '../reference/server.ts';
import type { FieldValue } from '../reference/value.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { readDefects } from './served-changes.ts';

export const contract = loadContract(defaultNamespace());

/** The address of a reference server with defects, by id or as given, stopped when the test has finished. */
export async function serving(defects: readonly (string | Mutation)[] = [], described = contract): Promise<string> {
  const ids = defects.filter((one) => typeof one === 'string');
  const own = defects.filter((one) => typeof one !== 'string');
  const named = readDefects(ids, contract).map(({ mutation }) => mutation);
  const server = await startReferenceServer({ contract: described, defects: [...named, ...own] });
  onTestFinished(() => server.close());
  return server.url;
}

/** A mutation of all answers of one operation, or of every one. */
export function mutated(operation: string | null, hooks: Omit<Mutation, 'applies'>): Mutation {
  return { ...hooks, applies: (name) => operation === null || name === operation };
}

/** The value with every text in a field of that name changed. */
export function inField(value: FieldValue, field: string, change: (text: string) => string): FieldValue {
  if (Array.isArray(value)) return value.map((item: FieldValue) => inField(item, field, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === field && typeof inner === 'string' ? change(inner) : inField(inner, field, change),
    ]),
  );
}

/** The result of a comparison. */
interface ComparedRun {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  readonly comparison: Comparison;
  /** The text of a file that it wrote. */
  readonly file: (name: string) => string;
}

/** Compares two servers by the command line; by default in the quick profile and only Get_Inventory. */
export async function compared(
  a: string,
  b: string,
  args: readonly string[] = ['--operations', 'Get_Inventory'],
  env: Environment = {},
): Promise<ComparedRun> {
  const folder = newFolder();
  const argv = ['compare', a, b, '--profile', 'quick', '--seed', '3', ...args];
  const ended = await cli(argv, { folder, env });
  const file = (name: string): string => readFileSync(join(folder, 'reports', name), 'utf8');
  const comparison: unknown = JSON.parse(file('compare.json'));
  checkFile<Comparison>('compare', comparison);
  return { ...ended, comparison, file };
}
