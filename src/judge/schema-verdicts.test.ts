import { afterAll, expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { Cell } from '../contract/model.ts';
import { rulesFor } from '../rules/rules.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { openJudge } from './judge.ts';

const contract = loadContract(defaultNamespace());
const validator = await createSchemaValidator();
afterAll(() => validator.dispose());

/** The rules that object to answers of Get_Video_Links with these titles, in order, judged as those of one cell. */
function objecting(...titles: readonly string[]): readonly (readonly string[])[] {
  const operation = contract.operations.find(({ name }) => name === 'Get_Video_Links');
  if (operation === undefined) throw new Error('there is no Get_Video_Links');
  const cell: Cell = { operation, binding: 'http-get' };
  const judge = openJudge({ contract, validator });
  return titles.map((title) => {
    const body = Buffer.from(
      `<?xml version="1.0" encoding="utf-8"?><ArrayOfVideo xmlns="${contract.namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Video>${title}</Video></ArrayOfVideo>`,
    );
    const headers = [
      ['Content-Type', 'text/xml; charset=utf-8'],
      ['Content-Length', String(body.length)],
    ] as const;
    const response = { status: 200, reason: 'OK', version: '1.1', headers, body, complete: true, surplus: 0 };
    const request = { method: 'GET', path: '/', headers: [], body: null } as const;
    const call = { operation: operation.name, values: {}, header: null };
    const exchange = { request, outcome: { kind: 'response', response }, durationMs: 0 } as const;
    const evidence = judge.read({ call, expectation: 'generated', exchange }, cell, null);
    const broken = rulesFor(cell, contract).filter(
      (rule) => judge.judgeCell(rule, [evidence], cell).verdict === 'fail',
    );
    return broken.map(({ id }) => id);
  });
}

const XSD = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

test.each([
  ['the prefix in xsi:type', `<Title ${XSD} xsi:type="xsd:string">a</Title>`, '<Title xsi:type="xsd:string">a</Title>'],
  [
    'a text by its xsi:type',
    `<Title ${XSD} xsi:type="xsd:NCName">a</Title>`,
    `<Title ${XSD} xsi:type="xsd:NCName">a b</Title>`,
  ],
])('an answer that is wrong in %s is not taken for a right one before it', (_name, right, wrong) => {
  const [first, second] = objecting(right, wrong);
  expect(first).not.toContain('xsd.valid');
  expect(second).toContain('xsd.valid');
});
