import { describe, expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import type { Cell } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { readExchange } from '../../judge/read.ts';
import { exchangeOf } from '../../wire/http/http-file.fixture.ts';
import type { ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { probingOf } from '../check.ts';
import { NOTHING_DRAWN } from '../draw.fixture.ts';
import { faultRules } from './faults.ts';

const contract = loadContract('http://dealer.example/webservices/');
const ENV11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const ENV12 = 'http://www.w3.org/2003/05/soap-envelope';
const CODE = '<s:Code><s:Value>s:MustUnderstand</s:Value></s:Code>';
const REASON = '<s:Reason><s:Text xml:lang="en">no</s:Text></s:Reason>';

function reading(binding: 'soap11' | 'soap12', status: number, type: string, xml: string): ParsedResponse {
  const cell: Cell = { operation: operationNamed(contract, 'Get_Inventory'), binding };
  const body = new TextEncoder().encode(xml);
  return readExchange(exchangeOf({ startLine: `HTTP/1.1 ${status} X`, headers: [['Content-Type', type]], body }), cell);
}

const fault11 = (children: string, status = 500, type = 'text/xml; charset=utf-8'): ParsedResponse =>
  reading('soap11', status, type, enveloped(ENV11, children));
const fault12 = (children: string, status = 500, type = 'application/soap+xml; charset=utf-8'): ParsedResponse =>
  reading('soap12', status, type, enveloped(ENV12, children));

function enveloped(namespace: string, children: string): string {
  return `<s:Envelope xmlns:s="${namespace}"><s:Body><s:Fault>${children}</s:Fault></s:Body></s:Envelope>`;
}

const PI = 'soap.no-processing-instruction/processing-instruction';
const RIGHT = reading('soap11', 200, 'text/xml; charset=utf-8', enveloped(ENV11, '').replaceAll('s:Fault', 's:Other'));

/** What a rule says of an answer: the codes of its problems, or why it has none. */
function said(
  id: string,
  answer: ParsedResponse,
  base: ParsedResponse | null = null,
  at = 0,
): readonly string[] | string {
  const probing = probingOf(faultRules.find((rule) => rule.id === id));
  if (probing === undefined) throw new Error(`there is no rule ${id}`);
  const probe = probing.plan(
    answer.cell,
    { operation: 'Get_Inventory', values: {}, header: null },
    contract,
    NOTHING_DRAWN,
  )[at];
  if (probe === undefined) throw new Error(`${id} has no probe`);
  const judgement = probing.judge(base ?? RIGHT, answer, probe, contract, new Set(), null);
  if (typeof judgement === 'string' || 'text' in judgement) return String(judgement);
  return judgement.map(({ code }) => code);
}

describe('soap.fault', () => {
  test.each([
    ['of SOAP 1.1', fault11('<faultcode>s:Client</faultcode><faultstring>no</faultstring><detail/>')],
    ['of SOAP 1.1 with a code of its own', fault11('<faultcode>Client.Auth</faultcode><faultstring>no</faultstring>')],
    ['of SOAP 1.2', fault12(`${CODE}${REASON}<s:Detail/>`)],
    ['of a node', fault12(`${CODE}${REASON}<s:Node>http://a/b</s:Node><s:Role>${ENV12}/role/next</s:Role>`)],
    ['of SOAP 1.2 with a Subcode and status 400', fault12(subcoded(), 400)],
  ])('takes a fault %s', (_what, answer) => {
    expect(said('soap.fault', answer)).toEqual([]);
  });

  test.each<readonly [string, ParsedResponse, readonly string[]]>([
    ['status 200', fault11(plain11(), 200), ['status']],
    ['another version than its request', reading('soap12', 500, 'text/xml', enveloped(ENV11, plain11())), ['Envelope']],
    ['the media type of the other version', fault12(`${CODE}${REASON}`, 500, 'text/xml'), ['Content-Type']],
    ["SOAP 1.1's children in a SOAP 1.2 envelope", fault12(plain11()), ['Fault']],
    ['qualified children', fault11('<s:faultcode>s:Client</s:faultcode><s:faultstring/>'), ['Fault']],
    ['the reason before the code', fault12(`${REASON}${CODE}`), ['Fault']],
    ['a Code without a Value', fault12(`<s:Code>s:Sender</s:Code>${REASON}`), ['Code']],
    ['a code with an undeclared prefix', fault11('<faultcode>e:Client</faultcode><faultstring/>'), ['faultcode']],
    ['a code SOAP 1.2 does not know', fault12(`${CODE.replace('MustUnderstand', 'Client')}${REASON}`), ['Value']],
    ['a Subcode with an undeclared prefix', fault12(subcoded('e:X')), ['Subcode']],
    ['a Subcode within it with an undeclared prefix', fault12(subcoded('s:X', subcode('e:Y'))), ['Subcode']],
    ['a code in lower case', fault11('<faultcode>s:client</faultcode><faultstring>no</faultstring>'), ['faultcode']],
    ['a Text without xml:lang', fault12(`${CODE}${REASON.replace(/ xml:lang="en"/, '')}`), ['Text']],
    ['a raw &', fault11(plain11().replace('no', 'a & b')), ['xml.well-formed/ampersand']],
    ['a processing instruction', fault11(`${plain11()}<?a?>`), [PI]],
    [
      'another encoding in its declaration',
      reading(
        'soap11',
        500,
        'text/xml; charset=utf-8',
        `<?xml version="1.0" encoding="utf-16"?>${enveloped(ENV11, plain11())}`,
      ),
      ['xml.encoding/declaration-disagrees'],
    ],
    ['a sentence as its actor', fault11(`${plain11()}<faultactor>the service</faultactor>`), ['faultactor']],
    ['an empty Node', fault12(`${CODE}${REASON}<s:Node/>`), ['Node']],
    ['the role of nobody', fault12(`${CODE}${REASON}<s:Role>${ENV12}/role/none</s:Role>`), ['Role']],
    ['a Reason without a Text', fault12(`${CODE}<s:Reason>no</s:Reason>`), ['Reason']],
  ])('objects to %s', (_what, answer, subjects) => {
    expect(said('soap.fault', answer)).toEqual(subjects);
  });

  test('leaves what a success shows too to the rule for successes', () => {
    const base = reading(
      'soap11',
      200,
      'text/xml; charset=utf-8',
      enveloped(ENV11, '<?a?>').replaceAll('s:Fault', 's:Other'),
    );
    expect(said('soap.fault', fault11(`${plain11()}<?a?>`), base)).toEqual([]);
  });

  test('takes a code of its own in another namespace, and an error without a body', () => {
    expect(said('soap.fault', fault11('<faultcode xmlns:x="urn:x">x:client</faultcode><faultstring/>'))).toEqual([]);
    expect(said('soap.fault', reading('soap11', 400, 'text/xml; charset=utf-8', ''))).toBe('not-applicable');
    expect(said('soap.fault', reading('soap11', 502, 'text/html', '<p>gateway'))).toBe('not-applicable');
  });

  test('has nothing to judge if the refusal is not a fault', () => {
    expect(said('soap.fault', reading('soap11', 415, 'text/xml; charset=utf-8', ''))).toBe('not-applicable');
  });
});

describe('soap.must-understand', () => {
  test('takes the fault of that code and nothing else', () => {
    expect(said('soap.must-understand', fault12(`${CODE}${REASON}`))).toEqual([]);
    expect(said('soap.must-understand', fault11(plain11()))).toHaveLength(1);
    expect(said('soap.must-understand', reading('soap11', 400, 'text/xml', ''))).toHaveLength(1);
    expect(said('soap.must-understand', reading('soap11', 200, 'text/xml', '<a/>'))).toHaveLength(1);
  });

  test('requires of another form of the block only that it is not answered', () => {
    expect(said('soap.must-understand', fault11(plain11()), null, 1)).toEqual([]);
    expect(said('soap.must-understand', reading('soap11', 400, 'text/xml', ''), null, 1)).toEqual([]);
    expect(said('soap.must-understand', reading('soap11', 200, 'text/xml', '<a/>'), null, 1)).toHaveLength(1);
  });
});

describe('soap.version-mismatch', () => {
  test('takes the fault of that code and any refusal without a fault', () => {
    expect(said('soap.version-mismatch', fault11(plain11('VersionMismatch')))).toEqual([]);
    expect(said('soap.version-mismatch', reading('soap11', 415, 'text/xml', ''))).toEqual([]);
    expect(said('soap.version-mismatch', fault11(plain11()))).toHaveLength(1);
    expect(said('soap.version-mismatch', reading('soap11', 200, 'text/xml', '<a/>'))).toHaveLength(1);
  });

  test.each<readonly [string, string, readonly string[]]>([
    ['none', '', ['Upgrade']],
    ['an empty one', '<s:Header><s:Upgrade/></s:Header>', ['Upgrade']],
    ['one that names nothing', upgrade(''), ['SupportedEnvelope']],
    ['one that names an undeclared prefix', upgrade('qname="x:Envelope"'), ['SupportedEnvelope']],
    ['one that names an envelope', upgrade('qname="s:Envelope"'), []],
  ])('requires an Upgrade of a fault of SOAP 1.2: %s', (_what, header, problems) => {
    const xml = enveloped(ENV12, `${CODE.replace('MustUnderstand', 'VersionMismatch')}${REASON}`);
    const type = 'application/soap+xml; charset=utf-8';
    const answer = reading('soap12', 500, type, xml.replace('<s:Body>', `${header}<s:Body>`));
    expect(said('soap.version-mismatch', answer)).toEqual(problems);
  });
});

function plain11(code = 'Client'): string {
  return `<faultcode>s:${code}</faultcode><faultstring>no</faultstring>`;
}

function upgrade(attribute: string): string {
  return `<s:Header><s:Upgrade><s:SupportedEnvelope ${attribute}/></s:Upgrade></s:Header>`;
}

function subcode(value: string, within = ''): string {
  return `<s:Subcode><s:Value>${value}</s:Value>${within}</s:Subcode>`;
}

function subcoded(value = 's:X', within = ''): string {
  return `${CODE.replace('</s:Code>', `${subcode(value, within)}</s:Code>`)}${REASON}`;
}
