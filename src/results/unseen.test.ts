import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { Operation } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import { over, runOf } from '../engine/cell/run-operation.fixture.ts';
import { harvested } from '../reference/variations/target.fixture.ts';
import { fieldPaths } from '../rules/fields.ts';
import { folded } from './folded.fixture.ts';
import type { Results } from './results.ts';
import { unjudgedGroups } from './unjudged.ts';
import { unseenIn } from './unseen.ts';

const contract = loadContract(defaultNamespace());
const reads = contract.operations.filter(({ effect }) => effect === 'read');

/** The coverage of a run in which these fields of operations were seen in every binding, and no other. */
function coverageOf(isSeen: (operation: Operation, path: string) => boolean): Results['coverage'] {
  const fields = reads.flatMap((operation) =>
    bindingNames.flatMap((binding) =>
      fieldPaths({ operation }, contract).map(({ path }) => {
        return { operation: operation.name, binding, path, seen: isSeen(operation, path), needed: true };
      }),
    ),
  );
  return { ...folded({}).coverage, fields, parameters: [] };
}

const feeds = (one: Operation, name: string): readonly string[] =>
  Object.entries(one.feeds).flatMap(([path, names]) => (names.includes(name) ? [`${one.result.record}.${path}`] : []));

test.each(reads.map((operation) => [operation.name, operation] as const))(
  '%s waits for the operations that feed it, as long as none of them showed a field that does',
  (_name, operation) => {
    const open = { operation: operation.name, binding: 'soap11' } as const;
    const names = operation.parameters.filter(({ credential }) => !credential).map(({ name }) => name);
    const feeders = reads.filter((one) => one !== operation && names.some((name) => feeds(one, name).length > 0));
    const none = unseenIn({ coverage: coverageOf(() => false), exchanges: [] }, open);
    expect(none.waitsFor.toSorted()).toEqual(feeders.map(({ name }) => name).toSorted());
    for (const feeder of feeders) {
      const fed = names.filter((name) => feeds(feeder, name).length > 0);
      const given = new Set(fed.flatMap((name) => feeds(feeder, name)));
      const coverage = coverageOf((one, path) => one === feeder && given.has(path));
      const left = feeders.filter((one) => names.some((name) => !fed.includes(name) && feeds(one, name).length > 0));
      expect(unseenIn({ coverage, exchanges: [] }, open).waitsFor.toSorted()).toEqual(
        left.map(({ name }) => name).toSorted(),
      );
    }
  },
);

test('where another binding had data for the same calls, it is named with what was tried, and no values are asked for', async () => {
  const without = { applies: over('http-get', 'http-post'), result: () => null };
  const results = await runOf('Get_Recid_Images', [without], { pools: await harvested() });
  const groups = unjudgedGroups({ ...results, cells: [], inconclusive: results.inconclusive, verdict: 'inconclusive' });
  const [found] = groups.filter(({ sentences }) => sentences.some((text) => text.includes('never seen')));
  expect(found?.sentences[0]).toMatch(
    /^Get_Recid_Images: never seen with a value: .*; tried recid '\d+' and \d+ more; seen over soap11, soap12 \(http-get, http-post\)$/,
  );
  expect(found?.advice).not.toContain('values');
});
