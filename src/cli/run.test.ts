import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, newFolder } from './cli.fixture.ts';

const secrets = {
  GETDATA_DEALER_ID: 'dealer-sesame',
  GETDATA_API_KEY: 'key-sesame',
  GETDATA_PASSWORD: 'password-sesame',
};

test('--dry-run shows what would be sent at most, cell by cell, and sends nothing', async () => {
  // Nobody listens there, so anything sent would show.
  const { exitCode, out } = await cli(['run', 'http://127.0.0.1:1', '--dry-run', '--profile', 'quick', '--rate', '5']);
  expect(exitCode).toBe(0);
  const lines = out.split('\n');
  expect(lines[0]).toBe('Dry run: nothing is sent to http://127.0.0.1:1.');
  expect(lines.filter((line) => /^ {2}\w+\/(soap1[12]|http-(get|post)) /.test(line))).toHaveLength(76);
  expect(out).toContain('at most 5 requests per second');
  expect(out).toContain('Written at the target: nothing: Add_toCart is called only with --include-writes.');
  const counts = [...out.matchAll(/^ {2}\S+ *\S* +(\d+)(?: |$)/gm)].map(([, count]) => Number(count));
  expect(counts.at(-1)).toBe(counts.slice(0, -1).reduce((sum, count) => sum + count, 0));
});

test('--dry-run with --certify names no seed: each run draws another', async () => {
  const { out } = await cli(['run', 'http://127.0.0.1:1', '--dry-run', '--certify']);
  expect(out).toContain('(profile standard, with a seed that each run draws)');
});

test('--dry-run counts writes if they are requested', async () => {
  const argv = ['run', 'http://127.0.0.1:1', '--dry-run', '--include-writes', '--operations', 'Add_toCart'];
  expect((await cli(argv)).out).toContain(
    'Written at the target: Add_toCart is called at most 12 times; nothing else changes state.',
  );
});

test('--dry-run lists each write with its values, and no secret', async () => {
  const folder = newFolder();
  const values = { ContactInfo: ["Jo's key-sesame\u202e"], ItemID: ['CONFIG-1'] };
  const samples = [{ operation: 'Add_toCart', values: { ItemID: 'SAMPLE-1' } }];
  writeFileSync(join(folder, 'getdata.config.json'), JSON.stringify({ values, samples }));
  const argv = ['run', 'http://far.example', '--dry-run', '--include-writes', '--bindings', 'soap11,http-get'];
  const { out } = await cli(argv, { folder, env: secrets });
  const writes = out.split('\n').filter((line) => line.startsWith('  Add_toCart: '));
  const learned = "learned, or 'CONFIG-1'";
  expect(writes.join()).toMatch(/SessionID='.{1,12}…' \(\d+ characters\);/);
  expect(writes.map((line) => [line.match(/ItemID=([^;]*)/)?.[1], line.match(/\(([^()]*)\)$/)?.[1]])).toEqual([
    ["'SAMPLE-1'", 'soap11, http-get'],
    [learned, 'soap11'],
    [learned, 'soap11'],
    [learned, 'http-get'],
    // An item that nobody has.
    [expect.stringMatching(/^'\w{10}'$/), 'http-get'],
  ]);
  expect(writes.every((line) => line.includes('DealerID=${GETDATA_DEALER_ID};'))).toBe(true);
  expect(out).toContain('Each binding gets 3 of these at most');
  expect(out).toContain('no --rate is set');
  expect(out).not.toMatch(/sesame|\u202e/);
  expect((await cli(['run', 'http://127.0.0.1:1', '--dry-run'])).out).not.toContain('Add_toCart: ');
});

test('a target where nobody listens is exit 4', async () => {
  const folder = newFolder();
  const reporters = ['--reporter', 'html,junit,markdown,ctrf,har,github'];
  const argv = ['run', 'http://127.0.0.1:1', '--timeout', '2000', ...reporters];
  const { exitCode, out, err } = await cli(argv, { env: secrets, folder });
  expect(exitCode).toBe(4);
  const last = out.trim().split('\n').at(-1) ?? '';
  expect(last).toMatch(
    /^error \(exit code 4\): http:\/\/127\.0\.0\.1:1 can't be reached: connect ECONNREFUSED .*Is it running, and is the address/,
  );
  expect(`${out}${err}`).not.toContain('sesame');
  const results: unknown = JSON.parse(readFileSync(join(folder, 'reports/results.json'), 'utf8'));
  expect(results).toMatchObject({ verdict: 'error', exitCode: 4, incomplete: true, findings: [], inconclusive: [] });
  const files = ['ctrf.json', 'exchanges.har', 'junit.xml', 'report.html', 'results.json', 'summary.md'];
  expect(readdirSync(join(folder, 'reports')).toSorted()).toEqual(files);
  const sentence = last.replace('error (exit code 4): ', '');
  expect(out).toContain(`::error title=GetData conformance%3A target not reached::${sentence}`);
  await cli(['keygen', 'key'], { folder });
  const certified = await cli(['certify', 'reports/results.json', '--key', 'key.pem'], { folder });
  expect([certified.exitCode, `${certified.out}${certified.err}`]).toEqual([
    1,
    expect.stringContaining('not certified: the target could not be reached'),
  ]);
});

test('credentials are in no output, wherever they come from', async () => {
  const folder = newFolder();
  writeFileSync(
    join(folder, 'getdata.config.json'),
    '{"credentials":{"password":"file-sesame"},"headers":{"X-Token":"token-sesame"}}',
  );
  const argv = ['run', 'http://jo:user-sesame@127.0.0.1:1', '--dry-run', '--header', 'X-Other: flag-sesame'];
  const { exitCode, out, err } = await cli(argv, { folder, env: secrets });
  expect(exitCode).toBe(0);
  expect(`${out}${err}`).not.toContain('sesame');
});
