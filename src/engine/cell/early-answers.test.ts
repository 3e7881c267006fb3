import { expect, test } from 'vitest';
import { cellName } from '../../contract/cell-name.ts';
import { openJudge } from '../../judge/judge.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { inProcess } from '../../proof/mutants/in-process.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { contract, quickRun, sharedValidator } from '../../reference/variations/target.fixture.ts';
import { observedProbe } from '../../rules/observers/observers.ts';
import { clientOf, NO_POOLS, optionsWith, serverWith } from '../observe/observe.fixture.ts';
import { observeTarget } from '../observe/observe.ts';
import { harvest } from '../plan/harvest.ts';
import { preflight } from '../plan/preflight.ts';
import { keepingBroken, prepare } from '../plan/prepare.ts';
import { openClient } from '../send/client.ts';
import { everywhere, runOf } from './run-operation.fixture.ts';

const OPERATION = 'Get_Video_Links';

/** A server that answers its first `count` requests as another media type. */
function wrongAtFirst(count: number): Mutation {
  let requests = 0;
  return {
    applies: everywhere,
    response: (response) => {
      requests += 1;
      if (requests > count) return response;
      const headers = response.headers.filter(([name]) => name !== 'Content-Type');
      return { ...response, headers: [...headers, ['Content-Type', 'text/plain']] };
    },
  };
}

/** What pre-flight and harvest keep of a server's answers. */
async function keptOf(server: Mutation, walk: typeof harvest | typeof preflight) {
  const validator = await sharedValidator();
  const options = { ...quickRun('http://127.0.0.1:9'), operations: [OPERATION] };
  const client = inProcess(openClient('http://127.0.0.1:9', contract, options), [server]);
  const early = keepingBroken(client, openJudge({ contract, validator }));
  await walk(early.client, options);
  return early.kept;
}

test.each([
  ['pre-flight', preflight],
  ['harvest', harvest],
] as const)('an answer that is wrong only in the %s is a finding, with how often it was', async (_name, walk) => {
  const kept = await keptOf(wrongAtFirst(1000), walk);
  const cell = kept.find((one) => one.cell === `${OPERATION}/http-get`);
  expect(cell?.call.operation).toBe(OPERATION);
  const { findings, verdict } = await runOf(OPERATION, [], { early: kept });
  const [found] = findings.filter(({ binding }) => binding === 'http-get');
  expect([verdict, found?.rule]).toEqual(['non-conformant', 'http.content-type']);
  expect(found?.message).toContain('Intermittent: 1 of 7 answers');
  expect(found?.call).toEqual(cell?.call);
});

test('pages of a server that starts are no answers of the service', async () => {
  let requests = 0;
  const starting: Mutation = {
    applies: everywhere,
    response: (response) => {
      requests += 1;
      return requests > 4 ? response : { ...response, headers: [['Content-Type', 'text/html']] };
    },
  };
  const server = await startReferenceServer({ contract, defects: [starting] });
  const validator = await sharedValidator();
  const options = { ...quickRun(server.url), operations: [OPERATION] };
  const empty = { options, baseUrl: server.url, pools: NO_POOLS, resultsPath: '' };
  const prepared = await prepare(empty, contract, validator, new AbortController().signal);
  expect(prepared).toMatchObject({ kind: 'ready', plan: { early: [] } });
  await server.close();
});

test('an answer to an observer is kept with the observer and the call that it varies', async () => {
  const garbled: Mutation = {
    applies: everywhere,
    response: (response) => ({ ...response, headers: [...response.headers, ['Date', 'today']] }),
  };
  const validator = await sharedValidator();
  const options = optionsWith({});
  const client = clientOf(await serverWith([garbled]), options);
  const early = keepingBroken(client, openJudge({ contract, validator }));
  await observeTarget(client, options, NO_POOLS, early.observed);
  const varied = early.kept.flatMap(({ call, cell, observed }) => {
    const own = selectedCells(contract, { ...options, cells: null }).find((one) => cellName(one) === cell);
    if (own === undefined || observed === undefined) return [null];
    return [observedProbe(observed.observer, observed.variant, own, call, contract)?.call];
  });
  expect(varied.length).toBeGreaterThan(4);
  expect(varied).toEqual(early.kept.map(({ call }) => call));
});

test('an answer that breaks no rule that an earlier one of its cell does not break is not kept', async () => {
  expect(await keptOf(wrongAtFirst(0), harvest)).toEqual([]);
  const kept = await keptOf(wrongAtFirst(1000), harvest);
  expect(new Set(kept.map(({ cell }) => cell)).size).toBe(kept.length);
});
