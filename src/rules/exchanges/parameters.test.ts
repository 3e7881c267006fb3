import { describe, expect, test } from 'vitest';
import type { Call } from '../../bindings/call.ts';
import type { ParsedResponse } from '../../bindings/parsed-response.ts';
import { loadContract } from '../../contract/load.ts';
import type { BindingName, Cell } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { exchangeOf } from '../../exchange/http-file.fixture.ts';
import { testJudge } from '../../judging/judge.fixture.ts';
import { readExchange } from '../../judging/read.ts';
import { NOTHING_DRAWN } from '../draw.fixture.ts';
import type { Draw } from '../probe.ts';
import type { Evidence, Rule } from '../rule.ts';
import { rules } from '../rules.ts';
import { replacement } from './echoed-text.ts';

const contract = loadContract('http://dealer.example/webservices/');
const judge = await testJudge(contract);

function ruleNamed(id: string): Rule {
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`there is no rule ${id}`);
  return rule;
}

function cellOf(operation: string, binding: BindingName): Cell {
  return { operation: operationNamed(contract, operation), binding };
}

function exchange(status: number, body: string) {
  const headers = [['Content-Type', 'text/xml; charset=utf-8']] as const;
  return exchangeOf({ startLine: `HTTP/1.1 ${status} X`, headers, body: new TextEncoder().encode(body) });
}

/** An answer that holds one record with these fields; '' stands for a refusal. */
function answer(cell: Cell, fields: string): ParsedResponse {
  if (fields === '') return readExchange(exchange(500, 'refused'), cell);
  const { name, result } = cell.operation;
  const inside = cell.binding === 'http-get' ? fields : `<${name}Result>${fields}</${name}Result>`;
  const payload = cell.binding === 'http-get' ? result.httpRoot : `${name}Response`;
  const element = `<${payload} xmlns="${contract.namespace}">${inside}</${payload}>`;
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${element}</s:Body></s:Envelope>`;
  return readExchange(exchange(200, cell.binding === 'http-get' ? element : envelope), cell);
}

const base = (values: Call['values'], operation: string): Call => ({ operation, values, header: null });

/** What a rule makes of a plain answer, of that to its first probe whose variant has this in it, and of that to its control. */
function judged(id: string, cell: Cell, variant: string, plain: string, varied: string, control?: string) {
  const { probing } = ruleNamed(id);
  const probes = probing?.plan(
    cell,
    base({ Make: 'Honda', ProductID: 'P', Year: '2020', recid: '7' }, cell.operation.name),
    contract,
    NOTHING_DRAWN,
  );
  const probe = probes?.flatMap((one) => [one, ...(one.parts ?? [])]).find((one) => one.variant.includes(variant));
  if (probing === undefined || probe === undefined) throw new Error(`${id} has no probe for ${variant}`);
  const controlled = control === undefined ? null : answer(cell, control);
  return probing.judge(answer(cell, plain), answer(cell, varied), probe, contract, new Set(), controlled);
}

describe('request.text-fidelity', () => {
  const texts = { Year: '12:30', Make: '~', Model: 'null' };
  const label = (name: string): string => texts[name as keyof typeof texts];
  const draw: Draw = {
    ...NOTHING_DRAWN,
    wholes: (name) => [{ code: 'word-1', label: `the text '${label(name)}'`, text: label(name) }],
  };
  const submodels = cellOf('Get_Submodel_Restricted', 'http-get');
  const { probing } = ruleNamed('request.text-fidelity');
  const probes = probing?.plan(submodels, base({ ProductID: 'P' }, 'Get_Submodel_Restricted'), contract, draw) ?? [];
  const [together, ...others] = probes.filter(({ code }) => code.startsWith('texts-'));

  test('whole values of all parameters are sent in one call, and what is changed is named', () => {
    expect(others).toEqual([]);
    expect(together?.sent?.values).toMatchObject(texts);
    expect(together?.parts?.map(({ code }) => code)).toEqual(expect.arrayContaining(['Year-word-1', 'Make-word-1']));
    const answerOf = (values: Readonly<Record<string, string>>) =>
      answer(submodels, ['Year', 'Make', 'Model'].map((name) => `<${name}>${values[name]}</${name}>`).join(''));
    const says = (got: Readonly<Record<string, string>>) =>
      together && probing?.judge(answerOf(together.call.values), answerOf(got), together, contract, new Set(), null);
    expect(says({ ...texts })).toEqual([]);
    expect(says({ ...texts, Make: '' })).toMatchObject([
      { code: 'Make-word-1', text: "Make with the text '~' comes back changed", cause: 'request.text-fidelity:word' },
    ]);
  });

  const cell = cellOf('GetModel_Restricted', 'http-get');
  const text = (plain: string, varied: string) =>
    judged('request.text-fidelity', cell, 'Make with non-ASCII', plain, varied);

  test('takes a text that comes back as it was, where plain text does', () => {
    expect(text('<Make>Plaintext</Make>', '<Make>Größe–Škoda–漢字</Make>')).toEqual([]);
  });
  test('objects to a text that comes back as another, or not at all', () => {
    expect(text('<Make>Plaintext</Make>', '<Make>Gr??e</Make>')).toMatchObject([{ location: 'Make', actual: 'Gr??e' }]);
    expect(text('<Make>Plaintext</Make>', '<Year>2020</Year>')).toMatchObject([{ actual: 'nothing' }]);
  });
  test.each([
    ['S969148650', 'recommended'],
    ['Skoda', undefined],
    ['????', undefined],
  ])('only recommends against a word of the own, with no part of the odd text: %s', (got, level) => {
    const found = text('<Make>Plaintext</Make>', `<Make>${got}</Make>`);
    expect(typeof found === 'string' || 'code' in found ? [] : found.map((one) => one.level)).toEqual([level]);
  });
  test.each([
    ['without a width', /\u200B|\u200D|\uFEFF/g, 'recommended'],
    ['of any width', /[\s\u200B]/g, undefined],
  ])('characters %s that are left out', (_which, left, level) => {
    const sent = NOTHING_DRAWN.classes('Make').find(({ code }) => code === 'spaces')?.text ?? '';
    const odd = `<Make>${sent.replaceAll(left, '')}</Make>`;
    const found = judged('request.text-fidelity', cell, 'Make with spaces', '<Make>Plaintext</Make>', odd);
    expect(typeof found === 'string' || 'code' in found ? [] : found.map((one) => one.level)).toEqual([level]);
  });
  test.each([
    ['composed', 'folded', (sent: string) => sent.normalize('NFC'), 'recommended'],
    ['decomposed', 'folded', (sent: string) => sent.normalize('NFD'), 'recommended'],
    ['with compatible letters', 'folded', (sent: string) => sent.normalize('NFKC'), undefined],
    ['in one case', 'folded', (sent: string) => sent.toLowerCase(), undefined],
    ['with single spaces', 'spaces', (sent: string) => sent.replaceAll(/\s+/g, ' '), 'recommended'],
    ['with spaces around it', 'spaces', (sent: string) => ` ${sent}`, 'recommended'],
    ['without tags', 'markup', (sent: string) => sent.replaceAll(/<[^>]*>/g, ''), 'recommended'],
    ['without control characters', 'markup', (sent: string) => sent.replaceAll('\u0085', ''), 'recommended'],
    ['without tags and what is between them', 'markup', (sent: string) => sent.replaceAll(/<.*>/g, ''), undefined],
    ['with tags left open', 'markup', (sent: string) => sent.replaceAll('>', ''), undefined],
  ])('a text that comes back %s (%s)', (_how, code, change, level) => {
    const { label = '', text: sent = '' } = NOTHING_DRAWN.classes('Make').find((one) => one.code === code) ?? {};
    const odd = `<Make><![CDATA[${change(sent)}]]></Make>`;
    const found = judged('request.text-fidelity', cell, `Make with ${label}`, '<Make>Plaintext</Make>', odd);
    expect(typeof found === 'string' || 'code' in found ? [] : found.map((one) => one.level)).toEqual([level]);
  });
  test('only recommends against the name of what such a text found', () => {
    const found = text(
      '<Modelnames /><Make>Plaintext</Make>',
      '<Modelnames><string>Civic</string></Modelnames><Make>Gr</Make>',
    );
    expect(found).toMatchObject([{ level: 'recommended', actual: 'Gr' }]);
  });
  test('has one cause for a class of characters, in whatever parameter', () => {
    const cause = 'request.text-fidelity:non-ascii';
    for (const name of ['Make', 'ProductID']) {
      const [plain, varied] = [`<${name}>Plaintext</${name}>`, `<${name}>Gr??e</${name}>`];
      const found = judged('request.text-fidelity', cell, `${name} with non-ASCII`, plain, varied);
      expect(found).toMatchObject([{ code: `${name}-non-ascii`, cause }]);
    }
  });
  test('has one cause where one character comes back as another, whatever class and parameter show it', () => {
    const cause = 'request.text-fidelity:space as +';
    for (const name of ['Make', 'ProductID'] as const) {
      const { text: sent = '' } = NOTHING_DRAWN.classes(name).find(({ code }) => code === 'markup') ?? {};
      const varied = `<${name}><![CDATA[${sent.replaceAll(' ', '+')}]]></${name}>`;
      const [found] = [
        judged('request.text-fidelity', cell, `${name} with markup`, `<${name}>Plaintext</${name}>`, varied),
      ];
      expect(found).toMatchObject([{ cause, text: expect.stringMatching(/ comes back with space as \+$/) }]);
    }
    expect(replacement('a b', 'a+b')).toBe('space as +');
    for (const got of ['a b', 'a+', 'a+c', 'A+b', null]) expect(replacement('a b', got)).toBe(null);
    expect(replacement('a b c', 'a+b c')).toBe(null);
  });
  test('does not apply to a server that does not echo', () => {
    expect(text('<Make>HONDA</Make>', '<Make>HONDA</Make>')).toBe('not-applicable');
  });
  test('leaves refusals to other rules', () => {
    expect(text('<Make>Plaintext</Make>', '')).toBe('not-applicable');
    expect(text('', '<Make>Plaintext</Make>')).toBe('not-applicable');
  });
});

describe('request.parameter-case', () => {
  const names = (operation: string, plain: string, varied: string) =>
    judged('request.parameter-case', cellOf(operation, 'soap11'), 'another case', plain, varied);

  test('objects where a name in another case gets its value through', () => {
    expect(names('GetModel_Restricted', '<Make>Plaintext</Make>', '<Make>Plaintext</Make>')).toHaveLength(1);
  });
  test('takes a value that is lost and a request that is refused', () => {
    expect(names('GetModel_Restricted', '<Make>Plaintext</Make>', '<Year>2020</Year>')).toEqual([]);
    expect(names('GetModel_Restricted', '<Make>Plaintext</Make>', '')).toEqual([]);
  });
  test('can tell nothing from equal answers that echo nothing', () => {
    const video = '<Video><Link>a</Link></Video>';
    expect(names('Get_Video_Links_by_Make', video, video)).toBe('not-applicable');
    expect(names('Get_Video_Links_by_Make', video, '<Video><Link>b</Link></Video>')).toEqual([]);
  });
  test('objects to an equal answer that the call without the parameters does not get', () => {
    const video = '<Video><Link>a</Link></Video>';
    const cell = cellOf('Get_Video_Links_by_Make', 'soap11');
    const with3 = (control: string) => judged('request.parameter-case', cell, 'another case', video, video, control);
    expect(with3('<Video><Link>b</Link></Video>')).toHaveLength(1);
    expect(with3(video)).toBe('not-applicable');
  });
});

describe('request.header-values', () => {
  const cell = cellOf('GetModel_VehicleType', 'soap11');
  const header = (varied: string) => judged('request.header-values', cell, 'Utility_Vehicle', '<Year/>', varied);

  test('requires only that a value is accepted, whatever the answer', () => {
    expect(header('<Year>1999</Year>')).toEqual([]);
    expect(header('')).toMatchObject([{ code: 'VehicleTypeToFilter-Utility_Vehicle', actual: 'status 500' }]);
  });
  test('takes 204 and 404, which may say that nothing was found, as recommended against only', () => {
    const { probing } = ruleNamed('request.header-values');
    const [probe] = probing?.plan(cell, base({}, cell.operation.name), contract, NOTHING_DRAWN) ?? [];
    if (probing === undefined || probe === undefined) throw new Error('no value of the header is sent');
    const levels = [204, 404, 500].map((status) => {
      const refused = readExchange(exchange(status, ''), cell);
      const found = probing.judge(refused, refused, probe, contract, new Set(), null);
      return Array.isArray(found) ? found.map(({ level }) => level) : found;
    });
    expect(levels).toEqual([['recommended'], ['recommended'], [undefined]]);
  });
  test('sends every value of every field, long and empty lists', () => {
    const probes = ruleNamed('request.header-values').probing?.plan(
      cell,
      base({}, cell.operation.name),
      contract,
      NOTHING_DRAWN,
    );
    expect(probes?.map(({ variant }) => variant)).toEqual(
      expect.arrayContaining(['Filtervehicles true', 'VehicleTypeToFilter Van', 'OnlyMake of 50 items']),
    );
    expect(probes).toHaveLength(3 * 2 + 5 + 2 * 2);
  });
  test('only recommends a list that may leave nothing over: the one name in it that is requested is refused too', () => {
    const levels = ['', '<Year/>'].map((alone) => {
      const found = judged('request.header-values', cell, 'NoModel of 50', alone, '');
      return Array.isArray(found) ? found.map(({ level }) => level) : found;
    });
    expect(levels).toEqual([['recommended'], [undefined]]);
  });
  test("recommends that a list selects by each name, where the others are in nobody's data", () => {
    const listed = (plain: string, varied: string) =>
      judged('request.header-values', cell, 'OnlyMake of 50', plain, varied);
    expect(listed('<Year>2020</Year>', '<Year>2020</Year>')).toEqual([]);
    expect(listed('<Year>2020</Year>', '<Year/>')).toMatchObject([
      { code: 'OnlyMake-many-differs', level: 'recommended' },
    ]);
    // No parameter is the model that NoModel has: with it and without a list, answers may differ.
    expect(judged('request.header-values', cell, 'NoModel of 50', '<Year>2020</Year>', '<Year/>')).toEqual([]);
  });
});

function evidence(cell: Cell, call: Call, status: number, reading: ParsedResponse | string): Evidence {
  const sent = typeof reading === 'string' ? exchange(status, reading) : reading.exchange;
  return judge.read({ call, expectation: 'generated', exchange: sent }, cell, null);
}

describe('request.soapaction', () => {
  const cell = cellOf('Get_Inventory', 'soap11');
  const verdict = (...all: readonly Evidence[]) => judge.judgeCell(ruleNamed('request.soapaction'), all, cell).verdict;
  const call = base({}, 'Get_Inventory');
  const refused = evidence(cell, call, 500, 'Server did not recognize the value of HTTP Header SOAPAction: "x".');

  test('is broken where no call is accepted and the refusal names the action', () => {
    expect(verdict(refused)).toBe('fail');
  });
  test('passes where a call is accepted, and says nothing of refusals for other reasons', () => {
    const accepted = evidence(cell, call, 200, answer(cell, '<Response_Code>0</Response_Code>'));
    expect(verdict(refused, accepted)).toBe('pass');
    expect(verdict(evidence(cell, call, 500, 'out of order'))).toBe('not-reached');
  });
});

describe('request.text-parameters', () => {
  const call = base({ recid: '50001' }, 'Get_Recid_Images');
  const of = (binding: BindingName, fields: string) => {
    const cell = cellOf('Get_Recid_Images', binding);
    return evidence(cell, call, 500, answer(cell, fields));
  };
  const judge = (own: string, peer: string) =>
    ruleNamed('request.text-parameters').comparing?.judge(of('http-get', own), [of('soap11', peer)], new Set());

  test('objects where SOAP answers with the number that was sent and GET with another', () => {
    expect(judge('<recid>0</recid>', '<recid>50001</recid>')).toMatchObject([{ location: 'recid', actual: '0' }]);
  });
  test('takes the same number in any spelling, and does not apply where SOAP does not repeat it', () => {
    expect(judge('<recid> 050001 </recid>', '<recid>50001</recid>')).toEqual([]);
    expect(judge('<recid>0</recid>', '<recid>7</recid>')).toBe('not-applicable');
  });
  test('leaves refusals to parity', () => {
    expect(judge('', '<recid>50001</recid>')).toBe('not-reached');
  });
});

describe('request.long-parameters', () => {
  const cell = cellOf('Get_Digital_Assets_recid', 'soap11');
  const asset = (recid: string) => `<DigitalAsset><recid>${recid}</recid></DigitalAsset>`;
  const longs = (varied: string, control: string) =>
    judged('request.long-parameters', cell, 'recid greater by 2^32', asset('7'), varied, control);

  test('objects where the number and the one 2^32 greater get the same data, and an unknown one does not', () => {
    expect(longs(asset('7'), '')).toHaveLength(1);
    expect(longs('', '')).toEqual([]);
  });
  test('does not apply where any number gets the same data, as what holds for all that have none of their own', () => {
    expect(longs(asset('7'), asset('7'))).toBe('not-applicable');
  });
  test('asks for an unknown number as the third, not for the next one, which may have data of its own', () => {
    const { probing } = ruleNamed('request.long-parameters');
    const plan = probing?.plan(cell, base({ recid: '50001' }, cell.operation.name), contract, NOTHING_DRAWN) ?? [];
    const sent = plan.map(({ control }) =>
      new TextDecoder().decode(
        control?.({ contract, basePath: '', credentials: {}, word: String, hex: String }).body ?? undefined,
      ),
    );
    expect(sent).toEqual([expect.stringContaining(`<recid>${50001 + 2 ** 32 + 40713}</recid>`)]);
  });
  test.each(['no number', '9223372036854775807'])('sends nothing for a sample with %s', (recid) => {
    const { probing } = ruleNamed('request.long-parameters');
    expect(probing?.plan(cell, base({ recid }, cell.operation.name), contract, NOTHING_DRAWN)).toEqual([]);
  });
});
