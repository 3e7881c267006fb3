import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Environment } from '../config/environment.ts';
import { loadContract } from '../contract/load.ts';
import type { BindingName } from '../contract/model.ts';
import { patience } from '../patience.fixture.ts';
import { defectNamed, mutation } from '../reference/defects/defects.ts';
import type { Mutation } from '../reference/mutation.ts';
import { startReferenceServer } from '../reference/server.ts';
import { commandHere, resultsOf } from './command.fixture.ts';
import { front, ownPair } from './front.fixture.ts';

/** The lines of a screen. */
const SCREEN = 40;
const COLUMNS = 80;
const NAMESPACE = 'http://dealer.example/webservices/';
const credentials: Environment = { GETDATA_DEALER_ID: 'd-1', GETDATA_API_KEY: 'k-1', GETDATA_PASSWORD: 'p-1' };

interface Started {
  readonly mutation?: Mutation;
  readonly checkCredentials?: boolean;
}

/** The reference server, which may answer otherwise; ended after the test. */
async function server({ mutation, checkCredentials = false }: Started = {}): Promise<string> {
  const defects = mutation === undefined ? [] : [mutation];
  const { url, close } = await startReferenceServer({ contract: loadContract(NAMESPACE), checkCredentials, defects });
  onTestFinished(close);
  return url;
}

/** A port of this machine on which nothing listens. */
async function freePort(): Promise<number> {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  return port;
}

/** Some bindings answer otherwise, with the length of the body that goes with it. */
function answering(status: number, headers: readonly (readonly [string, string])[], text: string, but?: BindingName) {
  const body = new TextEncoder().encode(text);
  const all = [...headers, ['Content-Length', `${body.byteLength}`]] as const;
  const applies = (_operation: string, binding: BindingName): boolean => binding !== but;
  return { applies, response: (response) => ({ ...response, status, headers: all, body }) } satisfies Mutation;
}

function defect(id: string): Mutation {
  const one = defectNamed(id);
  if (one === undefined) throw new Error(`no defect ${id}`);
  return mutation(one, { operation: null, binding: null }, loadContract(NAMESPACE));
}

const PAGE = '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form>User <input></form></body></html>';
const loginPage = answering(200, [['Content-Type', 'text/html; charset=utf-8']], PAGE);
const redirect = answering(302, [['Location', 'https://login.example/signin']], '');

interface Mistake {
  readonly name: string;
  /** The target, and what else is given; nothing at all where it is left out. */
  readonly target?: () => Promise<string>;
  readonly args?: readonly string[];
  readonly env?: Environment;
  readonly code: number;
  /** How many causes the findings have. */
  readonly causes: number;
  /** What names the mistake and the remedy; it stands above the matrix and the findings. */
  readonly says: RegExp;
}

const mistakes: readonly Mistake[] = [
  { name: 'no target', code: 2, causes: 0, says: /^error: no target is named, .* `run --embedded`\n$/ },
  {
    name: 'a wrong port',
    target: async () => `http://127.0.0.1:${await freePort()}`,
    code: 4,
    causes: 0,
    says: /can't be reached: connect ECONNREFUSED .*\. Is it running, and is the address right\?\n$/,
  },
  {
    name: 'a wrong path',
    target: async () => `${await server()}/wrong`,
    code: 1,
    causes: 1,
    says: /^! Nothing is at \S+\/wrong\/getData\.asmx: .* 404\. Is the path right\? The target is the document's \{base_url\}/m,
  },
  {
    name: 'a wrong namespace',
    target: server,
    args: ['--namespace', 'http://wrong.example/'],
    code: 1,
    causes: 1,
    says: /^! The target answers in the namespace http:\/\/dealer\.example\/webservices\/, not in http:\/\/wrong\.example\/: did you mean --namespace \S+\?$/m,
  },
  {
    name: 'https for http',
    target: async () => (await server()).replace('http:', 'https:'),
    code: 4,
    causes: 0,
    says: /the TLS handshake failed .* If it takes plain HTTP, its address begins with http:\/\/\.\n$/,
  },
  {
    name: 'a self-signed certificate',
    target: async () => `https://localhost:${(await front({ tls: ownPair() })).port}`,
    code: 4,
    causes: 0,
    says: /self-signed certificate\. .* trust it with --ca <pem>; --insecure accepts any certificate\.\n$/,
  },
  {
    name: 'credentials missing',
    target: () => server({ checkCredentials: true }),
    env: {},
    code: 3,
    causes: 0,
    says: /^! Credentials are missing or refused .*: set GETDATA_\w+.* in the environment, or credentials\.\w+/m,
  },
  {
    name: 'writes left out',
    target: server,
    args: ['--namespace', NAMESPACE, '--operations', 'Get_Inventory,Add_toCart'],
    code: 0,
    causes: 0,
    says: /^- Add_toCart was not called: it changes state at the target; --include-writes calls it\.$/m,
  },
  {
    name: 'one binding only',
    target: () => server({ mutation: answering(404, [], 'no', 'soap11') }),
    code: 1,
    causes: 1,
    says: /^! No call over SOAP 1\.2, GET, POST is answered, while calls over SOAP 1\.1 are: in ASP\.NET add HttpSoap12, HttpGet, HttpPost .* --bindings soap11 tests what is there\.$/m,
  },
  {
    name: "a proxy's log-in page",
    target: () => server({ mutation: loginPage }),
    code: 1,
    causes: 1,
    says: /^! Every call was answered with an HTML page \('Sign in'\), .* --header /m,
  },
  {
    name: "a redirect to a proxy's log-in page",
    target: () => server({ mutation: redirect }),
    code: 1,
    causes: 1,
    says: /^! Every call was redirected \(302\) to https:\/\/login\.example\/signin: .* --header\.$/m,
  },
];

const FEW = ['--profile', 'quick', '--runs', '1', '--seed', '1'];

test.each(mistakes)('$name is one cause or one sentence that names the remedy, on one screen', async (mistake) => {
  const { target, args = [], env = credentials, code, causes, says } = mistake;
  const operations = args.includes('--operations') ? [] : ['--operations', 'Get_Inventory,Get_Year_Restricted'];
  const given = target === undefined ? [] : [await target(), ...FEW, ...operations, ...args];
  const ended = await commandHere(['run', ...given], env);
  const said = `${ended.out}${ended.err}`;
  expect(said).toMatch(says);
  expect(said.trimEnd().split('\n').length).toBeLessThanOrEqual(SCREEN);
  expect(ended.code).toBe(code);
  if (target === undefined) return;
  const { findings } = resultsOf(ended);
  expect(new Set(findings.map(({ cause }) => cause)).size).toBe(causes);
  // The remedy comes before what shows it.
  if (causes > 0) expect(said.search(says)).toBeLessThan(said.indexOf('Findings, grouped by cause'));
});

test('the longest of them is on one screen in a log of all 80 cells', { timeout: patience(120_000) }, async () => {
  const ended = await commandHere(['run', await server(), ...FEW, '--namespace', 'http://wrong.example/'], credentials);
  const lines = ended.out.trimEnd().split('\n');
  const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / COLUMNS)), 0);
  // Of the progress, a terminal has one row.
  const progress = lines.filter((line) => /^\d+\/80 cells/.test(line));
  expect(rows - progress.length).toBeLessThanOrEqual(SCREEN);
  expect(ended.out).toMatch(/^19 operations: ✗ FAIL\nAdd_toCart: - skipped$/m);
});

test('where nothing is at the path, each cell gets one call', { timeout: patience(120_000) }, async () => {
  const ended = await commandHere(['run', `${await server()}/wrong`, '--seed', '1'], credentials);
  const { requests, findings, totals } = resultsOf(ended);
  expect(ended.code).toBe(1);
  expect([totals.cells.fail, new Set(findings.map(({ cause }) => cause)).size]).toEqual([76, 1]);
  expect(requests).toBeLessThan(1_000);
});

test('a target that refuses only the first calls is judged by all', { timeout: patience(120_000) }, async () => {
  let left = 8;
  const notFound = answering(404, [], 'no');
  const starting: Mutation = {
    applies: () => true,
    response: (response) => {
      left -= 1;
      return left < 0 ? response : notFound.response(response);
    },
  };
  const two = ['--operations', 'McatCodes,Get_Inventory', '--namespace', NAMESPACE];
  const ended = await commandHere(['run', await server({ mutation: starting }), ...FEW, ...two], credentials);
  expect(left).toBeLessThan(-100);
  expect(ended.code).toBe(0);
});

test('progress counts no findings that missing credentials explain', { timeout: patience(120_000) }, async () => {
  const url = await server({ checkCredentials: true });
  const { out, code } = await commandHere(['run', url, ...FEW, '--namespace', NAMESPACE], {});
  expect(code).toBe(3);
  expect(out.match(/^\d+\/80 cells.*, 0 findings/gm)).toHaveLength(3);
});

test('the one binding that answers passes, though no other can be compared with it', async () => {
  const url = await server({ mutation: answering(404, [], 'no', 'soap11') });
  const ended = await commandHere(
    ['run', url, ...FEW, '--operations', 'Get_Inventory,Get_Year_Restricted'],
    credentials,
  );
  expect(ended.out).toContain('\n2 operations: ✓ pass (soap11), ✗ FAIL (soap12, http-get, http-post)\n');
});

test('a binding that refuses calls for their action is not called off', async () => {
  const url = await server({ mutation: defect('soap12-action-required') });
  const both = ['--operations', 'Get_Inventory,Get_Year_Restricted'];
  const { out } = await commandHere(['run', url, ...FEW, ...both], credentials);
  expect(out).toContain(
    '\n! Every call over SOAP 1.2 is refused for its action (request.soapaction), but the binding is there',
  );
  expect(out).not.toContain('HttpSoap12');
});

test('a binding that answers every call with a Fault of its own is not called off', async () => {
  const fault =
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code>' +
    '<s:Reason><s:Text xml:lang="en">Out of order</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>';
  const all = answering(500, [['Content-Type', 'application/soap+xml; charset=utf-8']], fault);
  const applies = (_operation: string, binding: BindingName): boolean => binding === 'soap12';
  const url = await server({ mutation: { ...all, applies } });
  const both = ['--operations', 'Get_Inventory,Get_Year_Restricted'];
  const { out } = await commandHere(['run', url, ...FEW, ...both], credentials);
  expect(out).toMatch(
    /^! Every call over SOAP 1\.2 is refused, but the binding is there: .*Out of order\). Fix that first/m,
  );
  expect(out).not.toMatch(/HttpSoap12|explain binding\.reachable/);
});

test('where every call is redirected, the place counts and not the credentials', async () => {
  const ended = await commandHere(
    ['run', await server({ mutation: redirect }), ...FEW, '--operations', 'McatCodes,Get_Inventory'],
    {},
  );
  expect(ended.out).toMatch(/^! Every call was redirected \(302\) to https:\/\/login\.example\/signin: /m);
});

test("the target's own authentication counts and not the credentials, which some operations do not take", async () => {
  const url = await server({ mutation: answering(401, [['WWW-Authenticate', 'Basic realm="x"']], 'no') });
  const ended = await commandHere(['run', url, ...FEW, '--operations', 'McatCodes,Get_Inventory'], {});
  expect(ended.out).toMatch(/^! Every answer was 401 or 403: .* add it with --header\.$/m);
  expect(new Set(resultsOf(ended).findings.map(({ cause }) => cause)).size).toBe(1);
  const taking = await commandHere(['run', url, ...FEW, '--operations', 'McatCodes,Get_Video_Links'], {});
  expect(taking.out).toMatch(/^! Credentials are missing or refused /m);
});

test('an error of every call counts and not the credentials, unless it names one', async () => {
  const both = [...FEW, '--operations', 'McatCodes,Get_Inventory'];
  const html = [['Content-Type', 'text/html']] as const;
  const failing = await server({ mutation: answering(500, html, '<h1>Server Error</h1>') });
  const ended = await commandHere(['run', failing, ...both], {});
  expect(ended.out).not.toContain('Credentials are missing or refused');
  expect(ended.out).toContain('in all 8 cells\n   Every call answers 500.\n');
  const text = `<title>Oh\u202E\u001B[31m</title>\r\nDealerID D-sesame is not valid ${'x'.repeat(500)}`;
  const refusing = await server({ mutation: answering(500, html, text) });
  const { out } = await commandHere(['run', refusing, ...both], { GETDATA_DEALER_ID: 'D-sesame' });
  expect(out).toMatch(/^! Credentials are missing or refused /m);
  expect(out).toMatch(/ The target answers 500: 'Oh \[31m DealerID \S+ is not valid x{20,100}…'\. Operations: /);
  expect(out).not.toContain('sesame');
});

test('plain HTTP on a port that takes TLS is a hint at https://', async () => {
  const refusing = answering(400, [['Content-Type', 'text/html']], 'The plain HTTP request was sent to HTTPS port');
  const url = await server({ mutation: refusing });
  const ended = await commandHere(
    ['run', url, ...FEW, '--operations', 'Get_Inventory,Get_Year_Restricted'],
    credentials,
  );
  expect(ended.out).toContain(`its address begins with https://, as in ${url.replace('http:', 'https:')}.`);
  const tls = (await front({ tls: ownPair() })).port;
  const closed = await commandHere(['run', `http://localhost:${tls}`, ...FEW, '--operations', 'Get_Inventory']);
  expect([closed.code, closed.out]).toEqual([4, expect.stringContaining('begins with https://.')]);
});

test('a byte order mark that Content-Length does not count is one cause, and no advice on values', async () => {
  const marked: Mutation = {
    applies: () => true,
    response: (response) => ({ ...response, body: Buffer.concat([Buffer.from('\uFEFF'), response.body]) }),
  };
  const url = await server({ mutation: marked });
  const ended = await commandHere(
    ['run', url, ...FEW, '--namespace', NAMESPACE, '--operations', 'Get_Inventory', '--bindings', 'soap11,soap12'],
    credentials,
  );
  const { findings } = resultsOf(ended);
  expect(new Set(findings.map(({ cause }) => cause))).toEqual(new Set(['xml.bom:bom']));
  expect(ended.out).toContain('the 3 bytes of the byte order mark (U+FEFF) before the declaration are not counted.');
  expect(ended.out).toContain('1. ✗ required http.content-length, xml.bom in all 2 cells');
  expect(ended.out).not.toContain('give values');
});

test('a namespace of SOAP itself is never proposed as --namespace', async () => {
  const envelope = 'http://www.w3.org/2003/05/soap-envelope';
  const other: Mutation = {
    applies: () => true,
    text: (xml) => xml.replaceAll(`xmlns="${NAMESPACE}"`, `xmlns="${envelope}"`),
  };
  const url = await server({ mutation: other });
  const ended = await commandHere(['run', url, ...FEW, '--operations', 'Get_Inventory,Get_Year_Restricted']);
  expect(ended.code).toBe(1);
  expect(ended.out).not.toContain(`--namespace ${envelope}`);
});
