import { plural } from '../../base/words.ts';
import type { Pools } from '../../calls/pools.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { BindingName, Cell, Contract } from '../../contract/model.ts';
import { MOST_FURTHER_CALLS } from '../../engine/cell/answer-calls.ts';
import { peersOf } from '../../engine/cell/compare-bindings.ts';
import { planObservations } from '../../engine/observe/observe.ts';
import { drawnFor } from '../../engine/plan/drawn-for.ts';
import { WALKED_CALLS } from '../../engine/plan/harvest.ts';
import { planCalls, spelledCalls } from '../../engine/plan/plan-calls.ts';
import { contractBy } from '../../options/described.ts';
import { type Limits, MOST_WRITES, profileOf, type RunOptions } from '../../options/model.ts';
import { cellsToRun, partLine, selectedCells, skipReason } from '../../options/selected-cells.ts';
import { credentialVariables, type Redact, redactor } from '../../results/record/redact.ts';
import { checkOf, comparingOf, probingOf } from '../../rules/check.ts';
import { rulesFor, selectedRules } from '../../rules/rules.ts';
import { shownLine } from '../../views/shown-text.ts';
import { startNotes } from '../../views/terminal/start-notes.ts';
import type { Call } from '../../wire/soap/call.ts';

/** Requests for the service description. */
const DESCRIPTIONS = 1;

/** What a run with these options would send, without sending it. Numbers are upper bounds: answers decide the rest. */
export function dryRunText(options: RunOptions): string {
  const contract = contractBy(options);
  const cells = cellsToRun(contract, options);
  if (cells.length === 0) return `${partLine(options.shard, cells)}Dry run: nothing would be sent.\n`;
  const called = cells.filter((cell) => skipReason(cell, options) === null);
  const counts = called.map((cell) => ({ cell, most: mostCalls(cell, contract, options) }));
  const reads = selectedCells(contract, options).filter(({ operation }) => operation.effect === 'read').length;
  const bindings = options.bindings?.length ?? Object.keys(contract.bindings).length;
  const walk = WALKED_CALLS * contract.operations.filter(({ effect }) => effect === 'read').length * bindings;
  const observed = mostObserved(contract, options);
  const compared = mostCompared(called, contract, options);
  const total = counts.reduce((sum, { most }) => sum + most, reads + walk + observed + DESCRIPTIONS + compared);
  const writes = called.filter(({ operation }) => operation.effect === 'write');
  const { shrinkBudget } = profileOf(options);
  const lines = [
    `Dry run: nothing is sent to ${options.target ?? 'the embedded reference server'}.`,
    ...(options.shard === undefined ? [] : [partLine(options.shard, cells).trimEnd()]),
    ...startNotes(options),
    ...namespaceLine(options),
    '',
    `Requests, at most (profile ${options.profile}, ` +
      `${options.seedDrawn === true ? 'with a seed that each run draws' : `seed ${options.seed}`}):`,
    row('pre-flight', reads, 'one per reading cell'),
    row('harvest', walk, `up to ${WALKED_CALLS} calls per reading operation, in up to ${plural(bindings, 'binding')}`),
    row('observations', observed, 'where the document is silent; never judged'),
    row('WSDL', DESCRIPTIONS, 'requested once; judged if the target offers one'),
    ...counts.map(({ cell, most }) => row(cellName(cell), most, '')),
    ...(compared === 0 ? [] : [row('comparison', compared, 'the same calls in other bindings of these operations')]),
    row(
      'in all',
      total,
      `and up to ${shrinkBudget} more for each finding, to make its example small, ` +
        `and ${MOST_FURTHER_CALLS} for each cell with fields not seen`,
    ),
    '',
    limitsLine(options.limits),
    agentLine(options),
    writesLine(counts, cells),
    ...(writes.length === 0 ? [] : writeLines(writes, contract, options)),
  ];
  return `${lines.join('\n')}\n`;
}

/** The observers' requests, and a right call to each of their cells. */
function mostObserved(contract: Contract, options: RunOptions): number {
  const planned = planObservations(contract, options, { values: options.values, rows: [] });
  return planned.length + new Set(planned.map(({ cell }) => cellName(cell))).size;
}

/** Cells outside the selection are called too if a selected cell is compared with them. */
function mostCompared(called: readonly Cell[], contract: Contract, options: RunOptions): number {
  const run = new Set(called.map(cellName));
  const peers = called.flatMap((cell) =>
    rulesFor(cell, contract, selectedRules(options.rules, contract)).flatMap((rule) => {
      const comparing = comparingOf(rule);
      return comparing === undefined ? [] : peersOf(cell, options, comparing);
    }),
  );
  const others = new Map(peers.filter((cell) => !run.has(cellName(cell))).map((cell) => [cellName(cell), cell]));
  // Calls that a cell shares with one other are among its random ones.
  const { runs } = profileOf(options);
  return [...others.values()].reduce((sum, cell) => sum + plannedCalls(cell, contract, options).length + runs, 0);
}

function row(name: string, count: number, note: string): string {
  return `  ${name.padEnd(46)} ${String(count).padStart(6)}${note === '' ? '' : `  ${note}`}`;
}

/** The most calls a cell can get: rows are estimated, random calls counted in full, as repeats can't be predicted. */
function mostCalls(cell: Cell, contract: Contract, options: RunOptions): number {
  const planned = plannedCalls(cell, contract, options);
  if (cell.operation.effect === 'write') return planned.length;
  const [first] = planned;
  const probes = first === undefined ? 0 : mostProbes(cell, first.call, contract, options);
  const random = profileOf(options).runs + spelledCalls(options);
  const calls = planned.map(({ call }) => call);
  const further = rulesFor(cell, contract, selectedRules(options.rules, contract)).map(
    (rule) => (checkOf(rule, 'trial')?.requests ?? 0) + (comparingOf(rule)?.calls?.(calls).length ?? 0),
  );
  return planned.length + random + probes + further.reduce((sum, requests) => sum + requests, 0);
}

function plannedCalls(cell: Cell, contract: Contract, options: RunOptions) {
  const { rows } = profileOf(options);
  const names = cell.operation.parameters.map(({ name }) => name);
  const harvested = Array.from({ length: rows + 1 }, (_, row) =>
    Object.fromEntries(names.map((name) => [name, `${1000 + row}`])),
  );
  return planWith(harvested, cell, contract, options);
}

/** A plan of a cell's calls without random ones, as if the harvest had found these rows. */
function planWith(rows: Pools['rows'], cell: Cell, contract: Contract, options: RunOptions) {
  return planCalls(cell, contract, { options: { ...options, runs: 0 }, pools: { values: options.values, rows } });
}

/** Further requests of rules that vary a call: the variants, their controls, and the calls they are variants of. */
function mostProbes(cell: Cell, base: Call, contract: Contract, options: RunOptions): number {
  const draw = drawnFor(cell, { options });
  const sent = rulesFor(cell, contract, selectedRules(options.rules, contract)).flatMap((rule) => {
    const probes = probingOf(rule)?.plan(cell, base, contract, draw) ?? [];
    return profileOf(options).everyProbe ? probes : probes.slice(0, 1);
  });
  const controls = sent.filter(({ control }) => control !== undefined);
  return sent.length + controls.length + sent.filter(({ call }) => call !== base).length;
}

/** A run reads it from the target if none was given. */
function namespaceLine({ target, namespaceFrom }: RunOptions): readonly string[] {
  if (target === null || namespaceFrom !== 'default') return [];
  return ["No --namespace is given: the run would first read it from the target's WSDL, with one request."];
}

/** How a target can recognise our requests. */
function agentLine({ headers }: RunOptions): string {
  const isOwn = headers.some(([name]) => name.toLowerCase() === 'user-agent');
  if (isOwn) return 'Every request carries your User-Agent.';
  return "Some requests carry the User-Agent of other clients; --header 'User-Agent: …' puts yours on all.";
}

function limitsLine({ concurrency, rate, timeoutMs, maxBodyBytes, maxTimeSeconds }: Limits): string {
  const pace = rate === null ? 'no limit of requests per second' : `at most ${plural(rate, 'request')} per second`;
  const end = maxTimeSeconds === null ? 'no limit for the whole run' : `at most ${maxTimeSeconds} s for the whole run`;
  const answer = `${timeoutMs} ms per answer, ${plural(maxBodyBytes, 'byte')} per answer`;
  return `Limits: ${plural(concurrency, 'concurrent request')}, ${pace}, ${answer}, ${end}.`;
}

function writesLine(counts: readonly { readonly cell: Cell; readonly most: number }[], selected: readonly Cell[]) {
  const write = selected.find(({ operation }) => operation.effect === 'write')?.operation.name;
  const sum = counts.reduce((total, { cell, most }) => total + (cell.operation.effect === 'write' ? most : 0), 0);
  if (sum > 0)
    return `Written at the target: ${write} is called at most ${plural(sum, 'time')}; nothing else changes state.`;
  return `Written at the target: nothing${write ? `: ${write} is called only with --include-writes` : ''}.`;
}

/** Stands for a value from a future answer of the target; no config can hold it. */
const LEARNED = '\u0000';

/** Every write that a run would send, one line per call with its bindings, and what limits them. */
function writeLines(cells: readonly Cell[], contract: Contract, options: RunOptions): readonly string[] {
  const redact = redactor(options.credentials, options.headers);
  const calls = new Map<string, BindingName[]>();
  for (const cell of cells) {
    for (const line of callLines(cell, contract, options, redact))
      calls.set(line, [...(calls.get(line) ?? []), cell.binding]);
  }
  return [
    `Each binding gets ${MOST_WRITES} of these at most, and none is ever sent twice ('learned': ` +
      'what the target answered with before):',
    ...[...calls].map(([line, bindings]) => `  ${line}  (${bindings.join(', ')})`),
  ];
}

function callLines(cell: Cell, contract: Contract, options: RunOptions, redact: Redact): readonly string[] {
  const known = planWith([], cell, contract, options);
  const fed = new Set(contract.operations.flatMap(({ feeds }) => Object.values(feeds).flat()));
  const row = Object.fromEntries([...fed].map((name) => [name, LEARNED]));
  const calls = planWith([row], cell, contract, options);
  return calls.map(({ call }, at) => redact(callLine(cell, call, known[at]?.call, options)));
}

function callLine(cell: Cell, call: Call, fallback: Call | undefined, options: RunOptions): string {
  const values = cell.operation.parameters.map(({ name, credential }) => {
    if (credential)
      return `${name}=${options.credentials[name] === undefined ? 'a placeholder' : credentialVariables[name]}`;
    const value = call.values[name] ?? '';
    if (value !== LEARNED) return `${name}=${quoted(value)}`;
    return `${name}=learned, or ${quoted(fallback?.values[name] ?? '')}`;
  });
  const header = call.header === null ? [] : [`with the header ${shownLine(JSON.stringify(call.header), 200)}`];
  return [`${call.operation}: ${values.join('; ')}`, ...header].join(' ');
}

/** Longer values are drawn texts: their beginning is enough. */
const WHOLE = 40;
const BEGINNING = 12;

function quoted(value: string): string {
  if (value.length <= WHOLE) return `'${shownLine(value, WHOLE)}'`;
  return `'${shownLine(value.slice(0, BEGINNING), BEGINNING)}…' (${plural(value.length, 'character')})`;
}
