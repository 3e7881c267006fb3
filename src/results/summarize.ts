import type { Call } from '../bindings/call.ts';
import { hasNoData } from '../bindings/parsed-response.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { FieldCoverage } from '../rules/coverage.ts';
import type { Evidence } from '../rules/rule.ts';
import type { CellSummary, RecordedCall } from './outcome.ts';

/** What was sent to a cell and what it showed. `requests`: those sent on its account, to cells it was compared with too. */
export function summarize(
  cell: Cell,
  asked: { readonly exchanges: () => readonly Exchange[]; readonly calls: () => readonly Call[] },
  requests: number,
  all: readonly Evidence[],
  fields: readonly FieldCoverage[],
  kept: readonly RecordedCall[],
): CellSummary {
  const exchanges = asked.exchanges();
  const calls = asked.calls();
  const names = cell.operation.parameters.filter(({ credential }) => !credential).map(({ name }) => name);
  const statuses: Record<string, number> = {};
  for (const status of exchanges.map(statusOf).toSorted()) statuses[status] = (statuses[status] ?? 0) + 1;
  const distinct = (name: string) => new Set(calls.map(({ values }) => values[name])).size;
  return {
    kind: 'cell',
    operation: cell.operation.name,
    binding: cell.binding,
    requests,
    durations: exchanges.map(({ durationMs }) => durationMs),
    fields,
    parameters: Object.fromEntries(names.map((name) => [name, distinct(name)])),
    headerValues: [...new Set(calls.flatMap(({ header }) => headerPairs(header ?? {})))].toSorted(),
    statuses,
    withData: all.filter(({ reading }) => reading.success && !hasNoData(reading)).length,
    exchanges: kept,
  };
}

function headerPairs(header: Readonly<Record<string, string | readonly string[]>>): readonly string[] {
  return Object.entries(header).map(([name, value]) =>
    typeof value === 'string' ? `${name}=${value}` : `${name}=${value.length} items`,
  );
}

function statusOf({ outcome }: Exchange): string {
  return outcome.kind === 'response' ? `${outcome.response.status}` : outcome.trouble.kind;
}
