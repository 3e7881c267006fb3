import { expect, test } from 'vitest';
import { cli } from './cli.fixture.ts';
import { explanations } from './explanations.ts';

async function explained(id: string): Promise<string> {
  const { exitCode, out } = await cli(['explain', id]);
  expect(exitCode).toBe(0);
  return out;
}

test('no two of rules, clauses, defects and traits share an id, and each has its text', () => {
  const all = explanations();
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { id, text: made } of all) {
    const text = made();
    expect(text.startsWith(`${id} (`), id).toBe(true);
    const lines = text.split('\n').map((one) => one.trim());
    const twice = lines.filter((one, at) => / .* /.test(one) && lines.indexOf(one) !== at);
    expect(twice, `${id}: a line twice`).toEqual([]);
    expect(text, `${id}: a path that the package does not have`).not.toMatch(/\b(?:src|fixtures)\//);
    expect(text, `${id}: a value that is missing`).not.toMatch(/^\s*(?:null|undefined)$/m);
    expect(text, `${id}: a heading with nothing below it`).not.toMatch(/\n\n\S[^\n]*\n(\n|$)/);
  }
});

test('a rule is explained with the fixes of stacks, and without the heading where none is known', async () => {
  const order = await explained('record.field-order');
  expect(order).toContain('\nHow stacks fix it\n  ASP.NET ASMX: [XmlElement(Order = n)]');
  expect(order).toContain('\n  JAX-WS: @XmlType(propOrder');
  expect(await explained('data.varies')).not.toContain('How stacks fix it');
  // What a vendor needs comes first.
  expect(order.indexOf('How stacks fix it')).toBeLessThan(order.indexOf('Clauses of the document'));
  expect(order).toMatch(/\nDefects that prove it \(.*\)\n {2}fields-swapped, [^\n]+\n$/);
});

test('each fix of a rule that has several says for which mistake it is', async () => {
  const text = await explained('http.answer');
  expect(text).toContain('\n  own code: Read the whole request');
  expect(text).toContain('\n  own code (chunks): Write the number of bytes of each chunk');
  expect(text.match(/^ {2}own code: /gm)).toHaveLength(1);
});

test('a clause is explained with the rules that judge it, or why none does', async () => {
  const judged = await explained('errors.success-status');
  expect(judged).toContain("errors.success-status (clause of the document, section 'Errors')");
  expect(judged).toContain('\nJudged by\n  http.status: A call answers with status 200.');
  expect(await explained('records.Video.fields')).toContain('  record.field-order: ');
  expect(await explained('service.wsdl')).toContain('\nJudged by\n  observed by observe.wsdl\n');
  expect(await explained('service.business-rules')).toContain('\n  untestable: ');
});

test('a defect is explained with the rules that find it and their clauses', async () => {
  const defect = await explained('fields-swapped');
  expect(defect).toContain('serve --defect fields-swapped');
  expect(defect).toMatch(/\nWhere it shows\n {2}(?:all 80 cells|every operation|Get_)/);
  expect(await explained('plus-kept')).toContain('GetMake_Restricted (http-post), Get_Year_Restricted (http-post)\n');
  expect(defect).toContain('\nBreaks, of these\n  records.*.fields\n    The record of the cell');
  expect(defect).toContain('\nFound by\n  record.field-order: ');
});

test('a trait is explained with what makes it legal and the rule that sends it', async () => {
  const trait = await explained('envelope-prefix');
  expect(trait).toContain('\nThe same call in a request with another envelope prefix.\n');
  expect(trait).toContain('\nLegal by\n  Namespaces in XML 1.0');
  expect(trait).toContain('\nSent and judged by\n  request.infoset: ');
});

test('a rule that is retired is explained with the reason', async () => {
  expect(await explained('data.distinct-records')).toMatch(/^data\.distinct-records \(rule, retired\)\n[A-Z].*\.\n$/s);
});

test.each([
  ['errors.succes-status', 'errors.success-status'],
  ['field-swaped', 'fields-swapped'],
  ['envelop-prefix', 'envelope-prefix'],
])('for %s the nearest id of any kind is %s', async (id, near) => {
  const { exitCode, err } = await cli(['explain', id]);
  expect(exitCode).toBe(2);
  expect(err).toBe(`error: explain: no rule, clause, defect or trait is named '${id}'; did you mean '${near}'?\n`);
});
