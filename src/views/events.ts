import { escapedJson } from '../base/json.ts';
import type { CellSummary, Finding } from '../results/outcome.ts';
import type { Results } from '../results/results.ts';

// Lines of events.jsonl (specs/schemas/event.schema.json): the file of a run that goes on, and of one that has ended.

type Started = Pick<Results, 'target' | 'namespace' | 'profile' | 'seed' | 'startedAt'> & {
  readonly suite: Pick<Results['suite'], 'name' | 'version'>;
  readonly cells: number;
};

const line = (event: object): string => `${escapedJson(event)}\n`;

export function startLine({ suite: { name, version }, target, namespace, profile, seed, startedAt, cells }: Started) {
  return line({ event: 'start', suite: { name, version }, target, namespace, profile, seed, startedAt, cells });
}

export function findingLine({ id, rule, level, operation, binding, cause, message, known }: Finding): string {
  return line({ event: 'finding', id, rule, level, operation, binding, cause, message, known });
}

export function cellLine({ operation, binding, requests }: Pick<CellSummary, 'operation' | 'binding' | 'requests'>) {
  return line({ event: 'cell', operation, binding, requests });
}

export function endLine({ verdict, exitCode, incomplete, requests, durationMs }: Results): string {
  return line({ event: 'end', verdict, exitCode, incomplete, requests, durationMs });
}

/** All events of a run that has ended: cell by cell, the findings of each before it. */
export function eventLines(results: Results): string {
  const { cells, findings } = results;
  const ofCells = cells.flatMap((cell) => {
    const own = findings.filter(({ operation, binding }) => operation === cell.operation && binding === cell.binding);
    return [...own.map(findingLine), cellLine(cell)];
  });
  return [startLine({ ...results, cells: cells.length }), ...ofCells, endLine(results)].join('');
}
