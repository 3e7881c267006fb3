import { checkFile } from '../schemas/validate.ts';
import type { OldResults } from './old-results.ts';
import type { Results } from './results.ts';

/** Checks that something is a results.json that this version reads. Throws one sentence naming the first place that is not. */
export function checkResults(value: unknown): asserts value is Results | OldResults {
  checkFile<Results | OldResults>('results', value);
  const lacks = lackingIn(value);
  if (lacks !== null) throw new Error(`results.json is not valid: ${lacks}; expected one`);
}

/** What version 2 has and version 1 has not; the schema is of both. */
function lackingIn(results: Results | OldResults): string | null {
  if (results.schemaVersion === 1) return null;
  const missing = ['failure', 'leftToMerge'].find((key) => !(key in results));
  if (missing !== undefined) return `the file has no '${missing}'`;
  const at = results.inconclusive.findIndex((one) => !('reasonCode' in one));
  return at < 0 ? null : `inconclusive[${at}] has no 'reasonCode'`;
}
