import { checkFile } from '../schemas/validate.ts';
import type { Diff } from './model.ts';

/** The diff as JSON. Throws where it breaks its own schema: a bug of ours that must not become a report. */
export function jsonDiff(diff: Diff): string {
  checkFile('diff', diff);
  return `${JSON.stringify(diff, null, 2)}\n`;
}
