import { expect, test } from 'vitest';
import { patience } from '../../patience.fixture.ts';
import { ANSWER, described, element, found, inBothVersions, typed, wsdlOf } from './wsdl.fixture.ts';

const RECORD = typed('P', `${element('Id', 's:int')}${element('Made', 's:date', 'nillable="true" minOccurs="0"')}`);
const LIST = typed('ArrayOfP', element('P', 'tns:P', 'minOccurs="0" maxOccurs="unbounded"'));

test.each([
  ['a record', 'tns:P', { kind: 'single', record: 'P', httpRoot: 'P' }],
  ['records', 'tns:ArrayOfP', { kind: 'array', record: 'P', httpRoot: 'ArrayOfP' }],
  [
    'a value',
    's:decimal',
    {
      ...{ kind: 'single', record: 'xs:decimal', httpRoot: 'xs:decimal' },
      content: { kind: 'simple', type: 'decimal', enumeration: [] },
    },
  ],
  [
    'what the WSDL does not name',
    's:anyType',
    { kind: 'single', record: 'xs:any', httpRoot: 'xs:any', content: { kind: 'open' } },
  ],
] as const)('an answer that holds %s', (_what, type, result) => {
  const { operation, contract } = found('', element('FindResult', type), RECORD + LIST);
  expect(operation.result).toEqual(result);
  expect(contract.records.has(result.record)).toBe(true);
});

test('fields say whether they may be absent or nil, and feed the parameters of their names', () => {
  const { operation, contract } = found(
    element('id', 's:int') + element('pId', 's:int'),
    element('Found', 'tns:P'),
    RECORD,
  );
  expect(contract.records.get('P')?.fields).toEqual([
    { name: 'Id', content: { kind: 'simple', type: 'int', enumeration: [] }, optional: false, nillable: false },
    { name: 'Made', content: { kind: 'simple', type: 'date', enumeration: [] }, optional: true, nillable: true },
  ]);
  expect([operation.feeds, operation.result.element]).toEqual([{ Id: ['id', 'pId'] }, 'Found']);
});

test.each(['makes', 'MakeName', 'Makenames', 'MakeList', 'make_list'])(
  'a field %s feeds the parameter make',
  (name) => {
    const types = typed('P', `${element(name, 's:string')}${element('s', 's:string')}`);
    const { operation } = found(element('make', 's:string'), element('Found', 'tns:P'), types);
    expect(operation.feeds).toEqual({ [name]: ['make'] });
  },
);

test('a port of SOAP 1.1 alone has one binding, and its SOAPAction is that of the WSDL', () => {
  const { bindings, soapAction, effect } = found('').operation;
  expect([bindings, soapAction, effect]).toEqual([['soap11'], 'urn:find', 'write']);
});

const asked = wsdlOf(element('id', 's:int'), ANSWER);

test('each version of SOAP has the action that the WSDL names for it', () => {
  const actions = ['urn:other', '', 'urn:find'].map((action) => {
    const [operation] = described(inBothVersions(asked, action)).contract.operations;
    return [operation?.soapAction, operation?.soapAction12];
  });
  expect(actions).toEqual([
    ['urn:find', 'urn:other'],
    ['urn:find', ''],
    ['urn:find', undefined],
  ]);
});

test('a request that is not wrapped is an element of any name and namespace', () => {
  const ask = asked.replace('name="Find"><s:', 'name="Ask"><s:').replace('"tns:Find"', '"tns:Ask"');
  const { contract } = described(ask.replace('urn:find', 'urn:shopFind'));
  expect(contract.operations).toMatchObject([
    { name: 'Find', request: { name: 'Ask', namespace: 'urn:shop' }, parameters: [{ name: 'id' }] },
  ]);
});

test.each([
  ['nothing', '', { kind: 'single', record: 'xs:nothing', httpRoot: 'xs:nothing', element: null, empty: true }],
  [
    'out parameters',
    ANSWER + element('More', 's:int'),
    { kind: 'single', record: 'FindResponse', httpRoot: 'FindResponse', element: null },
  ],
  [
    'items that are not in a list of their own',
    element('Row', 's:int', 'maxOccurs="unbounded"'),
    {
      ...{ kind: 'array', record: 'xs:int', httpRoot: 'ArrayOfxs:int', element: null },
      content: {
        kind: 'list',
        item: { name: 'Row', anyName: false, content: { kind: 'simple', type: 'int', enumeration: [] } },
      },
    },
  ],
])('an answer that holds %s is read as a whole', (_what, inside, result) => {
  const { operation, leftOut } = found('', inside);
  expect([operation.result, leftOut]).toEqual([result, []]);
});

const RPC = asked
  .replace('style="document"', 'style="rpc"')
  .replaceAll('use="literal"', 'use="literal" namespace="urn:rpc"')
  .replace('element="tns:Find"', 'type="s:int"')
  .replace('element="tns:FindResponse"', 'type="tns:P"')
  .replace('</s:schema>', `${RECORD}</s:schema>`);

test('in RPC style the parts of messages are parameters and results, in no namespace', () => {
  const { contract } = described(RPC);
  expect(contract.namespace).toBe('urn:rpc');
  expect(contract.operations).toMatchObject([
    {
      parameters: [{ name: 'parameters', type: 'int', namespaces: [''] }],
      result: { kind: 'single', record: 'P', element: 'parameters' },
    },
  ]);
});

const PART = '<part name="h" element="tns:H"/><part name="k" element="tns:K"/>';
const HEADED = wsdlOf(element('id', 's:int'), ANSWER, typed('Login', element('User', 's:string')))
  .replace('</s:schema>', '<s:element name="H" type="tns:Login"/><s:element name="K" type="s:int"/></s:schema>')
  .replace('<message name="In">', `<message name="In">${PART}`);
const headed = (...parts: readonly string[]) =>
  described(
    HEADED.replace(
      '<input><soap:body',
      `<input>${parts.map((part) => `<soap:header message="tns:In" part="${part}" use="literal"/>`).join('')}<soap:body`,
    )
      // What is no header here is no part of the Body.
      .replace('use="literal"/></input>', 'use="literal" parts="parameters"/></input>'),
  );

test('one header block of simple fields is the header of the contract; several are parameters', () => {
  const one = headed('h');
  expect([one.leftOut, one.contract.header.name]).toEqual([
    [{ operation: 'Find', reason: 'its input has 2 parts' }],
    '',
  ]);
  const { contract, leftOut } = headed('h', 'k');
  expect(leftOut).toEqual([]);
  expect(contract.operations[0]?.header).toBe(null);
  expect(contract.operations[0]?.parameters.map(({ name, path, inHeader }) => [name, path, inHeader])).toEqual([
    ['H.User', ['H', 'User'], true],
    ['K', ['K'], true],
    ['id', undefined, undefined],
  ]);
});

test.each([
  [
    'has an element in RPC style',
    wsdlOf('', ANSWER).replace('style="document"', 'style="rpc"'),
    'its input is an element in RPC style',
  ],
  ['is encoded', wsdlOf('', ANSWER).replace('"literal"', '"encoded"'), 'its messages are encoded, not literal'],
  [
    'has an input of types',
    wsdlOf('', ANSWER).replace('element="tns:Find"', 'type="s:int"'),
    'its input is a type, not an element',
  ],
  ['has two parts', wsdlOf('', ANSWER).replace('<part', '<part name="a" type="s:int"/><part'), 'its input has 2 parts'],
  [
    'has a type of its own facets',
    wsdlOf(
      element('a', 'tns:T'),
      ANSWER,
      '<s:simpleType name="T"><s:restriction base="s:string"><s:pattern value="[a-z-[b]]"/></s:restriction></s:simpleType>',
    ),
    "its parameter 'a' is narrowed by the facet pattern, for which no values are made",
  ],
  [
    'has a list in a text',
    wsdlOf(element('a', 'tns:L'), ANSWER, '<s:simpleType name="L"><s:list itemType="s:int"/></s:simpleType>'),
    "its parameter 'a' is a list or a union, for which no values are made",
  ],
  [
    'has a type that is nowhere',
    wsdlOf('', element('FindResult', 'tns:Gone')),
    "'FindResult' is of a type that the WSDL does not have, or that is no record",
  ],
  [
    'has a name that no path can carry',
    wsdlOf('', ANSWER).replaceAll('"Find"', '"../Find"'),
    "'../Find' is no name of an element",
  ],
  [
    'has a SOAPAction with a quote',
    wsdlOf('', ANSWER).replace('urn:find', 'a&quot;b'),
    'its SOAPAction has characters that a quoted header cannot carry',
  ],
])('an operation that %s is left out with the reason', (_what, wsdl, reason) => {
  const { contract, leftOut } = described(wsdl);
  expect([contract.operations, leftOut.map((one) => one.reason)]).toEqual([[], [reason]]);
});

/** Each type has the next one twice: 2 to the power of their number. */
const doubling = (count: number): string =>
  Array.from({ length: count }, (_, at) => {
    const next = at === count - 1 ? 's:int' : `tns:T${at + 1}`;
    return typed(`T${at}`, `${element('a', next)}${element('b', next)}`);
  }).join('');

/** A WSDL with so many schemas beside its own. */
const withSchemas = (count: number): string => {
  const others = Array.from({ length: count }, (_, at) => `<s:schema targetNamespace="urn:s${at}"/>`);
  return wsdlOf('', ANSWER).replace('<types>', `<types>${others.join('')}`);
};

/** The WSDL with its one operation 2000 times, all requests of the type Big. */
function manyTimes(wsdl: string): string {
  const parts = [
    '<s:element name="Find">.*?</s:complexType></s:element>',
    '<message name="In">.*?</message>',
    '<operation name="Find"><input m.*?</operation>',
    '<operation name="Find"><soap.*?</operation>',
  ];
  return parts.reduce((text, part) => {
    const times = (one: string, at: number) =>
      one.replaceAll(/([":])(Find|In)"/g, (_, before, name) => `${before}${name}${at}"`);
    return text.replace(new RegExp(part, 's'), (one) => {
      const typedOne = one.replace(/>(<s:complexType>).*/s, ' type="tns:Big"/>');
      return Array.from({ length: 2000 }, (_, at) => times(typedOne, at)).join('');
    });
  }, wsdl);
}

test.each([
  [
    'an answer of types that multiply',
    wsdlOf('', element('FindResult', 'tns:T0'), doubling(30)),
    'its answer has more than 2000 fields',
  ],
  [
    'a request of types that multiply',
    wsdlOf(element('a', 'tns:T0'), ANSWER, doubling(11)),
    'its request has more than 200 elements',
  ],
  [
    'types in types',
    wsdlOf('', element('FindResult', 'tns:T0'), doubling(60)),
    'its types are nested deeper than 40 levels',
  ],
  [
    '2000 operations of one type with 9000 elements',
    manyTimes(
      wsdlOf('', ANSWER, typed('Big', Array.from({ length: 9000 }, (_, at) => element(`e${at}`, 's:int')).join(''))),
    ),
    'its request has more than 200 elements',
  ],
  [
    'a type derived from itself',
    wsdlOf('', element('FindResult', 'tns:C'), '<s:simpleType name="C"><s:restriction base="tns:C"/></s:simpleType>'),
    null,
  ],
  ['500 schemas', withSchemas(499), null],
])('%s ends soon', (_what, wsdl, reason) => {
  const start = performance.now();
  expect(described(wsdl).leftOut[0]?.reason ?? null).toBe(reason);
  expect(performance.now() - start).toBeLessThan(patience(2_000));
});

test('more schemas than 500 are refused, as each refers to all others', () => {
  expect(() => described(withSchemas(500))).toThrow('it has 501 schemas; expected 500 at most');
});

test.each([
  ['in no document', { 'element="tns:Find"': 'element="tns:Fnd"' }, "its input is 'Fnd', which the WSDL does not have"],
  [
    'in a document that was not read',
    { 'element="tns:Find"': 'element="tns:Fnd"', '<types>': '<import location="http://far.example/a"/><types>' },
    'its input is in a part of the WSDL that was not read',
  ],
  [
    'of an operation that the port type does not have',
    { '<operation name="Find"><input m': '<operation name="Fnd"><input m' },
    'it is not in its port type',
  ],
])('a message %s is told', (_what, changes, reason) => {
  const wsdl = Object.entries(changes).reduce(
    (text, [from, to]) => text.replace(from, to),
    wsdlOf(element('id', 's:int'), ANSWER),
  );
  expect(described(wsdl).leftOut).toEqual([{ operation: 'Find', reason }]);
});
