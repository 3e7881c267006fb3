import { expect, test } from 'vitest';
import type { Pools } from '../../calls/pools.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { operationNamed } from '../../contract/operations.ts';
import { openCell } from '../../engine/cell/cell.ts';
import { openSession, type Session } from '../../engine/cell/session.ts';
import { completeOptions } from '../../options/run-options.ts';
import { defectNamed, mutation } from '../../reference/defects/defects.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { harvested } from '../../reference/variations/target.fixture.ts';
import type { Finding } from '../../results/outcome.ts';
import { sampleFinding } from '../../results/results.fixture.ts';
import { bindingRules } from '../../rules/parity/bindings.ts';
import type { Rule } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import { replayFinding } from './replay-finding.ts';

const inventoryCall = {
  operation: 'Get_Inventory',
  values: { Application_ID: 'APP-1', ItemNo: 'SC-1001' },
  header: null,
};

const cellOf = (contract: Session['contract']) => ({
  operation: operationNamed(contract, 'McatCodes'),
  binding: 'http-get' as const,
});

/** A session with a server of its own that answers McatCodes over GET with an empty list, or as it should. */
function withServer<T>(empty: boolean, use: (session: Session) => Promise<T>): Promise<T> {
  const defect = defectNamed('empty-answers');
  if (defect === undefined) throw new Error('no defect empty-answers');
  const contract = loadContract(defaultNamespace());
  return withFaults(empty ? [mutation(defect, { operation: 'McatCodes', binding: 'http-get' }, contract)] : [], use);
}

/** A session with a server of its own that has these faults. */
async function withFaults<T>(
  defects: readonly Mutation[],
  use: (session: Session) => Promise<T>,
  pools: Pools = { values: {}, rows: [] },
  profile = 'quick',
): Promise<T> {
  const options = completeOptions({ flags: { profile }, env: {}, config: null, randomSeed: 1 });
  const contract = loadContract(options.namespace);
  const server = await startReferenceServer({ contract, defects });
  const session = await openSession({
    options,
    baseUrl: server.url,
    pools,
    resultsPath: 'reports/results.json',
  });
  try {
    return await use(session);
  } finally {
    await session.close();
    await server.close();
  }
}

function parity(): Rule {
  const rule = bindingRules.find(({ id }) => id === 'binding.parity');
  if (rule === undefined) throw new Error('no rule binding.parity');
  return rule;
}

test('a finding that compares bindings is sent in all of them again', async () => {
  const finding = await withServer(true, async (session): Promise<Finding> => {
    const open = await openCell(session, cellOf(session.contract));
    const found = (await open.judge(parity())).finding;
    if (found === null) throw new Error('nothing was found');
    return found;
  });
  const again = await withServer(true, (session) => replayFinding(finding, parity(), session));
  expect(again).toMatchObject({ verdict: 'fail', trouble: null });
  expect(again.problems.length).toBeGreaterThan(0);
  const mended = await withServer(false, (session) => replayFinding(finding, parity(), session));
  expect(mended).toMatchObject({ verdict: 'pass', problems: [] });
});

test.each([
  ['call-before-answered', 'Get_PartialProd_Resources', 'PartialProd'],
  ['records-left-over', 'Get_Video_Links_by_Make', 'Make'],
])('%s: a call whose answer depends on the call before is sent after that again', async (id, operation, parameter) => {
  const rule = rules.find((one) => one.id === 'response.own-call') ?? expect.fail('no rule response.own-call');
  const contract = loadContract(defaultNamespace());
  const defect = defectNamed(id) ?? expect.fail(`no defect ${id}`);
  const faults = () => [mutation(defect, { operation: null, binding: null }, contract)];
  const pools = await harvested();
  const found = await withFaults(
    faults(),
    async (session) => {
      const cell = { operation: operationNamed(contract, operation), binding: 'soap11' } as const;
      return (await (await openCell(session, cell)).judge(rule)).finding ?? expect.fail('nothing was found');
    },
    pools,
    'standard',
  );
  expect(found.message).not.toContain('Intermittent');
  expect(found.before?.call.values[parameter]).not.toBe(found.call.values[parameter]);
  expect(found.reproduce.curl.match(/curl -i/g)).toHaveLength(2);
  const again = await withFaults(faults(), (session) => replayFinding(found, rule, session));
  expect(again).toMatchObject({ verdict: 'fail', problems: [{ code: 'call-before' }] });
  const fixed = await withFaults([], (session) => replayFinding(found, rule, session));
  expect(fixed).toMatchObject({ verdict: 'pass', problems: [] });
});

test('right answers to a call that was broken at times prove nothing', async () => {
  const rule = rules.find(({ id }) => id === 'http.content-type') ?? expect.fail('no rule http.content-type');
  const wrongFrom = (first: number): Mutation => {
    let calls = 0;
    return {
      applies: (operation) => operation === 'Get_Inventory',
      response: (response) => {
        calls += 1;
        return calls >= first ? { ...response, headers: [['Content-Type', 'text/plain']] } : response;
      },
    };
  };
  const finding = sampleFinding({
    rule: rule.id,
    binding: 'http-get',
    call: inventoryCall,
    times: { broken: 2, of: 6 },
  });
  const verdicts: string[] = [];
  for (const first of [5, 99])
    verdicts.push((await withFaults([wrongFrom(first)], (session) => replayFinding(finding, rule, session))).verdict);
  expect(verdicts).toEqual(['fail', 'inconclusive']);
});

test('a finding of several calls of which replay sends only one is not judged, and says why', async () => {
  const mixed = await withServer(false, (session) => {
    const rule = rules.find((one) => one.id === 'response.own-call') ?? expect.fail('no rule response.own-call');
    return replayFinding(sampleFinding({ rule: rule.id }), rule, session);
  });
  expect(mixed).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('in several calls together'),
  });
});

test('a cell that is answered again passes, though the rule judges all its answers together', async () => {
  const replay = await withServer(false, (session) => {
    const rule = rules.find((one) => one.id === 'binding.reachable') ?? expect.fail('no rule binding.reachable');
    return replayFinding(sampleFinding({ rule: rule.id, call: inventoryCall, binding: 'http-get' }), rule, session);
  });
  expect(replay).toMatchObject({ verdict: 'pass', reason: null });
});

test('an order in another spelling is sent again as it was written', async () => {
  const rule = rules.find(({ id }) => id === 'http.content-type') ?? expect.fail('no rule http.content-type');
  const wrong: Mutation = {
    applies: (operation, binding) => operation === 'Add_toCart' && binding === 'soap11',
    response: (response, { request }) => {
      const isPlain = Buffer.from(request.body).includes('<Add_toCart xmlns="');
      const others = response.headers.filter(([name]) => name !== 'Content-Type');
      return isPlain ? response : { ...response, headers: [...others, ['Content-Type', 'text/plain']] };
    },
  };
  const finding = await withFaults([wrong], async (session) => {
    const cell = { operation: operationNamed(session.contract, 'Add_toCart'), binding: 'soap11' } as const;
    return (await (await openCell(session, cell)).judge(rule)).finding;
  });
  if (finding === null) throw new Error('nothing was found');
  expect(finding.spelling?.length).toBeGreaterThan(3);
  // The first session has sent all orders that it may.
  await withFaults([wrong], async (session) => {
    const again = await replayFinding(finding, rule, session);
    expect([again.verdict, again.exchange.request.body]).toEqual(['fail', finding.exchange.request.body]);
  });
});
