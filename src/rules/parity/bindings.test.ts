import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import type { BindingName, Cell } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { testJudge } from '../../judge/judge.fixture.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { xmlExchange } from '../../wire/http/http-file.fixture.ts';
import { comparingOf } from '../check.ts';
import type { Evidence, Expectation } from '../evidence.ts';
import { everyBinding } from '../rule.ts';
import { bindingRules } from './bindings.ts';

const SOAP12 = 'http://www.w3.org/2003/05/soap-envelope';
const contract = loadContract('http://dealer.example/webservices/');
const judge = await testJudge(contract);

const parity = comparingOf(bindingRules.find(({ id }) => id === 'binding.parity'));
const same = comparingOf(bindingRules.find(({ id }) => id === 'binding.same-records'));

interface Answered {
  readonly values?: Readonly<Record<string, string>>;
  readonly expectation?: Expectation;
  readonly exchange: Exchange;
}

function read(cell: Cell, { values = {}, expectation = 'generated', exchange }: Answered): Evidence {
  return judge.read(
    { call: { operation: cell.operation.name, values, header: null }, expectation, exchange },
    cell,
    true,
  );
}

function evidence(binding: BindingName, status: number, body: string, expectation: Expectation): Evidence {
  const cell = { operation: operationNamed(contract, 'Get_Video_Links'), binding };
  return read(cell, { expectation, exchange: xmlExchange(body, status) });
}

/** The level at which parity objects to an answer beside others, but for required. */
function levelOf(own: Evidence, peers: readonly Evidence[]): unknown {
  const problems = parity?.judge(own, peers, new Set());
  return Array.isArray(problems) ? problems[0]?.part && 'recommended' : problems;
}

const list = (content: string): string => `<ArrayOfVideo xmlns="${contract.namespace}">${content}</ArrayOfVideo>`;
const video = '<Video><Link>a</Link><Title>b</Title></Video>';

test.each([
  ['known', list(video), undefined],
  ['known', list(''), 'recommended'],
  ['generated', list(video), 'recommended'],
  ['sample', list(''), undefined],
] as const)(
  'a %s call that GET refuses and POST answers with %s is broken at its level',
  (expectation, body, level) => {
    const own = evidence('http-get', 404, '', expectation);
    const peer = evidence('http-post', 200, body, expectation);
    expect(parity?.judge(own, [peer], new Set())).toMatchObject([{ code: 'refused' }]);
    expect(levelOf(own, [peer])).toBe(level);
  },
);

test.each([404, 403, 406])(
  'a known call that GET alone refuses with %s is broken at the level of a firewall or its own',
  (status) => {
    const peer = evidence('http-post', 200, list(video), 'known');
    const own = evidence('http-get', status, '', 'known');
    expect(levelOf(own, [peer])).toBe(status === 404 ? undefined : 'recommended');
    // A binding that refuses every call is not there.
    expect(levelOf({ ...own, cellAnswers200: false }, [peer])).toBe(undefined);
  },
);

type Said = 'data' | 'none' | 'refused';

/** The bindings that have the finding where they answer so, soap11 first, and its level; null for none. */
function atFault(
  said: readonly Said[],
  expectation: Expectation,
  operation = 'Get_Video_Links_by_Make',
  make = 'zqkw',
) {
  const cell = { operation: operationNamed(contract, operation), binding: 'http-get' } as const;
  const answers = everyBinding.map((binding, at): Evidence => {
    const body = said[at] === 'refused' ? '' : list(said[at] === 'data' ? video : '');
    const exchange = xmlExchange(body, said[at] === 'refused' ? 500 : 200);
    const one = read(cell, { values: { Make: make }, expectation, exchange });
    return { ...one, reading: { ...one.reading, ...named(one, binding) } };
  });
  const found = answers.flatMap((own) => {
    const problems = parity?.judge(
      own,
      answers.filter((one) => one !== own),
      new Set(),
    );
    return Array.isArray(problems) && problems[0] !== undefined
      ? [
          [
            own.reading.cell.binding,
            problems[0].part ? 'recommended' : 'required',
            problems[0].text.includes('one side'),
          ],
        ]
      : [];
  });
  return found;
}

/** An answer as of another binding: it is read as that of GET. */
const named = ({ reading }: Evidence, binding: BindingName) => ({
  cell: { ...reading.cell, binding },
  response: reading.response,
  located: reading.located,
  success: reading.success,
});

test.each<[readonly Said[], Expectation, unknown]>([
  [['data', 'data', 'none', 'data'], 'known', [['http-get', 'required', false]]],
  [['none', 'data', 'none', 'none'], 'known', [['soap12', 'required', false]]],
  // Of plain words that one binding alone finds, or alone does not.
  [['none', 'data', 'none', 'none'], 'generated', [['soap12', 'required', false]]],
  [['data', 'data', 'none', 'data'], 'generated', [['http-get', 'required', false]]],
  [
    ['data', 'data', 'none', 'none'],
    'known',
    [
      ['http-get', 'required', true],
      ['http-post', 'required', true],
    ],
  ],
  [
    ['data', 'none', 'none', 'data'],
    'generated',
    [
      ['soap12', 'recommended', true],
      ['http-get', 'recommended', true],
    ],
  ],
  [['none', 'refused', 'refused', 'refused'], 'generated', [['soap11', 'recommended', false]]],
  [
    ['data', 'refused', 'refused', 'refused'],
    'known',
    [
      ['soap12', 'required', false],
      ['http-get', 'required', false],
      ['http-post', 'required', false],
    ],
  ],
  [['none', 'none', 'none', 'none'], 'known', []],
])('%o to a %s call: %o', (said, expectation, expected) => {
  expect(atFault(said, expectation)).toEqual(expected);
});

test('a known value that ASP.NET refuses over GET and POST is recommended there', () => {
  const said = ['data', 'data', 'data', 'none'] as const;
  expect(atFault(said, 'known', 'Get_Video_Links_by_Make', 'a <b')).toEqual([['http-post', 'recommended', false]]);
});

test('a text that one binding repeats with one character as another has the cause of request.text-fidelity', () => {
  const answer = (binding: BindingName, make: string): Evidence => {
    const cell = { operation: operationNamed(contract, 'GetModel_Restricted'), binding };
    const body = `<Model_table xmlns="${contract.namespace}"><Make>${make}</Make></Model_table>`;
    return read(cell, { values: { Make: 'a b' }, exchange: xmlExchange(body) });
  };
  const causeOf = (own: string, others: string): unknown => {
    const found = same?.judge(answer('http-post', own), [answer('http-get', others)], new Set());
    return Array.isArray(found) ? found.map(({ code, cause }) => [code, cause]) : found;
  };
  expect(causeOf('a+b', 'a b')).toEqual([['Make', 'request.text-fidelity:space as +']]);
  expect(causeOf('c', 'a b')).toEqual([['Make', undefined]]);
  expect(causeOf('a b', 'a+b')).toEqual([['Make', undefined]]);
});

test.each([
  ['Ford ', 'http-get', 'soap12', 'not-reached'],
  [' Ford', 'soap11', 'http-post', 'not-reached'],
  ['Fo\rd', 'soap11', 'http-post', 'not-reached'],
  ['Ford ', 'http-post', 'http-get', [{ code: 'Modelnames' }]],
  ['Fo rd', 'http-get', 'soap12', [{ code: 'Modelnames' }]],
] as const)('what a text with outer white space finds (%j) is compared over %s and %s', (make, own, peer, said) => {
  const operation = operationNamed(contract, 'GetModel_Restricted');
  const answer = (binding: BindingName, model: string): Evidence => {
    const models = `<Modelnames>${model}</Modelnames>`;
    const version = binding === 'soap11' ? 'http://schemas.xmlsoap.org/soap/envelope/' : SOAP12;
    const result = `<${operation.name}Response xmlns="${contract.namespace}"><${operation.name}Result>${models}</${operation.name}Result></${operation.name}Response>`;
    const body = binding.startsWith('soap')
      ? `<s:Envelope xmlns:s="${version}"><s:Body>${result}</s:Body></s:Envelope>`
      : `<Model_table xmlns="${contract.namespace}">${models}</Model_table>`;
    const exchange = xmlExchange(body, 200, binding === 'soap12' ? 'application/soap+xml' : 'text/xml');
    return read({ operation, binding }, { values: { Make: make }, exchange });
  };
  const found = same?.judge(answer(own, '<string>F</string>'), [answer(peer, '')], new Set());
  const other = same?.judge(answer(peer, ''), [answer(own, '<string>F</string>')], new Set());
  expect([found, other]).toContainEqual(typeof said === 'string' ? said : [expect.objectContaining(said[0])]);
});

test.each([
  ['soap12', 'Get_Recid_Images', { recid: '-1' }, 500, undefined],
  ['http-get', 'Get_Recid_Images', { recid: '-1' }, 400, undefined],
  ['http-get', 'Get_Recid_Images', { recid: '-1' }, 404, 'recommended'],
  ['http-get', 'Get_Recid_Images', { recid: '-1' }, 403, 'recommended'],
  ['soap11', 'Get_Model_MMSY', { Make: "O'Neill" }, 500, undefined],
  ['soap11', 'Get_Model_MMSY', { Make: 'a'.repeat(1001) }, 500, 'recommended'],
  ['soap11', 'Get_Model_MMSY', { Make: "a';--" }, 500, 'recommended'],
  ['http-post', 'Get_Model_MMSY', { Make: "O'Neill" }, 500, 'recommended'],
  ['http-post', 'Get_Model_MMSY', { Make: 'zqkwy', ProductID: 'P-1' }, 500, undefined],
] as const)(
  'an invented value that %s alone refuses: %s with %o gets %d and is %s',
  (binding, operation, values, status, level) => {
    const answer = (over: BindingName, code: number): Evidence => {
      const cell = {
        operation: operationNamed(contract, operation),
        binding: code === 200 ? 'http-get' : over,
      } as const;
      const { httpRoot } = cell.operation.result;
      const result = `<${httpRoot} xmlns="${contract.namespace}"><recid>-1</recid></${httpRoot}>`;
      const body = code === 200 ? result.replace(operation === 'Get_Recid_Images' ? '' : /<recid>.*<.recid>/, '') : '';
      return read(cell, { values, exchange: xmlExchange(body, code) });
    };
    const [own, answered] = [answer(binding, status), answer('http-post', 200)];
    expect(levelOf(own, [answered, answered, answered])).toBe(level);
    // Two that refuse it may be right.
    expect(levelOf(own, [answered, answered, answer('http-get', 500)])).toBe('recommended');
  },
);

/** An answer of Get_Basevehicle_Images, whose one record has a list that is nil or not. */
function images(binding: BindingName, isNil: boolean): Evidence {
  const cell = { operation: operationNamed(contract, 'Get_Basevehicle_Images'), binding };
  const item = '<Basevehicle_Images_URL><ID>1</ID><Basevehicle>7</Basevehicle></Basevehicle_Images_URL>';
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  const urls = isNil
    ? `<Basevehicle_Images_URL ${xsi} xsi:nil="true"/>`
    : `<Basevehicle_Images_URL>${item}</Basevehicle_Images_URL>`;
  const record = `<Basevehicle_Images><Basevehicle>7</Basevehicle>${urls}</Basevehicle_Images>`;
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
  const op = cell.operation.name;
  const text =
    binding === 'soap11'
      ? `<s:Envelope xmlns:s="${soap}"><s:Body><${op}Response xmlns="${contract.namespace}"><${op}Result>${record}</${op}Result></${op}Response></s:Body></s:Envelope>`
      : `<ArrayOfBasevehicle_Images xmlns="${contract.namespace}">${record}</ArrayOfBasevehicle_Images>`;
  return read(cell, { expectation: 'known', exchange: xmlExchange(text) });
}

test.each([
  ['soap11', 'http-get', []],
  ['http-post', 'http-get', [{ actual: '0 items' }]],
  ['http-post', 'soap11', [{ actual: '0 items' }]],
] as const)('a list that is nil over %s leaves its items open only over SOAP, next to %s', (nil, other, found) => {
  expect(same?.judge(images(nil, true), [images(other, false)], new Set())).toMatchObject(found);
});

test('a field of an order that shows a text of the call in all other bindings must show it', () => {
  const answer = (binding: BindingName, sku: string): Evidence => {
    const cell = { operation: operationNamed(contract, 'Add_toCart'), binding };
    const texts = `<ItemID>SC-1</ItemID><UniqueSKU_value>${sku}</UniqueSKU_value>`;
    const numbers = '<ItemAvailable>1</ItemAvailable><Business_days>2</Business_days>';
    const body = `<Cart xmlns="${contract.namespace}"><DealerTrxID>1</DealerTrxID>${texts}${numbers}</Cart>`;
    const values = { ItemID: 'SC-1', MaterialID: 'M-1' };
    return read(cell, { values, expectation: 'known', exchange: xmlExchange(body) });
  };
  const found = (own: string, others: readonly string[], changing = ['UniqueSKU_value']): unknown => {
    const peers = others.map((sku, at) => answer(at === 0 ? 'http-post' : 'http-get', sku));
    const problems = same?.judge(answer('http-get', own), peers, new Set(), new Set(changing));
    return Array.isArray(problems) ? problems.map(({ code, part }) => [code, part && 'recommended']) : problems;
  };
  expect(found('SE/LX', ['SE/M-1/LX', 'SE/M-1/LX'])).toEqual([['UniqueSKU_value', undefined]]);
  expect(found('SE/M-1', ['SE/M-1', 'SE/M-1'])).toEqual([]);
  // Numbers of orders differ; one other binding shows nothing; an equal field is no text within another.
  expect(found('1-9', ['1-M-1', '2-M-1'])).toEqual([]);
  expect(found('SE/LX', ['SE/M-1/LX'])).toEqual([]);
  expect(found('SE', ['M-1', 'M-1'])).toEqual([]);
  expect(found('', ['SE/M-1', 'SE/M-1'])).toEqual([]);
});
