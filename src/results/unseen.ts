import { defaultNamespace } from '../contract/load.ts';
import type { Contract, Operation } from '../contract/model.ts';
import { contractBy } from '../options/described.ts';
import type { Results, Unjudged } from './results.ts';

export type UnseenParts = Pick<Results, 'coverage' | 'exchanges' | 'wsdl'>;

/**
 * What a run tried for the fields of an operation that it never saw, and what is in the way. @param open - a cell with
 * such fields
 */
export function unseenIn(results: UnseenParts, open: Pick<Unjudged, 'operation' | 'binding'>) {
  const contract = contractBy({ namespace: defaultNamespace(), wsdl: results.wsdl });
  const { operation, binding } = open;
  const fields = results.coverage.fields.filter((field) => field.operation === operation);
  const missing = new Set(
    fields.flatMap((one) => (one.binding === binding && one.needed && !one.seen ? [one.path] : [])),
  );
  const elsewhere = fields.filter(({ path, seen }) => seen && missing.has(path)).map((field) => field.binding);
  const parameters = contract.operations.find(({ name }) => name === operation)?.parameters ?? [];
  const free = parameters.filter(({ credential }) => !credential).map(({ name }) => name);
  return {
    /** In half a sentence; '' if the results do not say. */
    tried: free.flatMap((name) => triedOf(name, operation, results)).join('; '),
    /** The bindings that showed one of these fields in the same run. */
    elsewhere: [...new Set(elsewhere)],
    /** The operations whose answers give its parameters their values, and gave none. */
    waitsFor:
      missing.size === 0 ? [] : [...new Set(free.flatMap((name) => emptyFeeders(name, operation, results, contract)))],
  };
}

const MOST_VALUES = 3;
/** Characters of a value that is cut, and of the longest that is not. */
const CUT = 40;
const LONGEST = 60;

/** `ItemNo 'U-1', 'U-2' and 5 more`: the values in recorded calls of an operation, and how many were sent in all. */
function triedOf(name: string, operation: string, { coverage, exchanges }: UnseenParts): readonly string[] {
  const calls = exchanges.filter((one) => one.operation === operation);
  const values = [...new Set(calls.flatMap(({ call }) => call.values[name] ?? []))];
  if (values.length === 0) return [];
  const counts = coverage.parameters.filter((one) => one.operation === operation && one.parameter === name);
  const all = Math.max(values.length, ...counts.map((one) => one.values));
  const shown = values
    .slice(0, MOST_VALUES)
    .map((value) => `'${value.length > LONGEST ? `${value.slice(0, CUT)}…` : value}'`);
  return [`${name} ${shown.join(', ')}${all > shown.length ? ` and ${all - shown.length} more` : ''}`];
}

/** The operations that feed a parameter, where each was called and none showed a field that does. */
function emptyFeeders(parameter: string, operation: string, { coverage }: UnseenParts, { operations }: Contract) {
  const feeders = operations.filter(
    (one) => one.name !== operation && one.effect === 'read' && feeds(one, parameter).length > 0,
  );
  const called = feeders.flatMap((feeder) => {
    const fields = coverage.fields.filter((field) => field.operation === feeder.name);
    const paths = feeds(feeder, parameter).map((path) => `${feeder.result.record}.${path}`);
    return fields.length === 0
      ? []
      : [{ name: feeder.name, gave: fields.some(({ path, seen }) => seen && paths.includes(path)) }];
  });
  return called.some(({ gave }) => gave) ? [] : called.map(({ name }) => name);
}

/** The fields of an operation's answers that feed a parameter. */
function feeds(operation: Operation, parameter: string): readonly string[] {
  return Object.entries(operation.feeds).flatMap(([path, names]) => (names.includes(parameter) ? [path] : []));
}
