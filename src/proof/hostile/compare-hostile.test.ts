import { expect, test } from 'vitest';
import { compared, mutated, serving } from '../../cli/compare.fixture.ts';
import { withText } from '../../reference/defects/edits/answer.ts';
import { eachValue } from '../../reference/defects/edits/data.ts';
import { withHeader } from '../../wire/http/exchange.ts';

const env = {
  GETDATA_DEALER_ID: 'D1001-sesame',
  GETDATA_API_KEY: 'key-sesame',
  GETDATA_PASSWORD: 'password-sesame',
};
const args = ['--operations', 'Get_Video_Links', '--header', 'X-Token: token-sesame', '--reporter', 'html,markdown'];

test('no secret of either server is in any output, though one echoes all it is sent', async () => {
  const echo = mutated(null, {
    result: (value, { request }) =>
      eachValue(value, (leaf) =>
        typeof leaf === 'string' ? `${'x'.repeat(290)}${request.headers.join()} ${request.path}` : leaf,
      ),
    response: (response, { request }) =>
      withHeader(response, 'X-Echo', request.headers.map(([name, value]) => `${name} ${value}`).join(', ')),
  });
  const b = (await serving([echo])).replace('http://', 'http://user-sesame:pass-sesame@');
  const { out, file, comparison, exitCode } = await compared(await serving(), b, args, env);
  expect(exitCode).toBe(1);
  expect(comparison.differences.map(({ subject }) => subject)).toContain('header x-echo');
  expect(comparison.options).toMatchObject({ headers: ['X-Token', 'Authorization'] });
  for (const text of [out, file('compare.json'), file('compare.html'), file('compare.md')]) {
    expect(text).not.toMatch(/sesame|sesam(?=…)/);
    expect(text).not.toContain(Buffer.from('user-sesame:pass-sesame').toString('base64'));
  }
});

test('hostile answers stay text in every output', async () => {
  const script = `</pre><script>alert(1)</script><img src=x onerror=alert(1)>\u001b[31m\u202E`;
  const hostile = mutated(null, {
    result: (value) => eachValue(value, (leaf) => (typeof leaf === 'string' ? script.replace('\u001b', '') : leaf)),
    response: (response) => withHeader(response, 'X-Evil', '<script>alert(2)</script>|`'),
  });
  const other = mutated(null, { response: (response) => withText(response, () => `\u001b[2J${script}`) });
  for (const one of [hostile, other]) {
    const { out, file } = await compared(await serving(), await serving([one]), args);
    const html = file('compare.html');
    expect(html).toContain('&lt;script>alert(');
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain("default-src 'none'");
    for (const text of [out, file('compare.md')]) {
      expect(text).not.toContain('\u001b');
      expect(text).not.toContain('\u202E');
    }
  }
});

test('a server that differs in something else each time bounds the report, and what is sent again', async () => {
  const noisy = mutated(null, {
    response: (response, { n }) =>
      Array.from({ length: 100 }, (_, index) => `X-${n}-${index}`).reduce(
        (all, name) => withHeader(all, name, 'x'),
        response,
      ),
  });
  const { comparison, file } = await compared(await serving(), await serving([noisy]), args);
  expect(comparison.differences.length + comparison.unstable.length).toBeLessThanOrEqual(300);
  expect(comparison.dropped).toBeGreaterThan(0);
  expect(file('compare.html').length).toBeLessThan(2_000_000);
});
