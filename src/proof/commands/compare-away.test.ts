import { expect, test } from 'vitest';
import { cli } from '../../cli/cli.fixture.ts';
import { compared, contract, mutated, serving } from '../../cli/compare.fixture.ts';
import { patience } from '../../patience.fixture.ts';
import { startReferenceServer } from '../../reference/server.ts';
import type { OutResponse } from '../../reference/wire/message.ts';

test('a server that is not there is exit 4, and named, before the other one gets more than one call', async () => {
  let sent = 0;
  const counting = mutated(null, {
    response: (response) => {
      sent += 1;
      return response;
    },
  });
  const a = await serving([counting]);
  const gone = await cli(['compare', a, 'http://127.0.0.1:9', '--timeout', '2000']);
  expect(gone.exitCode).toBe(4);
  expect(gone.out).toContain("B, http://127.0.0.1:9, can't be reached: ");
  expect(gone.out).not.toContain(`A, ${a}, can't`);
  expect(sent).toBe(1);
  const both = await cli(['compare', 'http://127.0.0.1:9', 'http://127.0.0.1:11', '--timeout', '2000']);
  expect(both.out).toMatch(/A, http:\/\/127\.0\.0\.1:9, can't be reached.*B, http:\/\/127\.0\.0\.1:11, can't/s);
});

/** The connection is closed without an answer. */
const silent = (response: OutResponse) =>
  ({ ...response, raw: { bytes: new Uint8Array(), afterwards: 'close' } }) as const;

test('a cell that one server leaves without an answer is a difference, and is called again only a few times', async () => {
  let sent = 0;
  const mute = mutated('Get_Inventory', {
    response: (response, call) => {
      if (call.binding !== 'soap12') return response;
      sent += 1;
      return silent(response);
    },
  });
  const { exitCode, comparison } = await compared(await serving(), await serving([mute]), [
    ...['--operations', 'Get_Inventory', '--only', 'data', '--concurrency', '1', '--runs', '40'],
  ]);
  const [first, ...others] = comparison.differences;
  expect(first?.cells.map(({ binding }) => binding)).toEqual(['soap12']);
  expect([others, comparison.lost, comparison.incomplete, exitCode]).toEqual([[], null, false, 1]);
  expect(comparison.cells.map(({ state }) => state)).toEqual(['same', 'different', 'same', 'same']);
  // Five of about fifty calls in a row are enough, each sent twice if its connection was used before.
  expect(sent).toBeLessThan(15);
});

test('a server that ends or goes silent on the way is exit 4, named, and not blamed for what it no longer says', async () => {
  const left = { ending: 200, silencing: 150 };
  let close = (): void => {};
  const ending = mutated(null, {
    response: (response) => {
      left.ending -= 1;
      if (left.ending === 0) close();
      return response;
    },
  });
  const silencing = mutated(null, {
    response: (response) => {
      left.silencing -= 1;
      return left.silencing > 0 ? response : silent(response);
    },
  });
  const server = await startReferenceServer({ contract, defects: [ending] });
  close = () => void server.close();
  // Each is waited for, for half a minute.
  const both = [server.url, await serving([silencing])].map(async (b) => {
    return { b, ...(await compared(await serving(), b, ['--only', 'data'])) };
  });
  for (const { b, exitCode, comparison, out } of await Promise.all(both)) {
    expect(comparison.lost).toMatchObject({ side: 'b' });
    expect(out).toContain(`B (${b}) stopped answering`);
    expect([comparison.differences, comparison.incomplete, exitCode]).toEqual([[], true, 4]);
  }
  // It was left alone then.
  expect(left.silencing).toBeGreaterThan(-60);
});

test('a server that is away for a moment is waited for, and a warning says so', async () => {
  let left = 30;
  const restarting = mutated(null, {
    response: (response) => {
      left -= 1;
      return left > 0 || left < -10 ? response : silent(response);
    },
  });
  const only = ['--operations', 'Get_Inventory', '--only', 'data', '--runs', '10'];
  const { exitCode, comparison } = await compared(await serving(), await serving([restarting]), only);
  expect([comparison.differences, comparison.lost, exitCode]).toEqual([[], null, 0]);
  expect(comparison.warnings).toEqual([expect.stringMatching(/^B did not take some requests \(.*Sent again: [1-9]/)]);
});

test('the time limit ends it with what was learned', async () => {
  const b = await serving(['status-201']);
  const seconds = Math.ceil(patience(1000) / 1000);
  const { exitCode, comparison } = await compared(await serving(), b, [
    '--max-time',
    `${seconds}`,
    '--rate',
    `${200 / seconds}`,
  ]);
  expect(comparison.incomplete).toBe(true);
  expect(comparison.cells.some(({ state }) => state === 'not-reached')).toBe(true);
  expect([1, 3]).toContain(exitCode);
  expect(comparison.warnings.join()).toContain('cut short');
});
