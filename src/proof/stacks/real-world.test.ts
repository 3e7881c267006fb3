import { describe, expect, test } from 'vitest';
import { commandHere, resultsOf } from '../../cli/command.fixture.ts';
import { front, oldServer } from '../../cli/front.fixture.ts';
import { patience } from '../../patience.fixture.ts';

/** One operation in one binding, as far as a run gets with it in a short time. */
async function small(target: string, ...more: readonly string[]) {
  const rules = ['http.status', 'http.content-length', 'xml.well-formed', 'record.field-order', 'request.personas'];
  const few = ['--operations', 'McatCodes', '--bindings', 'soap11', '--profile', 'quick'];
  const ended = await commandHere(['run', target, ...few, '--rules', rules.join(','), ...more]);
  expect(ended.err).toBe('');
  return { ...ended, results: resultsOf(ended) };
}

describe('a target', () => {
  test('that wants HTTP Basic gets user and password of its address, which no report has', async () => {
    const token = `Basic ${Buffer.from('jo:basic-sesame').toString('base64')}`;
    const { port } = await front({ to: ({ url, headers }) => (headers.authorization === token ? (url ?? '/') : 401) });
    const { code, results, out } = await small(`http://jo:basic-sesame@127.0.0.1:${port}`);
    expect([code, results.target, results.options.headers]).toEqual([0, `http://127.0.0.1:${port}`, ['Authorization']]);
    expect(`${out}${JSON.stringify(results)}`).not.toMatch(/sesame|am86/);
  });

  test('of an IPv6 address is called there', async () => {
    const { port, seen } = await front({ host: '::1' });
    const { code, results } = await small(`http://[::1]:${port}`);
    expect([code, results.target]).toEqual([0, `http://[::1]:${port}`]);
    expect(new Set(seen.map(({ headers }) => headers.host))).toEqual(new Set([`[::1]:${port}`]));
  });

  test('below a path is called there, with a slash at its end or without', async () => {
    const { port, seen } = await front({ to: ({ url = '' }) => (url.startsWith('/a/b/getData') ? url.slice(4) : 404) });
    const { code, results } = await small(`http://127.0.0.1:${port}/a/b/`);
    expect([code, results.target]).toEqual([0, `http://127.0.0.1:${port}/a/b`]);
    expect(seen.filter(({ url = '' }) => !/^\/a\/b\/getdata\.asmx/i.test(url))).toEqual([]);
    expect((await small(`http://127.0.0.1:${port}/a`)).code).toBe(1);
  });

  test('that speaks HTTP/1.0 and ends each connection is judged by what it answers', async () => {
    const { code, results } = await small(`http://127.0.0.1:${await oldServer()}`);
    expect([code, results.findings.map(({ id }) => id)]).toEqual([0, []]);
    expect(results.exchanges[0]?.exchange.response).toMatchObject({ status: 200, version: '1.0' });
  });

  test('with one operation that is too slow is inconclusive there, and not unreachable', async () => {
    const { port } = await front({ to: ({ url = '' }) => (url.includes('McatCodes') ? null : url) });
    const slow = ['--operations', 'McatCodes', '--bindings', 'http-get', '--profile', 'quick'];
    const timeout = ['--timeout', `${patience(500)}`];
    const ended = await commandHere(['run', `http://127.0.0.1:${port}`, ...slow, ...timeout]);
    const { findings, inconclusive } = resultsOf(ended);
    expect([ended.code, findings]).toEqual([3, []]);
    expect(inconclusive.find(({ rule }) => rule === 'http.answer')).toMatchObject({ reasonCode: 'limit' });
  });

  test.each([
    [
      '503 for a moment',
      503,
      1,
      /^The target did not take some requests \(it answers with status 503\)\. Sent again: 1;/,
    ],
    [
      '502 while its gateway does not reach it',
      502,
      5,
      /^The target did not take .+ status 502\), and answered nothing at all for \d\.\d s\. Sent again: \d+;/,
    ],
  ])('that answers %s is waited for, without a finding', async (_what, status, times, said) => {
    let left = 0;
    let requests = 0;
    const { port } = await front({
      to: ({ url = '' }) => {
        requests += 1;
        if (requests === 100) left = times;
        if (left === 0) return url;
        left -= 1;
        return status;
      },
    });
    const few = ['--operations', 'McatCodes', '--bindings', 'soap11,http-get', '--seed', '1', '--concurrency', '2'];
    const { findings, inconclusive, warnings } = resultsOf(
      await commandHere(['run', `http://127.0.0.1:${port}`, ...few]),
    );
    expect([findings, inconclusive]).toEqual([[], []]);
    expect(warnings).toContainEqual(expect.stringMatching(said));
  });

  test('that has to start first is asked for its WSDL again, and the time is said', async () => {
    let requests = 0;
    const { port } = await front({ to: ({ url = '' }) => (++requests === 1 ? null : url) });
    const { results } = await small(`http://127.0.0.1:${port}`, '--timeout', `${patience(1000)}`);
    expect(results.namespaceFrom).toBe('wsdl');
    expect(results.warnings).toContainEqual(
      expect.stringMatching(/first request\), and answered nothing at all for \d+\.\d s\./),
    );
  });

  test('is told who calls; a request that names a client itself, and --header, are left as they are', async () => {
    const { port, seen } = await front();
    const { results } = await small(`http://127.0.0.1:${port}`);
    const agents = new Set(seen.map(({ headers }) => headers['user-agent']));
    expect(agents).toContain(`getdata-conformance/${results.suite.version}`);
    expect(agents).toContain('gSOAP/2.8');
    expect(seen.every(({ rawHeaders }) => rawHeaders.filter((one) => /^user-agent$/i.test(one)).length === 1)).toBe(
      true,
    );
    expect(results.options.headers).toEqual([]);
    expect(JSON.stringify(results.exchanges)).not.toContain('getdata-conformance/');
    const { port: other, seen: then } = await front();
    await small(`http://127.0.0.1:${other}`, '--header', 'user-agent: mine/1');
    const others = new Set(then.map(({ headers }) => headers['user-agent']));
    expect([others.has('mine/1'), [...others].some((one) => one?.startsWith('getdata'))]).toEqual([true, false]);
  });
});
