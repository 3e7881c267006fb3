import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { cellOf } from '../../reference/variations/target.fixture.ts';
import { rules } from '../../rules/rules.ts';
import { sampleFinding } from '../results.fixture.ts';
import { againCommand, allAgainCommand, curlLine, recordedFinding } from './finding.ts';

const contract = loadContract(defaultNamespace());
const finding = { rule: 'value.int', operation: 'A', binding: 'soap11' } as const;

/** The words a shell makes of a line, with the credentials set as a user would. */
function words(line: string): readonly string[] {
  const env = { PATH: '/usr/bin:/bin', GETDATA_PASSWORD: 'it is $ecret' };
  const script = `said() { for word in "$@"; do printf '%s\\0' "$word"; done; }; ${line.replace(/^\S+/, 'said')}`;
  return execFileSync('sh', ['-c', script], { env }).toString().split('\0').slice(0, -1);
}

test('a curl line survives the shell: quotes, dollars and placeholders', () => {
  const body = `<Make>O'Brien $HOME "x"</Make><Password>\${GETDATA_PASSWORD}</Password>`;
  const line = curlLine({ method: 'POST', url: 'http://h/getData.asmx', headers: [['SOAPAction', '"urn:x"']], body });
  expect(words(line)).toEqual([
    '-i',
    '-H',
    'SOAPAction: "urn:x"',
    '--data-binary',
    `<Make>O'Brien $HOME "x"</Make><Password>it is $ecret</Password>`,
    'http://h/getData.asmx',
  ]);
});

test('a body or address of a stranger makes curl read no file and send only one request', () => {
  const address = 'http://h/getData.asmx/X?a=[1-99]{b,c}';
  const line = curlLine({ method: 'POST', url: address, headers: [['Content-Length', '12']], body: '@/etc/passwd' });
  expect(words(line)).toEqual(['-i', '-g', '--data-raw', '@/etc/passwd', address]);
});

test('a method that curl does not choose by itself is named', () => {
  expect(words(curlLine({ method: 'POST', url: 'http://h/', headers: [], body: null }))).toContain('POST');
  expect(words(curlLine({ method: 'GET', url: 'http://h/', headers: [], body: 'a' }))).toContain('GET');
  expect(words(curlLine({ method: 'PUT', url: 'http://h/', headers: [], body: null }))).toContain('-X');
});

test('curl sends a field without a value, none of its own, the version and the end of the connection', () => {
  const request = {
    method: 'GET',
    url: 'http://h/',
    headers: [
      ['X-A', ''],
      ['User-Agent', ''],
    ],
    body: null,
  } as const;
  expect(words(curlLine(request))).toEqual(['-i', '-H', 'X-A;', '-H', 'User-Agent:', 'http://h/']);
  expect(words(curlLine({ ...request, headers: [] }, { version: '1.0' }))).toEqual(['-i', '--http1.0', 'http://h/']);
  expect(curlLine(request, { target: 'absolute' })).toContain("--request-target 'http://h/'");
  expect(curlLine(request, { alone: true })).toContain("-H 'Connection: close'");
  expect(curlLine(request, { host: 'with-port' })).toContain("-H 'Host: h:80'");
  const fields = [
    ['Accept-Encoding', ''],
    ['Content-Length', '0'],
  ] as const;
  expect(curlLine({ ...request, headers: fields })).toContain("-H 'Accept-Encoding:' -H 'Content-Length: 0'");
});

test.each([
  ['request.header-fields', { order: 'host-last' }, 0, 'an order of header fields'],
  ['request.header-fields', { names: 'upper' }, 0, 'the names of header fields'],
  ['request.header-fields', { space: 'none' }, 0, 'one space after the colons'],
  ['request.delivery', { firstPacket: 10 }, 0, 'packets'],
  ['http.content-length', undefined, 2, 'the announced length'],
  ['request.delivery', { alone: true }, 0, null],
] as const)('%s with %j and %i bytes too many: %s', (id, delivery, surplus, said) => {
  const rule = rules.find((one) => one.id === id);
  const { exchange, call } = sampleFinding();
  const response = { ...exchange.response, surplus };
  const problems = [{ code: 'c', text: 't', location: null, expected: 'e', actual: 'a' }] as const;
  if (rule === undefined || !('body' in response)) throw new Error('there is none');
  const shown = { call, problems, exchange: { ...exchange, response } };
  const made = recordedFinding(rule, cellOf('Get_Inventory', 'soap12'), shown, {
    ...{ contract, redact: (text: string) => text, command: '', delivery },
  });
  const [line] = /^# curl does not show this: .*/.exec(made.reproduce.curl) ?? [];
  expect(line?.includes(said ?? '') ?? null).toBe(said === null ? null : true);
});

test('a replay command survives the shell and names the target; of the embedded server there is none to name', () => {
  const target = "https://h.example/it's $HOME;`x`&";
  const line = againCommand('my reports/results.json', finding, target);
  expect(words(line)).toEqual(['replay', 'my reports/results.json', 'value.int@A/soap11', '--target', target]);
  expect(againCommand('r.json', finding, 'embedded reference server')).toBe(
    "getdata-conformance replay r.json 'value.int@A/soap11'",
  );
});

test('a command names the config file of the run, also where it is made again for a copy of the results', () => {
  const config = 'my config.json';
  const command = againCommand('r.json', { ...finding, config }, 'http://h.example');
  expect(words(command).slice(-2)).toEqual(['--config', config]);
  const moved = againCommand('copy.json', { ...finding, reproduce: { command } }, 'http://h.example');
  expect(words(moved)).toEqual(words(command).map((word) => (word === 'r.json' ? 'copy.json' : word)));
  const run = againCommand('r.json', { ...finding, rule: 'data.listed-accepted', config }, 'http://h.example');
  expect(words(run).slice(-2)).toEqual(['--config', config]);
});

test('a finding that only several calls show is shown again by a run of its cells', () => {
  const of = (operation: string) => ({ ...finding, rule: 'data.listed-accepted', operation });
  const target = 'http://h.example';
  const command = againCommand('my reports/results.json', of('A'), target);
  const selected = ['--operations', 'A', '--bindings', 'soap11', '--fail-on', 'recommended'];
  const reports = ['--reports', 'my reports/again'];
  expect(words(command)).toEqual(['run', target, '--rerun-failed', 'my reports/results.json', ...selected, ...reports]);
  expect(againCommand('r.json', of('A'), 'embedded reference server')).toContain(
    ' run --embedded --rerun-failed r.json ',
  );
  // One whose answer depends on a single call before it can be sent again.
  expect(againCommand('r.json', { ...of('A'), rule: 'response.own-call', before: {} }, target)).toContain(' replay ');
  const [one, other] = ['A', 'B'].map((name) => sampleFinding({ ...of(name), reproduce: { command, curl: '' } }));
  if (one === undefined || other === undefined) throw new Error('there are two');
  const all = allAgainCommand({ cause: 'c', smallest: one, findings: [one, other] });
  expect(all).toBe(command.replace('--operations A ', '--operations A,B '));
});
