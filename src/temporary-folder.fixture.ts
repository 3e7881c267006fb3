import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** vitest's global setup: what tests and the commands that they start leave in the temporary folder goes with the tests. */
export default function setup(): () => void {
  const made = mkdtempSync(join(tmpdir(), 'getdata-tests-'));
  process.env.TMPDIR = made;
  // What a test started may still end, and write, while the folder is removed.
  return () => rmSync(made, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
