import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { consumer, node } from '../library/consumer.fixture.ts';
import { command, commandHere, faultyServer, resultsOf } from './command.fixture.ts';
import { withoutLibxmljs2 } from './without-libxmljs2.fixture.ts';

test('a run finds the same with either validator, and names it', async () => {
  const server = await faultyServer('xsi-attribute-unknown');
  onTestFinished(() => server.close());
  const cells = ['--operations', 'McatCodes', '--bindings', 'soap12,http-get'];
  const args = ['run', server.url, ...cells, '--profile', 'quick', '--seed', '1', '--verbose'];
  const native = await commandHere([...args, '--validator', 'libxmljs2']);
  const wasm = await command(args, withoutLibxmljs2('absent'));
  expect(native.out).toMatch(/^XML Schema validator: libxmljs2 [\d.]+\.$/m);
  expect(wasm.out).toMatch(/^XML Schema validator: libxml2-wasm [\d.]+\.$/m);
  const [one, other] = [resultsOf(native), resultsOf(wasm)];
  expect(one.suite.validator).toMatch(/^libxmljs2 \d/);
  expect(other.suite.validator).toMatch(/^libxml2-wasm \d/);
  expect(readFileSync(`${wasm.folder}/reports/report.html`, 'utf8')).toContain(other.suite.validator);
  expect(other.findings.filter(({ rule }) => rule === 'xsd.valid')).toHaveLength(2);
  const told = ({ findings }: typeof one) => findings.map(({ id, message }) => ({ id, message }));
  expect(told(other)).toEqual(told(one));
});

test('a validator that is not installed is exit code 2 and says how to install it', async () => {
  const args = ['run', '--embedded', '--operations', 'McatCodes', '--validator', 'libxmljs2'];
  const { code, err } = await command(args, withoutLibxmljs2('absent'));
  expect(err).toContain(
    "--validator libxmljs2 can't be used: libxmljs2 is not installed; 'npm i libxmljs2' installs it",
  );
  expect(code).toBe(2);
});

test('the library judges where libxmljs2 was built for another Node.js', async () => {
  const folder = consumer({
    'judge.mjs': `
import { loadContract } from 'getdata-conformance/contract';
import { openJudge } from 'getdata-conformance/judge';
console.log((await openJudge(loadContract('http://dealer.example/'))).validator);`,
  });
  const { out } = await node(folder, ['judge.mjs'], withoutLibxmljs2('wrong ABI'));
  expect(out).toMatch(/^libxml2-wasm [\d.]+\n$/);
});
