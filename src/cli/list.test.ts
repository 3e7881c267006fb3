import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { element, wsdlOf } from '../contract/wsdl/wsdl.fixture.ts';
import { defects, defectsFor } from '../reference/defects/defects.ts';
import { clientRules } from '../rules/client/rules.ts';
import { basisText } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { LISTS } from './list.ts';
import { listings } from './listings.ts';

async function listed(what: string): Promise<readonly Record<string, unknown>[]> {
  const { exitCode, out } = await cli(['list', what, '--json']);
  expect(exitCode).toBe(0);
  return JSON.parse(out);
}

test('every rule, operation and defect is listed as JSON', async () => {
  expect(Object.keys(listings)).toEqual([...LISTS]);
  expect((await listed('rules')).map(({ id }) => id)).toEqual([...rules, ...clientRules].map(({ id }) => id));
  const listedDefects = await listed('defects');
  expect(listedDefects.map(({ id }) => id)).toEqual(defects.map(({ id }) => id));
  expect(listedDefects.filter(({ requirement }) => typeof requirement !== 'string')).toEqual([]);
  const operations = await listed('operations');
  expect(operations).toHaveLength(20);
  expect(operations.find(({ name }) => name === 'McatCode_check')).toMatchObject({
    parameters: [
      { name: 'DealerID', type: 'string', credential: true },
      { name: 'mcat', type: 'int', credential: false },
    ],
    effect: 'read',
  });
});

test('rules by a WSDL say what they stand on, and why others do not apply', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'w.wsdl'), wsdlOf(element('id', 's:int'), element('FindResult', 's:string')));
  const { exitCode, out } = await cli(['list', 'rules', '--wsdl', 'w.wsdl', '--json'], { folder });
  const all: { id: string; level: string | null; why: string | null; title: string }[] = JSON.parse(out);
  expect([exitCode, all.map(({ id }) => id)]).toEqual([0, rules.map(({ id }) => id)]);
  const of = (name: string) => all.filter(({ id }) => id === name).map(({ level, why }) => [level, why]);
  expect(of('http.status-generated')).toEqual([[null, 'it stands on the specification of GetData alone']]);
  expect(of('http.root-element')).toEqual([[null, 'no operation has what it judges']]);
  expect([of('xsd.valid'), of('response.own-call')]).toEqual([[['required', null]], [['recommended', null]]]);
  // Which operations read it does not know.
  expect([of('request.infoset'), of('soap.fault')]).toEqual([[['recommended', null]], [['recommended', null]]]);
  expect(all.find(({ id }) => id === 'record.field-order')?.title).toBe('Fields are in the order of the WSDL.');
  const other = await cli(['list', 'traits', '--wsdl', 'w.wsdl'], { folder });
  expect([other.exitCode, other.err]).toEqual([2, 'error: --wsdl is for `list rules`, and traits are listed\n']);
});

test('every rule is listed with its basis, and an interpretation with its reason', async () => {
  const listedRules = await listed('rules');
  expect(listedRules.map(({ basis }) => basis)).toEqual([...rules, ...clientRules].map(({ basis }) => basis));
  expect(listedRules.find(({ id }) => id === 'client.parameters')).toMatchObject({ level: 'required' });
  expect(listedRules.find(({ id }) => id === 'record.missing-value')?.basis).toMatchObject([
    { kind: 'interpretation', reason: expect.stringContaining('value types') },
  ]);
});

test('requirements are traced to their rules through the wildcards', async () => {
  const requirements = await listed('requirements');
  const rulesOf = (id: string) => requirements.find((one) => one.id === id)?.rules;
  expect(rulesOf('errors.success-status')).toContain('http.status');
  expect(rulesOf('records.Video.fields')).toContain('record.field-order');
  expect(rulesOf('records.value-formats')).toEqual([]);
});

test('a defect names the rules that find it', async () => {
  const found = (await listed('defects')).find(({ id }) => id === 'status-201');
  expect(found?.rules).toContain('http.status');
  expect(found?.cells).toBe('all 80 cells');
});

test('a table is one plain line per row, and has lines on a terminal that is wide enough', async () => {
  const plain = (await cli(['list', 'operations'])).out.trimEnd().split('\n');
  expect(plain).toHaveLength(21);
  expect(plain[0]).toMatch(/^operation +parameters +result +effect$/);
  expect(plain.find((line) => line.startsWith('McatCode_check'))).toMatch(
    /^McatCode_check +DealerID, mcat:int +McatCode +read$/,
  );
  const on = async (columns: number) => (await cli(['list', 'operations'], { terminal: true, columns })).out;
  expect(await on(200)).toContain('│ McatCode_check');
  expect(await on(80)).toContain('\nMcatCode_check\n  DealerID, mcat:int; McatCode; read\n');
});

test.each(rules.map(({ id }) => id))('explain %s shows title, clauses, examples and proof', async (id) => {
  const rule = rules.find((one) => one.id === id);
  const { exitCode, out } = await cli(['explain', id]);
  expect(exitCode).toBe(0);
  for (const text of [
    rule?.title,
    rule?.level,
    rule?.breaks,
    ...(rule?.basis.map(basisText) ?? []),
    ...(rule?.requirements ?? []),
    ...defectsFor(id),
  ]) {
    expect(out).toContain(text);
  }
});

test('a defect that leaves a rule open, or is only recorded, is not said to be found', async () => {
  const { out } = await cli(['list', 'defects']);
  expect(out).toMatch(/^answer-never-comes .* http\.answer \(left open, no finding\)$/m);
  expect(out).toMatch(/^answers-vary .* response\.stability \(recorded, never a finding\)$/m);
  expect((await listed('defects')).find(({ id }) => id === 'answer-never-comes')?.verdict).toBe('inconclusive');
});
