import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startReferenceServer } from '../../reference/server.ts';
import { contract } from '../../reference/variations/target.fixture.ts';
import { runOver } from './run-operation.fixture.ts';

/** A server behind one that changes the bytes of requests. */
async function behind(change: (text: string) => string): Promise<string> {
  const server = await startReferenceServer({ contract });
  const port = Number(new URL(server.url).port);
  const front = createServer((client) => {
    const own = connect(port, '127.0.0.1');
    client.on('data', (bytes) => own.write(Buffer.from(change(bytes.toString('latin1')), 'latin1')));
    own.pipe(client);
    for (const [one, other] of [
      [client, own],
      [own, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  onTestFinished(async () => {
    front.close();
    await server.close();
  });
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

test.each([
  [
    'that knows a field only with a space after its colon',
    'fields-unspaced',
    /(?<=\r\n)content-type:(?! )/gi,
    'X-Type:',
  ],
  ['that takes a tab for a part of the value', 'fields-wide', /(?<=\r\ncontent-type: )\t/gi, 't'],
])('a server is found %s', async (_which, trait, wrong, written) => {
  const url = await behind((text) => text.replaceAll(wrong, written));
  const { findings } = await runOver(url, ['Get_Year_Restricted'], ['soap11'], 1, { values: {}, rows: [] });
  const own = findings.map(({ rule, level, spelling }) => [rule, level, spelling?.join()]);
  expect(own).toEqual([['request.header-fields', 'recommended', trait]]);
});
