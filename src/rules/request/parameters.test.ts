import { describe, expect, test } from 'vitest';
import type { BindingName, Cell } from '../../contract/model.ts';
import { testJudge } from '../../judge/judge.fixture.ts';
import { readExchange } from '../../judge/read.ts';
import { xmlExchange } from '../../wire/http/http-file.fixture.ts';
import { type Call, type HeaderFields, neutralFields } from '../../wire/soap/call.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { comparingOf, probingOf } from '../check.ts';
import { NOTHING_DRAWN } from '../draw.fixture.ts';
import type { Evidence } from '../evidence.ts';
import { answer, base, cellOf, contract, judged, levelsOf, ruleNamed } from './parameters.fixture.ts';

const judge = await testJudge(contract);

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
  test('objects to an equal answer that the call without the parameters does not get', () => {
    const video = '<Video><Link>a</Link></Video>';
    expect(names('Get_Video_Links_by_Make', video, video)).toHaveLength(1);
    expect(names('Get_Video_Links_by_Make', video, '<Video><Link>b</Link></Video>')).toEqual([]);
    const cell = cellOf('Get_Video_Links_by_Make', 'soap11');
    const with3 = (control: string) => judged('request.parameter-case', cell, 'another case', video, video, control);
    expect(with3('<Video><Link>b</Link></Video>')).toHaveLength(1);
    expect(with3(video)).toBe('not-applicable');
  });
});

describe('request.header-values', () => {
  const cell = cellOf('GetModel_VehicleType', 'soap11');
  const header = (varied: string) => judged('request.header-values', cell, 'Utility_Vehicle', '<Year/>', varied);

  test('sends no value that the answered call has', () => {
    const codesFor = (header: HeaderFields) =>
      probingOf(ruleNamed('request.header-values'))
        ?.plan(cell, { ...base({}, cell.operation.name), header }, contract, NOTHING_DRAWN)
        .map(({ code }) => code) ?? [];
    const [neutral, other] = [{}, { VcdbOnly: 'true', OnlyMake: ['Honda'] }].map((fields) =>
      codesFor({ ...neutralFields(contract), ...fields }),
    );
    expect(neutral).toHaveLength(11);
    expect(neutral).toEqual(expect.arrayContaining(['VcdbOnly-true', 'OnlyMake-more', 'VehicleTypeToFilter-Van']));
    expect(other).toHaveLength(12);
    expect(other).toEqual(expect.arrayContaining(['VcdbOnly-false', 'OnlyMake-empty']));
  });
  test('requires only that a value is accepted, whatever the answer', () => {
    expect(header('<Year>1999</Year>')).toEqual([]);
    expect(header('')).toMatchObject([{ code: 'VehicleTypeToFilter-Utility_Vehicle', actual: 'status 500' }]);
  });
  test('takes 204 and 404, which may say that nothing was found, as recommended against only', () => {
    const probing = probingOf(ruleNamed('request.header-values'));
    const [probe] = probing?.plan(cell, base({}, cell.operation.name), contract, NOTHING_DRAWN) ?? [];
    if (probing === undefined || probe === undefined) throw new Error('no value of the header is sent');
    const levels = [204, 404, 500].map((status) => {
      const refused = readExchange(xmlExchange('', status), cell);
      return levelsOf(probing.judge(refused, refused, probe, contract, new Set(), null));
    });
    expect(levels).toEqual([['recommended'], ['recommended'], [undefined]]);
  });
  const fault = (code: string, text: string): ParsedResponse => {
    const inside = `<faultcode>s:${code}</faultcode><faultstring>${text}</faultstring>`;
    const body = `<s:Body><s:Fault>${inside}</s:Fault></s:Body>`;
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${body}</s:Envelope>`;
    return readExchange(xmlExchange(envelope, 500), cell);
  };
  const refusedFor = (refused: ParsedResponse, control: ParsedResponse | null, plain = answer(cell, '<Year/>')) => {
    const probing = probingOf(ruleNamed('request.header-values'));
    const call = base({ Make: 'Toyota' }, cell.operation.name);
    const probe = probing?.plan(cell, call, contract, NOTHING_DRAWN).find(({ code }) => code.endsWith('-Van'));
    if (probing === undefined || probe === undefined) throw new Error('no value of the header is sent');
    const found = probing.judge(plain, refused, probe, contract, new Set(), control);
    return Array.isArray(found) ? found.map(({ part }) => (part ? 'recommended' : 'required')) : found;
  };
  test('takes the fault that an unknown make gets for no refusal of a value', () => {
    const nothing = fault('Client', 'nothing found');
    expect(refusedFor(fault('Client', 'nothing found'), nothing)).toEqual(['recommended']);
    expect(refusedFor(fault('Client', 'no such type'), nothing)).toEqual(['required']);
    expect(refusedFor(fault('Server', 'nothing found'), nothing)).toEqual(['required']);
    expect(refusedFor(fault('Client', 'nothing found'), null)).toEqual(['required']);
  });
  test('takes the refusal of a type that the unfiltered answer is not of for no refusal of a value', () => {
    const ofType = (type: string): ParsedResponse => {
      const submodels = cellOf('GetSubmodel_VehicleType', 'soap11');
      return answer(submodels, `<Make>Toyota</Make><VehicleTypeName>${type}</VehicleTypeName>`);
    };
    expect(refusedFor(fault('Client', 'none'), null, ofType('Car'))).toEqual(['recommended']);
    expect(refusedFor(fault('Client', 'none'), null, ofType('van'))).toEqual(['required']);
  });
  test('sends every value of every field, and lists of none, one and many', () => {
    const probes = probingOf(ruleNamed('request.header-values'))?.plan(
      cell,
      base({}, cell.operation.name),
      contract,
      NOTHING_DRAWN,
    );
    expect(probes?.map(({ variant }) => variant)).toEqual(
      expect.arrayContaining(['Filtervehicles true', 'VehicleTypeToFilter Van', 'OnlyMake of 300 items']),
    );
    expect(probes).toHaveLength(3 * 2 + 5 + 2 * 3);
    const parts = probes?.flatMap((probe) => (probe.parts ?? []).map(({ variant }) => variant));
    expect(parts).toEqual(['OnlyMake of 50 items', 'NoModel of 50 items']);
  });
  test('only recommends that a list of hundreds is accepted: limits are not shown', () => {
    const levels = ['NoModel of 50', 'NoModel of 300'].map((list) =>
      levelsOf(judged('request.header-values', cell, list, '<Year/>', '')),
    );
    expect(levels).toEqual([[undefined], ['recommended']]);
  });
  test('only recommends a list that may leave nothing over: the one name in it that is requested is refused too', () => {
    const levels = ['', '<Year/>'].map((alone) =>
      levelsOf(judged('request.header-values', cell, 'NoModel of 50', alone, '')),
    );
    expect(levels).toEqual([['recommended'], [undefined]]);
  });
  test("recommends that a list selects by each name, where the others are in nobody's data", () => {
    const listed = (plain: string, varied: string) =>
      judged('request.header-values', cell, 'OnlyMake of 50', plain, varied);
    expect(listed('<Year>2020</Year>', '<Year>2020</Year>')).toEqual([]);
    expect(listed('<Year>2020</Year>', '<Year/>')).toMatchObject([
      { code: 'OnlyMake-many-differs', part: expect.stringMatching(/^a list of one known/) },
    ]);
    // No parameter is the model that NoModel has: with it and without a list, answers may differ.
    expect(judged('request.header-values', cell, 'NoModel of 50', '<Year>2020</Year>', '<Year/>')).toEqual([]);
  });
});

function evidence(cell: Cell, call: Call, status: number, reading: ParsedResponse | string): Evidence {
  const sent = typeof reading === 'string' ? xmlExchange(reading, status) : reading.exchange;
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
    comparingOf(ruleNamed('request.text-parameters'))?.judge(of('http-get', own), [of('soap11', peer)], new Set());

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
