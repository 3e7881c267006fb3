import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import type { BindingName, Cell } from '../contract/model.ts';
import { bindingNames, operationNamed } from '../contract/operations.ts';
import { testJudge } from '../judge/judge.fixture.ts';
import { exchangeOf, readHttpFile } from '../wire/http/http-file.fixture.ts';
import { lesserPartsOf } from './rule.ts';
import { rulesFor } from './rules.ts';

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
