import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { consumer, node } from './consumer.fixture.ts';

type Exports = Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
const { exports, dependencies }: { exports: Exports; dependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** Prints every package that a module of ours imports. */
const hooks = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
import { writeSync } from 'node:fs';
export async function resolve(name, context, next) {
  if (/dist/.test(context.parentURL) && !/node_modules|^[.]|^node:/.test(name + context.parentURL)) writeSync(1, 'imported ' + name + '\\\\n');
  return next(name, context);
}\`));`;

const everything = `
import { buildRequest } from 'getdata-conformance/bindings';
import { loadContract } from 'getdata-conformance/contract';
import 'getdata-conformance/contract/model';
import { openJudge } from 'getdata-conformance/judge';
import { rules } from 'getdata-conformance/rules';
const contract = loadContract('http://dealer.example/');
buildRequest(contract, 'soap11', { operation: 'McatCodes' }, { baseUrl: 'http://dealer.example' });
const judge = await openJudge(contract);
const response = { status: 200, headers: {}, body: new Uint8Array() };
const { verdict } = judge.judgeResponse({ binding: 'soap11', call: { operation: 'McatCodes' }, response });
judge.close();
console.log(verdict, rules.length > 40);`;

test('of the packages that a run needs, judging loads the few that it needs itself', async () => {
  const folder = consumer({ 'hooks.mjs': hooks, 'everything.mjs': everything });
  const { code, out } = await node(folder, ['--import', './hooks.mjs', 'everything.mjs']);
  expect(code, out).toBe(0);
  expect(out).toContain('fail true\n');
  const imported = [...out.matchAll(/^imported (\S+)$/gm)].map(([, name]) => name ?? '');
  const allowed = ['content-type', 'entities', 'fastest-levenshtein', 'libxml2-wasm'];
  expect(imported).toContain('libxml2-wasm');
  expect(imported.filter((name) => !allowed.includes(name))).toEqual([]);
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['vitest', 'undici', 'commander']));
});

test('require works too, schemas and package.json can be read, and nothing else', async () => {
  const folder = consumer({
    'all.cjs': `
const { loadContract } = require('getdata-conformance/contract');
console.log(loadContract('http://dealer.example/').operations.length);
console.log(require('getdata-conformance/package.json').name);
console.log(require('getdata-conformance/schemas/results.schema.json').title !== undefined);
for (const path of ['getdata-conformance', 'getdata-conformance/dist/cli/main.js']) {
  try { require(path); console.log('reached'); } catch ({ code }) { console.log(code); }
}`,
  });
  const { out } = await node(folder, ['--no-warnings', 'all.cjs']);
  expect(out.trim().split('\n')).toEqual([
    '20',
    'getdata-conformance',
    'true',
    'ERR_PACKAGE_PATH_NOT_EXPORTED',
    'ERR_PACKAGE_PATH_NOT_EXPORTED',
  ]);
});

test('every module that is exported has its types next to it', () => {
  const modules = Object.values(exports).filter((target) => typeof target !== 'string');
  expect(modules.map((target) => target.types)).toEqual(
    modules.map((target) => target.default.replace(/\.js$/, '.d.ts')),
  );
  expect(modules).toHaveLength(5);
});
