import { expect, test } from 'vitest';
import { baseCall } from '../../calls/calls.ts';
import { spelledRequest, type Trait } from '../../calls/spelling/trait.ts';
import { drawnNames } from '../../calls/values.ts';
import type { Cell } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import { contract } from '../../reference/variations/target.fixture.ts';
import { dimensionsIn } from '../../rules/request/trait-registry.ts';
import { tracesIn, tracesOfTraits } from './recorded-coverage.ts';

const credentials = { DealerID: "Jo's <a> & b", APIKEY: '', Password: 'c d' };
const context = { contract, basePath: '/app', credentials, ...drawnNames(3) };

/** The cells of one binding. */
function cellsOf(binding: Cell['binding']): readonly Cell[] {
  return contract.operations.map((operation) => ({ operation, binding }));
}

function tracesWith(traits: readonly Trait[], cell: Cell): ReadonlySet<string> {
  const call = baseCall({ operation: cell.operation, contract, pools: { values: {}, rows: [] } });
  return tracesIn(spelledRequest(traits, cell, call, context));
}

const told = new Map(bindingNames.map((binding) => [binding, tracesOfTraits(cellsOf(binding), contract)] as const));

function isTold(traces: ReadonlySet<string>, own: readonly string[] = ['none']): boolean {
  return own.every((one) => traces.has(one));
}

/** Ids of the traits that a binding's requests can have. */
function idsIn(binding: Cell['binding']): readonly string[] {
  return [
    ...new Set(
      cellsOf(binding).flatMap((cell) =>
        dimensionsIn(cell, contract).flatMap(({ choices }) => choices.map(({ id }) => id)),
      ),
    ),
  ];
}

test('for most traits a recording shows whether a request has them', () => {
  const drawn = [
    'accept-any',
    'accept-charset',
    'accept-language-other',
    'accept-one-coding',
    'accept-ranges',
    'accept-weights',
    'agent-stack',
    'refused-coding',
    'agent-unknown',
    'block-behind',
    'block-with-call',
    'body-id',
    'cookie',
    'cookie-long',
    'empty-field',
    'long-field',
    'many-fields',
    'namesake-blocks',
    'proxied',
    'referred',
    'type-of-nothing',
    'unknown-field',
    'unknown-range',
    'upgrade',
  ];
  const unseen = [
    ...['agent-none', 'greater-than', 'older-version', 'order-reversed', 'new-connection', 'two-packets'],
    ...['unused-declaration', 'lines-around', 'empty-pairs', 'trailing-ampersand', 'semicolons-unescaped'],
    ...['absolute-target', 'coding-unsaid', 'host-port', 'host-upper', 'references-in-declarations'],
    ...['fields-unspaced', 'fields-wide'],
  ];
  // Which prefix is chosen, and where it is declared; what leaves the same as another trait does.
  const alike = [
    ...['cdata-beside-text', 'declaration-without-encoding', 'default-on-body', 'default-on-envelope'],
    ...['envelope-prefix', 'envelope-prefix-of-a-letter', 'envelope-prefix-of-the-other', 'leading-zeros'],
    ...['parameters-by-default', 'parameters-numbered', 'parameters-prefixed', 'rebound-prefix'],
    ...['service-prefix-on-envelope', 'spaces-around'],
  ];
  const all = new Set(bindingNames.flatMap(idsIn));
  const untold = [...all].filter((id) => !bindingNames.some((binding) => told.get(binding)?.has(id)));
  expect(untold.toSorted()).toEqual([...drawn, ...unseen, ...alike].toSorted());
});

test.each(bindingNames)('a request over %s that is written plainly has no trait', (binding) => {
  const has = cellsOf(binding).flatMap((cell) => {
    const traces = tracesWith([], cell);
    return [...(told.get(binding) ?? [])].flatMap(([id, one]) => (isTold(traces, one) ? [id] : []));
  });
  expect([...new Set(has)]).toEqual([]);
});

test.each(bindingNames)('each trait of a request over %s is named, whatever the call says', (binding) => {
  const seen = new Set(
    cellsOf(binding).flatMap((cell) =>
      dimensionsIn(cell, contract)
        .flatMap(({ choices }) => choices)
        .flatMap((trait) => (isTold(tracesWith([trait], cell), told.get(binding)?.get(trait.id)) ? [trait.id] : [])),
    ),
  );
  expect(idsIn(binding).filter((id) => told.get(binding)?.has(id) && !seen.has(id))).toEqual([]);
});
