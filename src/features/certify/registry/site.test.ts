import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folderOf } from '../../../results/target-folder.ts';
import { parseXml } from '../../../xml/parse.ts';
import { newPlace, ofVersion, put, stranger, trusted } from './registry.fixture.ts';

const badges = /aria-label="GetData Web Service: (\w+)"/;

test('a statement is valid, expiring in its last 30 days, expired after its last one; page, badge and JSON say so', async () => {
  const { at, build, text } = newPlace();
  put(at('one'));
  const name = folderOf('https://host.example/path');
  for (const [day, state] of [
    ['2026-12-15', 'valid'],
    ['2027-10-22', 'valid'],
    ['2027-10-23', 'expiring'],
    ['2027-11-21', 'expiring'],
    ['2027-11-22', 'expired'],
  ] as const) {
    const { registry } = await build(day);
    expect([day, registry.statements.map((one) => one.state)]).toEqual([day, [state]]);
    expect(text('index.html')).toMatch(new RegExp(`<td class="\\w+"[^>]*>${state}</td><td[^>]*>21 Nov 2027</td>`));
    expect(text(`targets/${name}.html`)).toContain(`<h1>${state}</h1>`);
    for (const file of [`${name}.svg`, `${name}/2026.11-0.1.0.svg`])
      expect(badges.exec(text(`badges/${file}`))?.[1]).toBe(state);
    expect(JSON.parse(text('registry.json'))).toMatchObject(registry);
  }
});

test("a waiver's last day ends a statement before its validity does", async () => {
  const { at, build, text } = newPlace();
  const verdicts = { 'record.field-order@Get_Inventory/soap12': 'fail' } as const;
  const known = [
    { rule: 'record.field-order', operation: 'Get_Inventory', binding: 'soap12', expires: '2027-01-31' },
  ] as const;
  put(at('one'), { run: { verdicts, known } });
  const { registry } = await build('2027-02-01');
  expect(registry.statements).toMatchObject([{ state: 'expired', result: 'WARNED', ends: { day: '2027-01-31' } }]);
  expect(text(`targets/${folderOf('https://host.example/path')}.html`)).toContain(
    '2027-01-31 is the last day of the waiver of record.field-order@Get_Inventory/soap12.',
  );
});

test('a newer statement of the same target and rule set supersedes, another target or a revoked one does not', async () => {
  const { at, build, text } = newPlace();
  put(at('a'));
  put(at('b'), { startedAt: '2026-12-01T08:00:00.000Z' });
  put(at('c'), { startedAt: '2026-12-05T08:00:00.000Z', revoked: 'the build was another' });
  put(at('..', 'd'), { target: 'https://other.example' });
  symlinkSync(at('..', 'd'), at('d'));
  const { registry } = await build();
  const states = registry.statements.map(({ file, state, supersededBy }) => [file, state, supersededBy]);
  const b = registry.statements.find(({ file }) => file === 'b/statement.json')?.digest;
  expect(states.toSorted()).toEqual([
    ['a/statement.json', 'superseded', b],
    ['b/statement.json', 'valid', null],
    ['c/statement.json', 'revoked', null],
    ['d/statement.json', 'valid', null],
  ]);
  const page = text(`targets/${folderOf('https://host.example/path')}.html`);
  expect(page).toContain('<h1>valid</h1>');
  expect(page).toContain('Revoked on 2026-12-01: the build was another');
  expect(page).toContain(`Superseded by ${b?.slice(0, 8)}.`);
});

test('there is a badge for each rule set and version; it is XML and tells superseded and revoked ones', async () => {
  const { at, build, text } = newPlace();
  put(at('a'), { forge: ofVersion('0.0.9') });
  put(at('b'), { startedAt: '2026-12-01T08:00:00.000Z' });
  put(at('c'), { target: 'https://other.example', revoked: 'withdrawn' });
  await build();
  const stateOf = (file: string) => {
    const svg = text(`badges/${file}`);
    expect(parseXml(svg)).toMatchObject({ kind: 'document' });
    return badges.exec(svg)?.[1];
  };
  const [host, other] = ['https://host.example/path', 'https://other.example'].map(folderOf);
  expect(stateOf(`${host}.svg`)).toBe('valid');
  expect(stateOf(`${host}/2026.11-0.1.0.svg`)).toBe('valid');
  expect(stateOf(`${host}/2026.11-0.0.9.svg`)).toBe('superseded');
  expect(stateOf(`${other}.svg`)).toBe('revoked');
  expect(text(`badges/${other}.svg`)).toContain('>Revoked on 2026-12-01, ends 2027-11-21</text>');
});

test('a statement of another version holds by its signature alone, and the page says so', async () => {
  const { at, build, text } = newPlace();
  put(at('old'), { forge: ofVersion('0.0.9') });
  const { registry } = await build();
  expect(registry.statements).toMatchObject([{ suite: '0.0.9', judged: false, state: 'valid' }]);
  expect(text(`targets/${folderOf('https://host.example/path')}.html`)).toContain('only version 0.0.9 can judge');
});

test('a copy without the revocation does not make a revoked statement valid', async () => {
  const { at, build } = newPlace();
  put(at('a'));
  put(at('b'), { revoked: 'withdrawn' });
  put(at('c'));
  const { registry } = await build();
  expect(registry.statements.map(({ file, state }) => [file, state])).toEqual([['b/statement.json', 'revoked']]);
  expect(registry.leftOut).toEqual([
    'a/statement.json is left out: it is the same statement as b/statement.json',
    'c/statement.json is left out: it is the same statement as b/statement.json',
  ]);
});

test('only the first 10,000 folders are read, and a note says so', async () => {
  const { at, build, text } = newPlace();
  for (let number = 0; number <= 10_000; number += 1) mkdirSync(at(`x${number}`), { recursive: true });
  const { registry } = await build();
  expect(registry.leftOut).toHaveLength(10_001);
  expect(registry.leftOut[0]).toBe('all holds 10001 folders; 1 of them were not read');
  expect(text('index.html').length).toBeLessThan(100_000);
});

test('what is no longer in the folder, or by no trusted key, leaves no page and no badge', async () => {
  const { at, build } = newPlace();
  put(at('a'));
  put(at('b'), { target: 'https://other.example', key: stranger });
  await build('2026-12-15', [trusted.publicKey, stranger.publicKey]);
  expect(readdirSync(at('site', 'targets'))).toHaveLength(2);
  await build();
  expect(readdirSync(at('site', 'targets'))).toEqual([`${folderOf('https://host.example/path')}.html`]);
  expect(readdirSync(at('site', 'badges'))).toHaveLength(2);
});

test('a build that fails leaves the pages of the one before', async () => {
  const { at, build, text } = newPlace();
  put(at('a'));
  await build();
  const name = folderOf('https://host.example/path');
  rmSync(at('site/index.html'));
  mkdirSync(at('site/index.html/x'), { recursive: true });
  await expect(build()).rejects.toThrow(/index\.html could not be written: a folder is in its place$/);
  expect(text(`targets/${name}.html`)).toContain('<h1>valid</h1>');
  expect(badges.exec(text(`badges/${name}.svg`))?.[1]).toBe('valid');
});

test('two builds at once both end well, and a full disk’s empty site does not stop the next one', async () => {
  const { at, build } = newPlace();
  put(at('a'));
  mkdirSync(at('site'));
  await Promise.all([build(), build(), build()]);
  expect(readdirSync(at('site', 'badges'))).toHaveLength(2);
  writeFileSync(at('site/badges/x.svg.tmp'), 'another process is writing it');
  await build();
  expect(existsSync(at('site/badges/x.svg.tmp'))).toBe(true);
});

test('a folder that is missing or empty, or whose site is not ours, is refused, and nothing is deleted', async () => {
  const { at, build } = newPlace();
  await expect(build()).rejects.toThrow("the folder 'all' can't be read: there is no such file");
  mkdirSync(at('site', 'targets'), { recursive: true });
  await expect(build()).rejects.toThrow(
    'all/site was not written by registry build, which would replace it; move it away',
  );
  expect(existsSync(at('site', 'targets'))).toBe(true);
  rmSync(at('site'), { recursive: true });
  await expect(build()).rejects.toThrow(
    /^all holds no folder with a statement; `certify --out all\/<name>` writes one$/,
  );
});
