import { expect, onTestFinished, test, vi } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { bindingNames } from '../contract/operations.ts';
import { exchangeOf, goldens, NAMESPACE, withBody } from '../proof/mutants/golden.ts';
import { rulesFor } from '../rules/rules.ts';
import { parseXml } from '../xml/parse.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { openJudge } from './judge.ts';

vi.mock('../xml/parse.ts', async (original) => {
  const { parseXml: parse } = await original<typeof import('../xml/parse.ts')>();
  return { parseXml: vi.fn(parse) };
});

// Rules that read the records of every answer make judging several times slower.
test.each(bindingNames)('%s: right answers of a known shape are judged without a tree', async (binding) => {
  const contract = loadContract(NAMESPACE);
  const validator = await createSchemaValidator();
  onTestFinished(() => validator.dispose());
  const judge = openJudge({ contract, validator });
  const golden = goldens(contract).find(
    ({ cell }) => cell.binding === binding && cell.operation.name === 'Get_Video_Links',
  );
  if (golden === undefined) throw new Error('no golden answer');
  const { cell, call, answer } = golden;
  const text = Buffer.from(answer.body).toString();
  const answers = Array.from({ length: 20 }, (_, at) =>
    withBody(answer, Buffer.from(text.replaceAll(/<Title>[^<]*/g, `<Title>Guide ${at}`))),
  );
  const calls = answers.map((one) => ({ call, expectation: 'known' as const, exchange: exchangeOf(one) }));
  const all = judge.readAll(calls, cell, true);
  for (const rule of rulesFor(cell, contract)) expect(judge.judgeCell(rule, all, cell).broken, rule.id).toBeNull();
  const { length: trees } = vi.mocked(parseXml).mock.calls;
  expect(trees).toBeGreaterThan(0);
  expect(trees).toBeLessThan(answers.length / 2);
  vi.mocked(parseXml).mockClear();
});
