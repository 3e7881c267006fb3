import { plural } from '../../base/words.ts';
import type { Finding } from '../outcome.ts';

export const NO_200 = 'http.status:no-200';

/** The key of the findings of bindings or an operation that no call reaches. */
export function absenceCause(names: readonly string[]): string {
  return `${NO_200}:${names.join('+')}`;
}

/** The key of the findings of operations that no call reaches: the first of them, and the number of others. */
export function absenceOfOperations([first = '', ...others]: readonly string[]): string {
  return absenceCause(others.length === 0 ? [first] : [first, `${others.length}`]);
}

const SEVERAL_OPERATIONS = new RegExp(`^${NO_200.replace('.', '\\.')}:\\w+\\+\\d+$`);

/** What the findings of several such operations show together; null for another cause. */
export function absentOperations(cause: string, findings: readonly Finding[]): string | null {
  const names = [...new Set(findings.map(({ operation }) => operation))];
  if (!SEVERAL_OPERATIONS.test(cause) || names.length < 2) return null;
  return `${plural(names.length, 'operation')} are not implemented, or refuse every call: ${names.join(', ')}.`;
}
