import type { KnownFailure } from '../results/known-failures.ts';
import { schemaAddress } from './schema-address.ts';

/** The text of a file of known failures, one entry per line. @param folder - where the file will lie */
export function baselineText(entries: readonly KnownFailure[], folder: string): string {
  const lines = entries.map((entry) => `    ${entryText(entry)}`);
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  const address = schemaAddress('baseline', folder);
  const schema = address === null ? '' : `  "$schema": ${JSON.stringify(address)},\n`;
  return `{\n${schema}  "knownFailures": ${list}\n}\n`;
}

function entryText({ rule, operation, binding, owner, reason, expires }: KnownFailure): string {
  const keys = { rule, operation, binding, owner, reason, ...(expires === null ? {} : { expires }) };
  const pairs = Object.entries(keys).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{ ${pairs.join(', ')} }`;
}
