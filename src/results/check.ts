import { checkFile } from '../schemas/validate.ts';
import type { Results } from './results.ts';

/** Checks that something is a results.json of this version. Throws one sentence naming the first place that is not. */
export function checkResults(value: unknown): asserts value is Results {
  checkFile<Results>('results', value);
}
