import type { AnswerDifference } from './difference.ts';

/** The keys of two fingerprints that do not agree, with both values. */
export type Changes = readonly (readonly [key: string, a: string, b: string])[];

/** Where the status differs, all else of the answer does for that reason. */
const TELLING = ['status', 'trouble', 'fault'];

const names: Readonly<Record<string, string>> = {
  data: 'records',
  sameAsBase: 'answered as without it',
  mediaType: 'media type',
  httpVersion: 'HTTP version',
  shape: 'shape of the document',
  trouble: 'no answer',
};
const values: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

/** What two fingerprints differ in, in words: as a whole, and what either side has. */
export function observedChange(changes: Changes): Pick<AnswerDifference, 'change' | 'a' | 'b'> {
  const byStatus = changes.some(([key]) => key === 'status');
  const told = changes.filter(([key]) => !byStatus || TELLING.includes(key));
  const worded = told.map(([key, a, b]) => [names[key] ?? key, values[a] ?? a, values[b] ?? b] as const);
  return {
    change: worded.map(([name, a, b]) => `${name} ${a} → ${b}`).join(', '),
    a: worded.map(([name, a]) => `${name} ${a}`).join(', '),
    b: worded.map(([name, , b]) => `${name} ${b}`).join(', '),
  };
}
