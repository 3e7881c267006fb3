import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Environment } from '../../base/cli-io.ts';
import { commandHere, resultsOf } from '../../cli/command.fixture.ts';
import { answering, credentials, FEW, NAMESPACE, redirect, server } from '../../cli/first-mistakes.fixture.ts';
import { front, ownPair } from '../../cli/front.fixture.ts';
import { patience } from '../../patience.fixture.ts';
import type { Mutation } from '../../reference/mutation.ts';

/** The lines of a screen. */
const SCREEN = 40;
const COLUMNS = 80;

/** A port of this machine on which nothing listens. */
async function freePort(): Promise<number> {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  return port;
}

const PAGE = '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form>User <input></form></body></html>';
const loginPage = answering(200, [['Content-Type', 'text/html; charset=utf-8']], PAGE);

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
    says: /^! The target answers in the namespace http:\/\/dealer\.example\/webservices\/, not in http:\/\/wrong\.example\/: did you mean --namespace \S+ instead\?$/m,
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
    name: 'no credentials, where calls that need none get 204 too',
    target: () => server({ mutation: answering(204, [], '') }),
    env: {},
    code: 1,
    causes: 1,
    says: /^! Every call was answered with 204, which has no body: send the result with status 200\.$/m,
  },
  {
    name: "a redirect to a proxy's log-in page",
    target: () => server({ mutation: redirect }),
    code: 1,
    causes: 1,
    says: /^! Every call was redirected \(302\) to https:\/\/login\.example\/signin: .* --header\.$/m,
  },
];

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
  expect(ended.out).toMatch(/^19 operations: ✗ FAIL\nAdd_toCart: – skipped$/m);
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
