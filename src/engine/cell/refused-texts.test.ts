import { expect, test } from 'vitest';
import { refusingTexts } from '../../reference/defects/edits/call.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { harvested } from '../../reference/variations/target.fixture.ts';
import { everywhere, runOf } from './run-operation.fixture.ts';

const { hooks } = refusingTexts((text) => text.length > 100 || /[\p{Cc}\u{10000}-\u{10FFFF}]/u.test(text));
const refusing: Mutation = { applies: everywhere, ...hooks };

async function run(mutations: readonly Mutation[]) {
  const { cells, findings } = await runOf('Get_Submodel_Restricted', mutations, { pools: await harvested() });
  return { requests: cells.reduce((sum, cell) => sum + cell.requests, 0), findings };
}

test('a server that refuses unusual texts in all cells gets at most twice the requests, and a finding in each', async () => {
  const [right, strict] = [await run([]), await run([refusing])];
  const refused = strict.findings.filter(({ rule }) => rule === 'request.text-fidelity');
  expect(refused.map(({ binding, level }) => [binding, level])).toEqual(
    ['soap11', 'soap12', 'http-get', 'http-post'].map((binding) => [binding, 'recommended']),
  );
  // Most texts are those of the parameters that this operation repeats: others have fewer.
  expect(strict.requests / right.requests).toBeLessThan(2);
});
