import { expect, test } from 'vitest';
import { invocationOf, obeysCommands, wantsColor } from './output.ts';

test.each([
  ['installed for all', '/usr/local/bin/getdata-conformance', 'getdata-conformance'],
  ['in a project, by npx or npm exec', '/work/app/node_modules/.bin/getdata-conformance', 'npx getdata-conformance'],
  [
    'from a tarball by npx, which keeps it elsewhere',
    '/home/me/.npm/_npx/4f/node_modules/.bin/getdata-conformance',
    'node /home/me/.npm/_npx/4f/node_modules/.bin/getdata-conformance',
  ],
  ['in another project', '/work/b/node_modules/.bin/getdata-conformance', '../b/node_modules/.bin/getdata-conformance'],
  ['by its path', '/work/app/dist/cli/main.js', 'node dist/cli/main.js'],
  ['by a path with a space', '/opt/my tools/dist/cli/main.js', "node '/opt/my tools/dist/cli/main.js'"],
])('%s, printed commands begin as the user began', (_how, script, tool) => {
  expect(invocationOf({ script, folder: '/work/app' })).toBe(tool);
});

test('in a subfolder of the project npx finds it too', () => {
  const script = '/work/app/node_modules/.bin/getdata-conformance';
  expect(invocationOf({ script, folder: '/work/app/ci' })).toBe('npx getdata-conformance');
});

test('if it is unknown how it was started, its name is used', () => {
  expect(invocationOf({ folder: '/work/app' })).toBe('getdata-conformance');
});

test.each([
  [{ terminal: true, env: { TERM: 'xterm' } }, true, true],
  [{ terminal: true, env: {} }, true, true],
  [{ terminal: true, env: { NO_COLOR: '1' } }, true, false],
  [{ terminal: true, env: { TERM: 'dumb' } }, false, false],
  [{ terminal: false, env: { TERM: 'xterm' } }, false, false],
])('%j moves the cursor: %j, colours: %j', (io, moves, colours) => {
  expect([obeysCommands(io), wantsColor(io, true), wantsColor(io, false)]).toEqual([moves, colours, false]);
});
