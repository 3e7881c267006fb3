import { expect, test } from 'vitest';
import { commandHere } from './command.fixture.ts';
import { mutated, serving } from './compare.fixture.ts';

test('progress says that the target throttles the run and to what rate', async () => {
  let answers = 0;
  const busy = mutated(null, {
    response: (response) => {
      answers += 1;
      if (answers < 60 || answers % 25 !== 0) return response;
      return { ...response, status: 429, headers: [...response.headers, ['Retry-After', '0.05']] };
    },
  });
  const argv = ['run', await serving([busy]), '--operations', 'McatCodes', '--profile', 'quick', '--seed', '3'];
  const { out } = await commandHere(argv);
  const said =
    /^Waiting in McatCodes\/\S+: the target asked \d+ times? to slow down .* about [\d.]+ requests a second\.$/gm;
  expect(out.match(said)).toHaveLength(1);
  expect(out).toMatch(/! The target asked \d+ times to slow down/);
});
