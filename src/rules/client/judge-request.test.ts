import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import { goldenRequest } from './golden-requests.fixture.ts';
import { departureOf, judgeRequest } from './judge-request.ts';

const contract = loadContract('http://dealer.example/webservices/');

test('a near miss says what was probably meant', () => {
  const path = '/getData.asmx/Get_Inventory?Application_ID=1&itemno=2';
  const { operation, binding, isCall, problems } = judgeRequest(
    { method: 'GET', path, headers: [], body: null },
    contract,
  );
  expect({ operation, binding, isCall }).toEqual({ operation: 'Get_Inventory', binding: 'http-get', isCall: true });
  expect(problems[0]).toMatchObject({
    rule: 'client.parameters',
    level: 'required',
    message: "parameter 'itemno' is unknown: did you mean 'ItemNo'?",
    location: 'query parameter itemno',
    expected: 'ItemNo',
  });
});

test.each([
  ['GET', '/getData.asmx'],
  ['GET', '/getData.asmx?wsdl'],
  ['GET', '/getData.asmx?disco'],
  ['HEAD', '/getData.asmx'],
  ['OPTIONS', '/getData.asmx/Get_Inventory'],
  ['GET', '/favicon.ico'],
  ['POST', '/'],
])('%s %s is not a call', (method, path) => {
  const none = { operation: null, binding: null, isCall: false, problems: [] };
  expect(judgeRequest({ method, path, headers: [], body: null }, contract)).toEqual(none);
});

test('a call departs by what is wrong, and by which parameters it sends; not by another hint', () => {
  const golden = goldenRequest('Get_Inventory', 'soap12');
  const hinted = { ...golden, headers: [...golden.headers, ['SOAPAction', '""'] as const] };
  expect(judgeRequest(hinted, contract).problems).toHaveLength(1);
  expect([golden, hinted].map((one) => departureOf(one, contract))).toEqual([null, null]);
  expect(departureOf({ ...golden, headers: [] }, contract)).toMatch(/^there is no Content-Type/);
  const get = { method: 'GET', path: '/getData.asmx/Get_Inventory?Application_ID=1', headers: [], body: null };
  expect(departureOf(get, contract)).toBe("parameter 'ItemNo' is not sent");
});

const credentials = { DealerID: 'dealer-4711', APIKEY: 'k3y&A=1<b>', Password: 'p%ss&w=rd "x"' };

test('no judgement holds a credential, however wrongly it is sent', () => {
  const { DealerID, APIKEY, Password } = credentials;
  const query = (name: string, value: string): string => `/getData.asmx/${name}DealerID=${DealerID}&${value}`;
  const xml = (inside: string): string => around(`<McatCodes xmlns="urn:x">${inside}</McatCodes>`);
  const post = (path: string, body: string) => {
    const headers = [
      ['Content-Type', body.startsWith('<') ? 'text/xml' : 'application/x-www-form-urlencoded'],
    ] as const;
    return { method: 'POST', path, headers, body: Buffer.from(body) };
  };
  const get = (path: string) => ({ method: 'GET', path, headers: [], body: null });
  const requests = [
    get(query('McatCodes?', `Password=${Password}`)),
    get(query('McatCodes?', `password=${encodeURIComponent(Password)}&Password`)),
    get(query('McatCodes&', `Password=${Password}`)),
    get(query('McatCodes/', `Password=${Password}`)),
    get(query('Get_Video_Links?', `APIKEY=${APIKEY}`)),
    post('/getData.asmx/McatCodes', `DealerID=${DealerID}&Password:${Password}`),
    post('/getData.asmx', xml(`<DealerID>${DealerID}</DealerID><Password>${Password}</Password>`)),
    post('/getData.asmx', xml(`<DealerID><x>${DealerID}</x></DealerID><Password>&${DealerID};</Password>`)),
    post('/getData.asmx', xml(`<DealerID>${DealerID}<${DealerID}></DealerID>`)),
  ];
  for (const request of requests) {
    const { problems } = judgeRequest(request, contract);
    expect(problems).not.toEqual([]);
    for (const secret of [...Object.values(credentials), 'w=rd', 'ss&w', 'A=1'])
      expect(JSON.stringify(problems), JSON.stringify(request)).not.toContain(secret);
  }
});

function around(inside: string): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inside}</s:Body></s:Envelope>`;
}

test('a hostile request is judged, with a short message', () => {
  const many = 30_000;
  const call = `<Get_Inventory xmlns="http://dealer.example/webservices/">${'<x/>'.repeat(many)}</Get_Inventory>`;
  const bodies = [
    around(call),
    around('<x/>'.repeat(many)),
    around('<a>'.repeat(many)),
    `${around('')}${'<?x y?>'.repeat(many)}`,
    `<${'x'.repeat(1_000_000)}/>`,
    `<a ${'b="" '.repeat(many)}/>`,
    `${' '.repeat(1_000_000)}<`,
    '\n'.repeat(1_000_000),
    'a&'.repeat(many),
    `${'x'.repeat(1_000_000)}=%`,
  ];
  for (const body of bodies) {
    for (const path of ['/getData.asmx', '/getData.asmx/Get_Inventory', `/getData.asmx${'/x'.repeat(many)}`]) {
      const headers = [
        ['Content-Type', body.startsWith('a&') ? 'application/x-www-form-urlencoded' : 'text/xml'],
      ] as const;
      const judgement = judgeRequest({ method: 'POST', path, headers, body: Buffer.from(body) }, contract);
      expect(JSON.stringify(judgement).length).toBeLessThan(200_000);
    }
  }
});

test.each([
  ['/getData.asmx/McatCodes', '', []],
  ['/app/getData.asmx/McatCodes', '', ["path '/app/getData.asmx': expected '/getData.asmx'"]],
  ['//getData.asmx/McatCodes', '', []],
  ['http://h/getData.asmx/McatCodes', '', []],
  ['/app/getData.asmx/McatCodes', '/app', []],
  ['/getData.asmx/McatCodes', '/app', ["path '/getData.asmx': expected '/app/getData.asmx'"]],
  ['/app/getData.asmx/McatCodes', null, []],
])('the path %s of a server whose base is %j', (path, base, messages) => {
  const request = { method: 'GET', path: `${path}?DealerID=D&APIKEY=K&Password=P`, headers: [], body: null };
  const { problems } = judgeRequest(request, contract, base);
  expect(problems.flatMap(({ rule, message }) => (rule === 'client.path' ? [message] : []))).toEqual(messages);
});
