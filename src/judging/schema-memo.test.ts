import { expect, onTestFinished, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { Cell } from '../contract/model.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { responseJudge } from './judge-response.ts';

const contract = loadContract(defaultNamespace());

/** The rules that object to answers of Get_Video_Links with these titles, in order, judged as those of one cell. */
async function objecting(...titles: readonly string[]): Promise<readonly (readonly string[])[]> {
  const validator = await createSchemaValidator();
  onTestFinished(validator.dispose);
  const operation = contract.operations.find(({ name }) => name === 'Get_Video_Links');
  if (operation === undefined) throw new Error('there is no Get_Video_Links');
  const cell: Cell = { operation, binding: 'http-get' };
  const judge = responseJudge(cell, { contract, validator });
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
    return judge({ call, expectation: 'generated', exchange }).broken.map(({ rule }) => rule.id);
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
])('an answer that is wrong in %s is not taken for a right one before it', async (_name, right, wrong) => {
  const [first, second] = await objecting(right, wrong);
  expect(first).not.toContain('xsd.valid');
  expect(second).toContain('xsd.valid');
});
