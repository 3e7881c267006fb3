import { expect, test } from 'vitest';
import { loadCatalog } from './catalog.ts';
import { BINDINGS, contract, examples } from './client.fixture.ts';
import { createPipeline } from './pipeline.ts';

const known = contract();
const catalog = loadCatalog();
const options = { contract: known, catalog, checkCredentials: false };
const request = { method: 'POST', path: '', headers: [], body: new Uint8Array() };
const calls = known.operations.flatMap((operation) => BINDINGS.map((binding) => ({ operation, binding })));

test.each(calls)('$operation.name/$binding: what is kept is what would be written anew', ({ operation, binding }) => {
  const types = new Map(operation.parameters.map(({ name, type }) => [name, type]));
  const values = Object.entries(examples(operation)).map(([name, text]) => {
    return [name, types.get(name) === 'string' ? text : BigInt(text)] as const;
  });
  const parameters = Object.fromEntries(values);
  const answers = (mutations: Parameters<typeof createPipeline>[0]['mutations']) => {
    const pipeline = createPipeline({ ...options, mutations });
    const reading = { binding, operation, parameters, header: null, failure: null };
    const responses = [1, 2].map(() => pipeline(request, () => reading).response);
    return responses.map(({ body, ...rest }) => ({ ...rest, text: new TextDecoder().decode(body) }));
  };
  expect(answers([])).toEqual(answers([{ applies: () => true }]));
  expect(answers([])[0]?.text).toContain(
    binding.startsWith('soap') ? `${operation.name}Result` : operation.result.httpRoot,
  );
});

test('the catalogue as it is is kept for each binding', () => {
  const pipeline = createPipeline({ ...options, mutations: [] });
  const operation = known.operations.find(({ name }) => name === 'McatCodes');
  if (operation === undefined) throw new Error('no McatCodes');
  const [first, second, other] = (['soap11', 'soap11', 'soap12'] as const).map((binding) => {
    const reading = { binding, operation, parameters: {}, header: null, failure: null };
    return pipeline(request, () => reading).response;
  });
  expect(second).toBe(first);
  expect(other).not.toEqual(first);
});
