import { objection } from '../../features/certify/assess.ts';
import { readEvidence } from '../../features/certify/evidence.ts';
import { bytesOf, program, type WholeRun, wholeRun } from '../../features/certify/run.fixture.ts';
import type { Results } from '../../results/results.ts';

/** Results whose parts may be written, for mistakes to be put in. */
export type Loose<T> = T extends object ? { -readonly [K in keyof T]: Loose<T[K]> } : T;

export const texts = new Map<string, string>();

/** The results of a run as JSON; most tests begin with the same one. */
export function textOf(run: WholeRun): string {
  const key = JSON.stringify(run);
  const text = texts.get(key) ?? JSON.stringify(wholeRun(run));
  texts.set(key, text);
  return text;
}

/** What is objected to in the results of a run after a change. */
export function objectionTo(run: WholeRun, change: (results: Loose<Results>) => void = () => {}, withWaivers = false) {
  const results = JSON.parse(textOf(run));
  change(results);
  const evidence = readEvidence(bytesOf(results), program);
  return typeof evidence === 'string' ? evidence : objection(evidence, withWaivers);
}

export const order = 'record.field-order@Get_Inventory/soap12';

export const bom = 'xml.bom@Get_Inventory/soap12';

export const known = [{ rule: 'record.field-order', operation: 'Get_Inventory', binding: 'soap12' as const }];

export function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error('the list is empty');
  return one;
}

export function finding(results: Loose<Results>, id: string) {
  return first(results.findings.filter((one) => one.id === id));
}

export function entry(results: Loose<Results>) {
  return first(results.baseline?.entries ?? []);
}
