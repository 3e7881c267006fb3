import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlLine } from './reproduce.ts';

/** The words a shell makes of a line, with the credentials set as a user would. */
function words(line: string): readonly string[] {
  const env = { PATH: '/usr/bin:/bin', GETDATA_PASSWORD: 'it is $ecret' };
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }; ${line}`;
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

test('a method that curl does not choose by itself is named', () => {
  expect(words(curlLine({ method: 'PUT', url: 'http://h/', headers: [], body: null }))).toContain('-X');
});
