import type { Call } from '../../bindings/call.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import type { Rule } from '../../rules/rule.ts';
import type { Finding, RecordedCall, RecordedExchange } from '../outcome.ts';
import { rebuildExchange } from './rebuild-exchange.ts';
import type { LeftOut, Recording, Recordings } from './recording.ts';

/** The parts of results.json that hold exchanges. */
export interface Recorded {
  readonly exchanges: readonly RecordedCall[];
  readonly findings: readonly Finding[];
}

/** What can be judged of a run that was recorded: the exchanges it kept and those of its findings. */
export function recordingsOf(recorded: Recorded, contract: Contract, rules: readonly Rule[]): Recordings {
  const known = new Map<string, Recording>();
  const answered = new Set<string>();
  const leftOut: LeftOut[] = [];
  const take = (where: string, one: RecordedCall, proved: readonly string[]): void => {
    const recording = recordingOf(one, proved, contract);
    if (recording === null) leftOut.push({ where, why: 'its body was cut, or its operation or address is unknown' });
    if ('status' in one.exchange.response && one.exchange.response.status === 200) {
      answered.add(cellName(one));
    }
    if (recording === null) return;
    const key = keyOf(recording);
    const before = known.get(key);
    known.set(key, before === undefined ? recording : { ...before, proved: [...before.proved, ...proved] });
  };
  for (const [index, one] of recorded.exchanges.entries()) {
    take(`exchange ${index + 1} (${cellName(one)})`, one, []);
  }
  for (const finding of recorded.findings) {
    const rule = rules.find(({ id }) => id === finding.rule);
    // The exchange of a rule with requests of its own is no plain call: it is not judged as one.
    if (rule === undefined || rule.probing !== undefined) continue;
    take(`finding ${finding.id}`, { ...finding, expectation: expectationOf(finding, recorded) }, [finding.rule]);
  }
  return { all: [...known.values()], answered, leftOut };
}

/** What was known of a call in any binding was known in all. */
export function expectationOf(
  { operation, call }: Pick<Finding, 'operation' | 'call'>,
  { exchanges }: Pick<Recorded, 'exchanges'>,
): RecordedCall['expectation'] {
  const same = exchanges.filter((one) => one.operation === operation && equalCalls(one.call, call));
  const said = new Set(same.map(({ expectation }) => expectation));
  return (['sample', 'known'] as const).find((one) => said.has(one)) ?? 'generated';
}

function equalCalls(a: Call, b: Call): boolean {
  return JSON.stringify([a.values, a.header]) === JSON.stringify([b.values, b.header]);
}

function recordingOf(one: RecordedCall, proved: readonly string[], contract: Contract): Recording | null {
  const operation = contract.operations.find(({ name }) => name === one.operation);
  const exchange = rebuildExchange(one.exchange);
  if (operation === undefined || exchange === null) return null;
  const cell = { operation, binding: one.binding };
  const { call, expectation } = one;
  return { cell, call, expectation, exchange, shown: () => one.exchange, silent: new Map(), proved };
}

/** Equal exchanges of one call are one. Expectation counts: what a sample is held to, a generated call is not. */
function keyOf({ cell, call, expectation, shown }: Recording): string {
  const { request, response }: RecordedExchange = shown();
  return JSON.stringify([cellName(cell), call, expectation, request, response]);
}
