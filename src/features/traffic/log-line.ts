import type { TrafficProblem } from './entry.ts';

/** Most problems in one line. */
const MOST = 2;

/**
 * What a log line says about an exchange, the required problems first:
 * `; client.parameters: parameter 'itemno' is unknown: did you mean 'ItemNo'?`.
 */
export function shortProblems(problems: readonly Pick<TrafficProblem, 'rule' | 'level' | 'message'>[]): string {
  const graver = problems.toSorted((a, b) => Number(a.level !== 'required') - Number(b.level !== 'required'));
  const named = graver.slice(0, MOST).map(({ rule, level, message }) => {
    const note = level === 'required' ? '' : ` (${level === 'observed' ? 'hint' : level})`;
    return `; ${rule}${note}: ${message.replace(/\.$/, '')}`;
  });
  return `${named.join('')}${problems.length > MOST ? `; and ${problems.length - MOST} more` : ''}`;
}
