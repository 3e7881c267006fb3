import { expect, onTestFinished, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { BindingName, Cell } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { replayFinding } from '../../features/run/replay-finding.ts';
import { completeOptions } from '../../options/run-options.ts';
import { defectNamed, mutation } from '../../reference/defects/defects.ts';
import { startReferenceServer } from '../../reference/server.ts';
import type { Rule } from '../../rules/rule.ts';
import { wsdlRules } from '../../rules/wsdl/rules.ts';
import { answerOf } from '../../rules/wsdl/wsdl.fixture.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import { openCell } from './cell.ts';
import { openSession, type Session } from './session.ts';

const contract = loadContract(defaultNamespace());
const cellOf = (binding: BindingName): Cell => ({ operation: operationNamed(contract, 'McatCodes'), binding });

/** A session with a server of its own, and the lines of that server's log. */
async function sessionWith(defect: string | null, changes: Partial<RunPlan> = {}) {
  const lines: string[] = [];
  const found = defect === null ? undefined : defectNamed(defect);
  const defects = found === undefined ? [] : [mutation(found, { operation: null, binding: null }, contract)];
  const server = await startReferenceServer({ contract, defects, log: (line) => lines.push(line) });
  const options = completeOptions({ flags: { profile: 'quick' }, env: {}, config: null, randomSeed: 1 });
  const plan = { options, baseUrl: server.url, pools: { values: {}, rows: [] }, resultsPath: 'r.json', ...changes };
  const session = await openSession(plan);
  onTestFinished(async () => {
    await session.close();
    await server.close();
  });
  return { session, asked: () => lines.filter((line) => line.includes('wsdl')).length };
}

const ruleNamed = (id: string): Rule => {
  const rule = wsdlRules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return rule;
};

async function judged(session: Session, id: string, binding: BindingName) {
  const open = await openCell(session, cellOf(binding));
  return open.judge(ruleNamed(id));
}

test('the WSDL is requested once, and each cell is judged by it', async () => {
  const { session, asked } = await sessionWith('wsdl-soap-action');
  const results = [
    await judged(session, 'wsdl.bindings', 'soap11'),
    await judged(session, 'wsdl.bindings', 'soap12'),
    await judged(session, 'wsdl.types', 'soap11'),
  ];
  expect(results.map(({ verdict }) => verdict)).toEqual(['fail', 'pass', 'pass']);
  expect(asked()).toBe(1);
  const finding = results[0]?.finding;
  expect(finding).toMatchObject({
    level: 'recommended',
    cause: 'wsdl.bindings:soap-action',
    actual: "'urn:McatCodes'",
    exchange: { request: { method: 'GET', url: expect.stringMatching(/\/getData\.asmx\?wsdl$/), body: null } },
  });
  expect(finding?.exchange.response).toMatchObject({
    body: expect.stringContaining('"urn:McatCodes"'),
    truncated: true,
  });
  if (finding == null) throw new Error('nothing was found');
  const rule = ruleNamed('wsdl.bindings');
  const again = await replayFinding(finding, rule, (await sessionWith('wsdl-soap-action')).session);
  expect(again).toMatchObject({ verdict: 'fail', problems: [{ code: 'soap-action' }], trouble: null });
  expect((await replayFinding(finding, rule, (await sessionWith(null)).session)).verdict).toBe('pass');
});

test('an answer is judged by the WSDL, and sent for again', async () => {
  const { session } = await sessionWith('wsdl-length-too-short');
  const { verdict, finding } = await judged(session, 'wsdl.own-answers', 'soap11');
  expect([verdict, finding?.cause]).toEqual(['fail', 'wsdl.own-answers:McatCode.Description:maxLength']);
  expect(finding?.exchange).toMatchObject({ request: { method: 'POST' }, response: { status: 200 } });
  if (finding == null) throw new Error('nothing was found');
  const rule = ruleNamed('wsdl.own-answers');
  const again = await replayFinding(finding, rule, (await sessionWith('wsdl-length-too-short')).session);
  expect(again).toMatchObject({ verdict: 'fail', problems: [{ expected: 'maxLength 3' }], trouble: null });
  expect((await replayFinding(finding, rule, (await sessionWith(null)).session)).verdict).toBe('pass');
});

test('what the run already has is not requested again; a target that offers none is not judged', async () => {
  const { session, asked } = await sessionWith('wsdl-soap-action', { wsdl: answerOf('nothing here', 404) });
  expect(await judged(session, 'wsdl.bindings', 'soap11')).toMatchObject({
    verdict: 'not-applicable',
    reason: { text: 'it answers ?wsdl with status 404' },
  });
  expect(asked()).toBe(0);
});
