import { expect, onTestFinished, test } from 'vitest';
import { faultyServer } from '../../../cli/command.fixture.ts';
import { runOver } from '../../../engine/cell/run-operation.fixture.ts';
import { defects, defectsFor } from '../../../reference/defects/defects.ts';
import { startReferenceServer } from '../../../reference/server.ts';
import { contract } from '../../../reference/variations/target.fixture.ts';
import { proxyTo } from './proxy.fixture.ts';

const pools = { values: {}, rows: [] };
const operation = contract.operations.find(({ name }) => name === 'Get_Inventory');

/** What a run of a server finds, straight and through a proxy. */
async function bothWays(url: string) {
  const { baseUrl } = await proxyTo(new URL(url));
  const found = async (target: string): Promise<readonly string[]> => {
    const { findings } = await runOver(target, ['Get_Inventory'], ['soap11', 'http-get'], 5, pools);
    return findings.map(({ id }) => id).toSorted();
  };
  return { straight: await found(url), through: await found(baseUrl) };
}

test('a run of the reference server through the proxy finds nothing', async () => {
  const server = await startReferenceServer({ contract });
  onTestFinished(server.close);
  expect(await bothWays(server.url)).toEqual({ straight: [], through: [] });
});

/** Where no HTTP comes back, the client gets 502; bytes after an answer don't pass. The proxy itself sees both. */
const noAnswer = defectsFor('http.answer');
const framing = defectsFor('http.content-length');
/** A proxy passes on no field of one connection (RFC 9110, section 7.6.1). */
const ofConnection = ['closing-connection-refused', 'trailers-refused', 'upgrade-refused'];
const visible = defects.filter(
  (defect) =>
    !ofConnection.includes(defect.id) &&
    !noAnswer.includes(defect.id) &&
    operation !== undefined &&
    ['soap11', 'http-get'].some((binding) => defect.cells({ operation, binding } as never, contract)),
);
const chosen = visible
  .filter((_, at) => at % Math.floor(visible.length / 20) === 0)
  .filter(({ id }) => !framing.includes(id))
  .slice(0, 20);

test.each(chosen.map(({ id }) => id))('a run through the proxy finds what it finds without it: %s', async (id) => {
  const server = await faultyServer(id);
  onTestFinished(server.close);
  const { straight, through } = await bothWays(server.url);
  expect(through).toEqual(straight);
  expect(straight).not.toEqual([]);
});
