import { expect, onTestFinished, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { Cell } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { completeOptions } from '../../options/run-options.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { type Exchange, type HttpRequest, headerValue } from '../../wire/http/exchange.ts';
import { createSchemaValidator } from '../../xml/schema.ts';
import { type Client, openClient } from '../send/client.ts';
import { openCell } from './cell.ts';
import { openSession } from './session.ts';

const contract = loadContract(defaultNamespace());
const cell = { operation: operationNamed(contract, 'McatCodes'), binding: 'http-get' } as const;

/** What a rule comes to in a cell whose client has some calls run into the time limit. */
async function verdicts(
  isSlow: (underWay: number, request: HttpRequest) => boolean,
  id = 'http.answer',
  of: Cell = cell,
) {
  const server = await startReferenceServer({ contract });
  const flags = { target: server.url, runs: '4' };
  const options = completeOptions({ flags, env: {}, config: null, randomSeed: 1 });
  const validator = await createSchemaValidator();
  const direct = openClient(server.url, contract, options);
  onTestFinished(async () => {
    await direct.close();
    await server.close();
    validator.dispose();
  });
  let underWay = 0;
  const send: Client['send'] = async (of, request, signal) => {
    underWay += 1;
    const slow = isSlow(underWay, request);
    const exchange = await direct.send(of, request, signal);
    underWay -= 1;
    return slow ? timedOut(exchange) : exchange;
  };
  const plan = { options, baseUrl: server.url, pools: { values: {}, rows: [] }, resultsPath: 'results.json' };
  const session = await openSession(plan, { contract, validator, client: { ...direct, send } });
  const open = await openCell(session, of);
  const rule = session.rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`there is no ${id}`);
  return open.judge(rule);
}

function timedOut({ request }: Exchange): Exchange {
  const trouble = { kind: 'timeout', message: 'no response came within 10000 ms' } as const;
  return { request, outcome: { kind: 'trouble', trouble }, durationMs: 10_000 };
}

test('a call that is too slow next to others is sent once more, by itself', async () => {
  expect(await verdicts((underWay) => underWay > 1)).toMatchObject({ verdict: 'pass', reason: null });
});

test('an operation that is always too slow is inconclusive, with the flag that gives it more time', async () => {
  const { verdict, finding, reason } = await verdicts(() => true);
  expect([verdict, finding]).toEqual(['inconclusive', null]);
  expect(reason).toEqual({
    code: 'limit',
    text: expect.stringMatching(
      /^\d+ of \d+ calls? ran into a limit of this run \(no response .+\); --timeout raises it$/,
    ),
  });
});

test('a variant of a call that is always too slow leaves its rule open, and breaks nothing', async () => {
  const isPersona = (_underWay: number, { headers }: HttpRequest) => headerValue(headers, 'user-agent') !== undefined;
  const { verdict, finding, reason } = await verdicts(isPersona, 'request.personas', { ...cell, binding: 'soap11' });
  expect([verdict, finding, reason?.code]).toEqual(['inconclusive', null, 'limit']);
});
