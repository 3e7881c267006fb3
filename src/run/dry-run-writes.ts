import type { Call } from '../bindings/call.ts';
import type { BindingName, Cell, Contract } from '../contract/model.ts';
import { MOST_WRITES, planCalls } from '../engine/plan-calls.ts';
import { shownLine } from '../report/shown-text.ts';
import { credentialVariables, type Redact, redactor } from '../results/record/redact.ts';
import type { RunOptions } from '../results/run-options.ts';

/** What stands for a value that the target will have answered with; no config can hold it. */
const LEARNED = '\u0000';

/** Every write that a run would send, one line per call with the bindings it goes out in, and what caps them. */
export function writeLines(cells: readonly Cell[], contract: Contract, options: RunOptions): readonly string[] {
  const redact = redactor(options.credentials, options.headers);
  const calls = new Map<string, BindingName[]>();
  for (const cell of cells) {
    for (const line of callLines(cell, contract, options, redact)) {
      calls.set(line, [...(calls.get(line) ?? []), cell.binding]);
    }
  }
  return [
    `Each binding gets ${MOST_WRITES} of these at most, and none is ever sent twice ('learned': what the target answered with before):`,
    ...[...calls].map(([line, bindings]) => `  ${line}  (${bindings.join(', ')})`),
  ];
}

function callLines(cell: Cell, contract: Contract, options: RunOptions, redact: Redact): readonly string[] {
  const known = planCalls(cell, contract, {
    options: { ...options, runs: 0 },
    pools: { values: options.values, rows: [] },
  });
  const fed = new Set(contract.operations.flatMap(({ feeds }) => Object.values(feeds).flat()));
  const rows = Array.from({ length: MOST_WRITES }, (_, row) =>
    Object.fromEntries([...fed].map((name) => [name, `${LEARNED}${row + 1}`])),
  );
  const pools = { values: options.values, rows };
  const calls = planCalls(cell, contract, { options: { ...options, runs: 0 }, pools });
  const fallback = known.at(-1)?.call;
  return calls.map(({ call }) => redact(callLine(cell, call, fallback, options)));
}

function callLine(cell: Cell, call: Call, fallback: Call | undefined, options: RunOptions): string {
  const values = cell.operation.parameters.map(({ name, credential }) => {
    if (credential)
      return `${name}=${options.credentials[name] === undefined ? 'a placeholder' : credentialVariables[name]}`;
    const value = call.values[name] ?? '';
    if (!value.startsWith(LEARNED)) return `${name}=${quoted(value)}`;
    return `${name}=learned ${value.slice(LEARNED.length)}, or ${quoted(fallback?.values[name] ?? '')}`;
  });
  const header = call.header === null ? [] : [`with the header ${quoted(JSON.stringify(call.header))}`];
  return [`${call.operation}: ${values.join('; ')}`, ...header].join(' ');
}

function quoted(value: string): string {
  return `'${shownLine(value, 200)}'`;
}
