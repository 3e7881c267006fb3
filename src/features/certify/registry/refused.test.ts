import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sealed } from '../envelope.ts';
import { newPlace, ofVersion, put, stranger, trusted } from './registry.fixture.ts';

type Make = (x: string) => unknown;

/** Writes a text or bytes in place of a file of an honest statement. */
const instead =
  (file: string, content: string | Buffer): Make =>
  (x) => {
    put(x);
    writeFileSync(join(x, file), content);
  };

/** A hole of a terabyte, which takes no room on the disk. */
const huge =
  (file: string): Make =>
  (x) => {
    put(x);
    writeFileSync(join(x, file), '');
    truncateSync(join(x, file), 2 ** 40);
  };

const edited =
  (from: string, to: string): Make =>
  (x) =>
    put(x, { forge: (statement) => JSON.parse(JSON.stringify(statement).replace(from, to)) });

/** Folders that are left out, each with its sentence. */
const refused: readonly (readonly [string, Make, RegExp])[] = [
  ['empty', (x) => mkdirSync(x), /^empty\/statement\.json can't be read: there is no such file$/],
  [
    'no results',
    (x) => {
      put(x);
      rmSync(join(x, 'results.json'));
    },
    /^no results\/results\.json can't be read: there is no such file$/,
  ],
  ['folder', (x) => mkdirSync(join(x, 'statement.json'), { recursive: true }), /it is a folder$/],
  [
    'pipe',
    (x) => {
      mkdirSync(x);
      execFileSync('mkfifo', [join(x, 'statement.json')]);
    },
    /it is not a regular file$/,
  ],
  ['huge', huge('statement.json'), /MiB long; expected 4 MiB at most$/],
  ['huge results', huge('results.json'), /results\.json is \d+ MiB long; expected \d+ MiB at most/],
  ['huge revocation', huge('revocation.json'), /revocation\.json is \d+ MiB long; expected 4 MiB at most$/],
  ['cut', instead('statement.json', '{"payload":'), /cut\/statement\.json is left out: it is not a DSSE envelope$/],
  ['deep', instead('statement.json', '['.repeat(1e6)), /it is not a DSSE envelope$/],
  ['long', instead('statement.json', hostileEnvelope()), /^\P{Cc}{600,640}$/u],
  ['wrong key', (x) => put(x, { key: stranger }), /left out: it names the key [0-9a-f]{64}, but the key given is/],
  ['changed results', instead('results.json', '{}'), /they were changed, or are of another run$/],
  ['signed number', instead('statement.json', sealed('1', trusted.privateKey)), /its _type is no text/],
  [
    'signed lie',
    (x) => put(x, { forge: (s) => ({ ...s, predicate: { ...s.predicate, warnedTests: ['x'] } }) }),
    /it is not what the results say: predicate\.warnedTests\[0\] is "x", should be missing$/,
  ],
  [
    'odd parts',
    (x) => put(x, { forge: (s) => ({ ...s, predicate: { ...s.predicate, passedTests: 1 } }) }),
    /it is not a statement that certify writes: predicate\.passedTests is 1; expected an array$/,
  ],
  ['no target', (x) => put(x, { forge: (s) => ({ ...s, subject: [{ name: 'x' }] }) }), /which target it is about$/],
  ['no version', edited('pkg:npm/getdata', 'pkg:npm/other'), /which version of the suite ran$/],
  [
    'later than now',
    (x) =>
      put(x, { forge: (s) => JSON.parse(JSON.stringify(ofVersion('0.0.9')(s)).replace('2026-11-21T', '2026-12-21T')) }),
    /left out: its run begins in the future$/,
  ],
  [
    'mixed scripts',
    (x) => put(x, { target: 'https://xn--pple-43d.example', forge: ofVersion('0.0.9') }),
    /mixes scripts in 'аpple', as names that imitate others do$/,
  ],
  ['no day', edited('"startedAt"', '"began"'), /when the run was$/],
  [
    'foreign revocation',
    (x) => put(x, { revoked: 'spite', revoker: stranger }),
    /revocation\.json next to it is not a revocation: it names the key/,
  ],
  [
    'unsigned revocation',
    instead('revocation.json', '{}'),
    /next to it is not a revocation: it is not a DSSE envelope$/,
  ],
  [
    'revocation of another',
    (x) => {
      put(x, { days: 1, revoked: 'other' });
      put(x);
    },
    /next to it is not a revocation of this statement$/,
  ],
  ['same again', (x) => put(x), /^same again\/statement\.json is left out: it is the same statement as good\//],
];

function hostileEnvelope(): string {
  const payloadType = 'a\u001b[2J\n'.repeat(1e5);
  return JSON.stringify({ payload: '', payloadType, signatures: [{ keyid: '', sig: '' }] });
}

test('what does not verify is named in one sentence each, and the rest is built', async () => {
  const { at, build, text } = newPlace();
  put(at('good'));
  for (const [name, make] of refused) make(at(name));
  writeFileSync(at('stray.json'), '{}');
  const { registry } = await build();
  expect(registry.statements.map(({ file, state }) => [file, state])).toEqual([['good/statement.json', 'valid']]);
  const sorted = refused.toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(registry.leftOut).toEqual(sorted.map(([, , sentence]) => expect.stringMatching(sentence)));
  expect(text('index.html')).toContain('Left out');
});
