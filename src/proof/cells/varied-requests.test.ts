import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { baseCall } from '../../calls/calls.ts';
import { cellName } from '../../contract/cell-name.ts';
import { loadContract } from '../../contract/load.ts';
import type { BindingName, Cell } from '../../contract/model.ts';
import { bindingNames, operationNamed } from '../../contract/operations.ts';
import { openCell } from '../../engine/cell/cell.ts';
import { openSession } from '../../engine/cell/session.ts';
import type { RunOptions } from '../../options/model.ts';
import { patience } from '../../patience.fixture.ts';
import { defectsFor, mutation, requestDefects } from '../../reference/defects/defects.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference/server.ts';
import type { RuleResult } from '../../results/outcome.ts';
import type { Rule } from '../../rules/rule.ts';
import { rules, rulesFor } from '../../rules/rules.ts';
import { placeOf } from '../faults/place.fixture.ts';

const contract = loadContract('http://dealer.example/webservices/');
/** The rules that vary a request, and those on faults. */
const own: readonly Rule[] = rules.filter(
  ({ id, layer }) => layer === 'several exchanges' && /^(?:request|soap)\./.test(id),
);
const names = contract.operations.filter(({ effect }) => effect === 'read').map(({ name }) => name);
const cells = names.flatMap((name) => bindingNames.map((binding) => cellOf(name, binding)));
const samples = contract.operations.map((operation) =>
  baseCall({ operation, contract, pools: { values: {}, rows: [] } }),
);

const options: RunOptions = {
  target: null,
  namespace: contract.namespace,
  seed: 7,
  profile: 'standard',
  runs: 0,
  operations: null,
  bindings: null,
  rules: null,
  cells: null,
  baseline: null,
  includeWrites: false,
  failOn: 'recommended',
  allowInconclusive: false,
  limits: {
    concurrency: 4,
    rate: null,
    timeoutMs: patience(10_000),
    maxBodyBytes: 4 * 1024 * 1024,
    maxTimeSeconds: null,
  },
  credentials: {},
  headers: [],
  route: { tls: {}, proxy: null },
  values: {},
  valuesByOperation: {},
  unused: [],
  samples,
};

function cellOf(operation: string, binding: BindingName): Cell {
  return { operation: operationNamed(contract, operation), binding };
}

async function judge(baseUrl: string, asked: readonly Cell[]): Promise<readonly RuleResult[]> {
  const session = await openSession({
    options,
    baseUrl,
    pools: { values: {}, rows: [] },
    resultsPath: 'reports/results.json',
  });
  const results: RuleResult[] = [];
  for (const cell of asked) {
    const open = await openCell({ ...session, rules: own }, cell);
    for (const rule of rulesFor(cell, contract, own)) results.push(await open.judge(rule));
  }
  await session.close();
  return results;
}

const inWords = ({ rule, operation, binding, verdict, finding }: RuleResult): string =>
  `${rule}@${operation}/${binding} ${verdict}${finding === null ? '' : `: ${finding.message} ${finding.actual}`}`;

/** Operations whose records repeat no number of the call. */
const silent = ['Get_PartialProd_Resources_vehicle', 'Get_Digital_Assets_recid'].flatMap((name) =>
  ['http-get', 'http-post'].map((binding) => `request.text-parameters@${name}/${binding} not-applicable`),
);

describe('the healthy reference server', () => {
  let healthy: ReferenceServer;
  beforeAll(async () => {
    healthy = await startReferenceServer({ contract });
  });
  afterAll(() => healthy.close());

  test.each(names)('%s passes every rule that applies, in each binding', async (name) => {
    const results = await judge(
      healthy.url,
      bindingNames.map((binding) => cellOf(name, binding)),
    );
    const others = results.filter(({ verdict }) => verdict !== 'pass').map(inWords);
    expect(others.filter((one) => !silent.includes(one))).toEqual([]);
    expect(results.length).toBeGreaterThan(0);
  });

  test('every rule applies in some cell of a read', () => {
    const idle = own.filter((rule) => !cells.some((cell) => rulesFor(cell, contract, [rule]).length > 0));
    expect(idle.map(({ id }) => id)).toEqual([]);
  });
});

/** Two cells of different operations and, where it can be seen in several, bindings; other ones for each defect. */
function representatives(defect: (typeof requestDefects)[number]): readonly Cell[] {
  const observable = cells.filter((cell) => defect.cells(cell, contract));
  const offset = placeOf(defect);
  const [first] = observable.slice(offset % observable.length);
  const others = observable.filter(({ operation }) => operation !== first?.operation);
  const second = others.find(({ binding }) => binding !== first?.binding) ?? others[0];
  return [first, second].filter((cell) => cell !== undefined);
}

describe('a defect trips the rules that name it and no others', () => {
  test.each(requestDefects)('$id', async (defect) => {
    const chosen = representatives(defect);
    const mutations = [mutation(defect, { operation: null, binding: null }, contract)];
    const server = await startReferenceServer({ contract, defects: mutations });
    const results = await judge(server.url, chosen);
    await server.close();
    const failed = results.filter(({ verdict }) => verdict === 'fail');
    const expected = chosen.flatMap((cell) =>
      rulesFor(cell, contract, own)
        .filter(({ id }) => defect.foundBy.includes(id))
        .map(({ id }) => `${id}@${cellName(cell)}`),
    );
    expect(expected).not.toEqual([]);
    expect(failed.map(({ rule, operation, binding }) => `${rule}@${operation}/${binding}`)).toEqual(expected);
  });

  test('every defect that these rules name for themselves exists, and every defect is named', () => {
    const ids = new Set(requestDefects.map(({ id }) => id));
    const named = new Set(own.flatMap(({ id }) => defectsFor(id)));
    expect([...ids].filter((id) => !named.has(id))).toEqual([]);
    expect([...named].filter((id) => !ids.has(id)).toSorted()).toEqual([
      // Only the kill matrix tries these: in an operation that writes, in few others, in one binding, or on markup.
      'byte-order-mark-refused',
      'cart-text-damaged',
      'controls-as-windows-1252',
      'default-again-refused',
      'echoes-crosswise',
      'echoes-padded',
      'header-filter-refused',
      'last-make-of-header-in-one-version',
      'markup-as-undefined',
      'markup-in-comment-refused',
      'prefix-beyond-ascii-refused',
      'rebound-prefix-refused',
      'reference-in-attribute-refused',
      'session-cut',
      'small-digits-refused',
      'value-cut-at-equals',
    ]);
  });
});
