import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { faultyServer, healthyServer } from '../cli/command.fixture.ts';
import { consumer, libraryExample, node, program } from './consumer.fixture.ts';

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

test("the example of docs/library.md passes a right server and fails a wrong one, in a project's own vitest", async () => {
  const right = await healthyServer(0);
  const wrong = await faultyServer('field-case', { operation: 'Get_Video_Links_by_Make', binding: 'soap12' });
  onTestFinished(async () => {
    await Promise.all([right.close(), wrong.close()]);
  });
  const folder = consumer({
    'right.test.ts': libraryExample(),
    'wrong.test.ts': libraryExample().replace('SERVICE_URL', 'WRONG_URL'),
  });
  const args = [program('vitest/vitest.mjs'), 'run', '--reporter=json', '--outputFile=out.json'];
  const { code, out } = await node(folder, args, { SERVICE_URL: right.url, WRONG_URL: wrong.url });
  expect(code, out).toBe(1);
  const report: VitestReport = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'));
  const told = (file: string) =>
    report.testResults.find(({ name }) => name.endsWith(file))?.assertionResults ?? expect.fail(out);
  expect(told('right.test.ts').map(({ status }) => status)).toEqual(['passed', 'passed', 'passed', 'passed']);
  expect(told('wrong.test.ts').map(({ status }) => status)).toEqual(['passed', 'failed', 'passed', 'passed']);
  expect(told('wrong.test.ts')[1]?.failureMessages.join('')).toContain('record.field-name');
});

test("the example's types hold for a project that checks its libraries too", async () => {
  const options = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: ['node'] };
  const checked = { ...options, exactOptionalPropertyTypes: true, skipLibCheck: false };
  const wrong =
    "import { rules } from 'getdata-conformance/rules';\nexport const first: number = rules.map(({ title }) => title)[0] ?? '';\n";
  const folder = consumer({
    'tsconfig.json': JSON.stringify({ compilerOptions: checked }),
    'example.test.ts': libraryExample(),
    'model.ts':
      "import type { Contract } from 'getdata-conformance/contract/model';\nexport type Name = Contract['namespace'];\n",
    'wrong.ts': wrong,
  });
  const { out } = await node(folder, [program('typescript/bin/tsc'), '--pretty', 'false']);
  expect(out.trim()).toBe("wrong.ts(2,14): error TS2322: Type 'string' is not assignable to type 'number'.");
});
