import { expect, onTestFinished, test } from 'vitest';
import { faultyServer } from '../../../cli/command.fixture.ts';
import { runOver } from '../../../engine/cell/run-operation.fixture.ts';
import { defects, defectsFor } from '../../../reference/defects/defects.ts';
import { startReferenceServer } from '../../../reference/server.ts';
import { contract } from '../../../reference/variations/target.fixture.ts';
import { proxyTo } from './proxy.fixture.ts';

const pools = { values: {}, rows: [] };
const operation = contract.operations.find(({ name }) => name === 'Get_Inventory');

/** What a run of a server finds, straight and through a proxy; each run has its own, as some count what they answer. */
async function bothWays(start: () => Promise<{ readonly url: string; readonly close: () => Promise<void> }>) {
  const open = async (): Promise<string> => {
    const server = await start();
    onTestFinished(server.close);
    return server.url;
  };
  const found = async (target: string): Promise<readonly string[]> => {
    const { findings } = await runOver(target, ['Get_Inventory'], ['soap11', 'http-get'], 5, pools);
    return findings.map(({ id }) => id).toSorted();
  };
  const { baseUrl } = await proxyTo(new URL(await open()));
  return { straight: await found(await open()), through: await found(baseUrl) };
}

test('a run of the reference server through the proxy finds nothing', async () => {
  expect(await bothWays(() => startReferenceServer({ contract }))).toEqual({ straight: [], through: [] });
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
  const { straight, through } = await bothWays(() => faultyServer(id));
  expect(through).toEqual(straight);
  expect(straight).not.toEqual([]);
});
