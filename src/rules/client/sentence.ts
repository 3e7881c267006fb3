import type { RequestJudgement } from './client-rule.ts';

/** Most problems in one line. */
const MOST = 2;

/** What a log line says about a request: `; client.parameters: parameter 'itemno' is ignored: did you mean 'ItemNo'?`. */
export function shortJudgement({ problems }: RequestJudgement): string {
  const graver = problems.toSorted((a, b) => Number(a.level !== 'required') - Number(b.level !== 'required'));
  const named = graver.slice(0, MOST).map(({ rule, level, message }) => {
    return `; ${rule}${level === 'required' ? '' : ` (${level === 'observed' ? 'hint' : level})`}: ${message}`;
  });
  return `${named.join('')}${problems.length > MOST ? `; and ${problems.length - MOST} more` : ''}`;
}

/** Why a strict server refuses a request: its first required problem, and how to fix it; null where it has none. */
export function refusal({ problems }: RequestJudgement): string | null {
  const problem = problems.find(({ level }) => level === 'required');
  if (problem === undefined) return null;
  const { rule, message, location, fix } = problem;
  return `The request breaks ${rule} at ${location} (${message}). ${fix}`;
}
