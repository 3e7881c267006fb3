import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import type { BindingName, Cell } from '../contract/model.ts';
import { bindingNames, operationNamed } from '../contract/operations.ts';
import { testJudge } from '../judge/judge.fixture.ts';
import { exchangeOf, readHttpFile } from '../wire/http/http-file.fixture.ts';
import { checkOf } from './check.ts';
import { lesserPartsOf } from './rule.ts';
import { rules, rulesFor } from './rules.ts';

const contract = loadContract('http://dealer.example/webservices/');
const judge = await testJudge(contract, { judgeEach: true });

interface Specimen {
  readonly file: string;
  readonly operation: string;
  readonly binding: BindingName;
  readonly rule: string | null;
  readonly why: string;
}

const specimens: readonly Specimen[] = JSON.parse(
  readFileSync(new URL('../../fixtures/specimens/specimens.json', import.meta.url), 'utf8'),
);

/** What each rule makes of an answer. */
function verdicts(file: string, cell: Cell) {
  const call = { operation: cell.operation.name, values: {}, header: null };
  const exchange = exchangeOf(readHttpFile(file));
  const evidence = judge.readAll([{ call, expectation: 'sample', exchange }], cell, true);
  return rulesFor(cell, contract).map((rule) => ({ ...rule, ...judge.judgeCell(rule, evidence, cell) }));
}

/** The rules that object to an answer, each to parts that it has. */
function objections(file: string, cell: Cell): readonly string[] {
  return verdicts(file, cell).flatMap(({ id, verdict, basis, broken }) => {
    const parts = (broken?.problems ?? []).flatMap(({ part }) => part ?? []);
    expect(lesserPartsOf({ basis }), id).toEqual(expect.arrayContaining(parts));
    return verdict === 'fail' ? [id] : [];
  });
}

function cellOf(operation: string, binding: BindingName): Cell {
  return { operation: operationNamed(contract, operation), binding };
}

describe('a specimen that breaks one rule trips only that rule', () => {
  const broken = specimens.filter(({ rule }) => rule !== null);
  test.each(broken.map((one) => [one.file, one] as const))('%s', (file, { operation, binding, rule, why }) => {
    expect(objections(`specimens/${file}`, cellOf(operation, binding)), why).toEqual([rule]);
  });
});

describe('a specimen that is unusual but right trips none', () => {
  const legal = specimens.filter(({ rule }) => rule === null);
  test.each(legal.map((one) => [one.file, one] as const))('%s', (file, { operation, binding, why }) => {
    expect(objections(`specimens/${file}`, cellOf(operation, binding)), why).toEqual([]);
  });
});

/** Rules on an answer of which no file of bytes is a specimen, and why. */
const without: Readonly<Record<string, string>> = {
  'http.answer': 'an answer that does not come, or not as HTTP, has no bytes',
  'http.status-generated': 'it judges answers to generated calls, and a specimen answers a sample',
  'xsd.valid': 'what it finds is first of all the finding of a record or value rule',
  'request.soapaction': 'it judges requests in other spellings',
};

test('each rule on an answer has a specimen that breaks it, or a reason for none', () => {
  const shown = new Set(specimens.map(({ rule }) => rule));
  const bare = rules.filter((rule) => checkOf(rule, 'answer') !== undefined && !shown.has(rule.id));
  expect(bare.map(({ id }) => id)).toEqual(Object.keys(without));
});

describe('a golden response trips none', () => {
  const cells = contract.operations.flatMap(({ name }) => bindingNames.map((binding) => [name, binding] as const));
  test.each(cells)('%s %s', (operation, binding) => {
    expect(objections(`exchanges/${operation}/${binding}.response.http`, cellOf(operation, binding))).toEqual([]);
  });
});

test.each(['xml.bom.utf8-mark-soap', 'soap.no-processing-instruction.get'])(
  'what is only recommended against keeps the validator from nothing: %s',
  (name) => {
    const specimen = specimens.find(({ file }) => file.startsWith(`broken/${name}`));
    if (specimen === undefined) throw new Error(`there is no specimen ${name}`);
    const { file, operation, binding } = specimen;
    const schema = verdicts(`specimens/${file}`, cellOf(operation, binding)).find(({ id }) => id === 'xsd.valid');
    expect(schema?.verdict).toBe('pass');
  },
);
