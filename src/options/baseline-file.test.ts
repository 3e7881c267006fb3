import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dayFlag } from '../base/days.ts';
import { ConfigError } from '../base/error.ts';
import { baselineOf, baselineText, parseBaseline } from './baseline-file.ts';

const F = 'getdata.baseline.json';
const entry = { rule: 'http.status', operation: 'Get_Inventory', binding: 'soap12', owner: 'Jo', reason: 'T-1' };
const known = { ...entry, expires: null };

function file(...lines: readonly string[]): string {
  return ['{', '  "knownFailures": [', ...lines, '  ]', '}'].join('\n');
}

function refusal(text: string): string {
  try {
    parseBaseline(F, text);
  } catch (error) {
    if (error instanceof Error && error.name === 'ConfigError') return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-baseline-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'ci'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('what is written has one entry per line and is read back, with the lines', () => {
  const tricky = { ...known, rule: 'a"}],{', reason: 'line\nbreak {"x": [', expires: '2030-06-30' };
  const text = baselineText([known, tricky], '/');
  expect(parseBaseline(F, text)).toEqual({
    file: F,
    entries: [
      { ...known, line: 4 },
      { ...tricky, line: 5 },
    ],
  });
  expect(text.split('\n')[3]).toContain('http.status');
  expect(JSON.parse(text).$schema).toMatch(/specs\/schemas\/baseline\.schema\.json$/);
  expect(parseBaseline(F, baselineText([], '/')).entries).toEqual([]);
});

test('accepted differences stand beside known failures, those of the endpoint without a cell', () => {
  const accepted = { difference: 'form status: 200 → 201', operation: 'Get_Inventory', binding: 'soap12' };
  const given = { owner: 'Jo', reason: 'T-1', expires: null };
  const ofEndpoint = { ...given, difference: 'wsdl element A: gone', operation: null, binding: null };
  const text = baselineText([{ ...accepted, ...given }, known, ofEndpoint], '/');
  expect(parseBaseline(F, text)).toEqual({
    file: F,
    entries: [{ ...known, line: 5 }],
    differences: [
      { ...accepted, ...given, line: 4 },
      { ...ofEndpoint, line: 6 },
    ],
  });
});

test('each line of an entry can be deleted, the last one too', () => {
  const lines = baselineText([known, { ...known, binding: 'soap11' }], '/').split('\n');
  for (const [line, left] of [
    [4, 'soap11'],
    [5, 'soap12'],
  ] as const) {
    const text = lines.toSpliced(line - 1, 1).join('\n');
    expect(parseBaseline(F, text).entries).toEqual([{ ...known, binding: left, line: 4 }]);
  }
  const none = lines.toSpliced(3, 2).join('\n');
  expect(parseBaseline(F, none).entries).toEqual([]);
});

test('the line of an entry is where it begins, whatever the file looks like', () => {
  const spread = JSON.stringify({ knownFailures: [known, { ...known, binding: 'soap11' }] }, null, 2).replaceAll(
    /,\s*"expires": null/g,
    '',
  );
  expect(parseBaseline(F, spread).entries.map(({ line }) => line)).toEqual([3, 10]);
  expect(parseBaseline(F, `\uFEFF{"knownFailures": [${JSON.stringify(entry)}]}`).entries[0]?.line).toBe(1);
});

const good = `    ${JSON.stringify(entry)}`;

test.each([
  ['', `${F} is not JSON: it is empty`],
  [file(good, good), `${F} is not JSON: a comma is missing in line 4, column 5`],
  ['[]', `${F}: the file is an empty array; expected an object`],
  ['{}', `${F}: the file has no 'knownFailures'; expected one`],
  ['{"knownfailures": []}', `${F}: unknown key 'knownfailures'; did you mean 'knownFailures'?`],
  ['{"knownFailures": [], "x": 1}', `${F}: unknown key 'x'; expected one of $schema, ruleSet, knownFailures`],
  [
    file(`${good},`, good.replace('"owner"', '"ownr"')),
    `${F} line 4: unknown key 'ownr' in knownFailures[1]; did you mean 'owner'?`,
  ],
  [
    file(`${good},`, good.replace('"owner"', '"until": "2030-01-01", "owner"')),
    `${F} line 4: unknown key 'until' in knownFailures[1]; expected one of rule, difference, operation, binding, owner, reason, expires, flaky`,
  ],
  [
    file(good.replace('"owner"', '"expirs": "2030-01-01", "owner"')),
    `${F} line 3: unknown key 'expirs' in knownFailures[0]; did you mean 'expires'?`,
  ],
  [file(good.replace('"Jo"', '" "')), `${F} line 3: owner is ' '; expected a text`],
  [file(good.replace('"T-1"', '7')), `${F} line 3: knownFailures[0].reason is 7; expected a string`],
  [
    file(good.replace('"T-1"', '"T-1", "expires": "30.6.2030"')),
    `${F} line 3: expires is '30.6.2030'; expected a day of the calendar as YYYY-MM-DD`,
  ],
  [
    file(good.replace('"T-1"', '"T-1", "expires": "2030-02-30"')),
    `${F} line 3: expires is '2030-02-30'; expected a day of the calendar as YYYY-MM-DD`,
  ],
  [
    file(`${good},`, `${good.replace('"T-1"', '"T-2"')}`),
    `${F} line 4: http.status@Get_Inventory/soap12 is there already, on line 3; expected it once`,
  ],
  [
    file(good.replace('"rule":"http.status",', '')),
    `${F} line 3: knownFailures[0] has neither a 'rule' nor a 'difference'; expected one`,
  ],
  [
    file(good.replace('"rule"', '"difference":"data answer: x","rule"')),
    `${F} line 3: knownFailures[0] has a 'rule' and a 'difference'; expected one`,
  ],
  [
    file(good.replace('"rule"', '"diference"')),
    `${F} line 3: unknown key 'diference' in knownFailures[0]; did you mean 'difference'?`,
  ],
  [
    file(good.replace('"operation":"Get_Inventory",', '')),
    `${F} line 3: knownFailures[0] has no 'operation'; expected one`,
  ],
  [
    file(good.replace('"rule"', '"difference"').replace('"binding":"soap12",', '')),
    `${F} line 3: knownFailures[0] has no 'binding'; expected one`,
  ],
  [
    file(`${good.replace('"rule"', '"difference"')},`, good.replace('"rule"', '"difference"')),
    `${F} line 4: http.status@Get_Inventory/soap12 is there already, on line 3; expected it once`,
  ],
])('%s is refused in one sentence', (text, sentence) => {
  expect(refusal(text)).toBe(sentence);
});

test('the flag counts from the current folder and beats the key, which counts from the config file', () => {
  const text = (owner: string) => baselineText([{ ...known, owner }], '/');
  const folder = folderWith({ 'a.json': text('of the flag'), 'ci/b.json': text('of the key') });
  const config = { file: 'ci/getdata.config.json', text: '{"baseline": "b.json"}' };
  expect(baselineOf(folder, 'a.json', config)).toMatchObject({ file: 'a.json', entries: [{ owner: 'of the flag' }] });
  expect(baselineOf(folder, undefined, config)).toMatchObject({
    file: 'ci/b.json',
    entries: [{ owner: 'of the key' }],
  });
  const absolute = { ...config, text: JSON.stringify({ baseline: join(folder, 'a.json') }) };
  expect(baselineOf(folder, undefined, absolute)).toMatchObject({ entries: [{ owner: 'of the flag' }] });
  expect(baselineOf(folder, undefined, { ...config, text: '{}' })).toBeNull();
  expect(baselineOf(folder, undefined, null)).toBeNull();
  expect(() => baselineOf(folder, 'none.json', null)).toThrow(
    "the baseline none.json can't be read: there is no such file",
  );
  expect(() => baselineOf(folder, 'ci', null)).toThrow("the baseline ci can't be read: it is a folder");
});

test.each(['2030-13-01', '2029-02-29', '30-01-01', 'tomorrow', '2030-01-01T00:00', ''])(
  '%j is not a day of the calendar',
  (text) => {
    expect(() => dayFlag('--expires', text)).toThrow(
      `--expires is '${text}'; expected a day of the calendar as YYYY-MM-DD`,
    );
  },
);

test('a leap day is a day', () => {
  expect([dayFlag('--expires', '2028-02-29'), dayFlag('--expires', undefined)]).toEqual(['2028-02-29', null]);
});

test('a file names its rule set, and what comes and goes has a last day', () => {
  const flaky = { ...known, expires: '2030-01-31', flaky: true } as const;
  const text = baselineText([flaky], '/', '2026.11');
  const read = parseBaseline(F, text);
  expect(read.ruleSet).toBe('2026.11');
  expect(read.entries).toEqual([{ ...flaky, line: expect.any(Number) }]);
  expect(() => parseBaseline(F, text.replace('"expires": "2030-01-31", ', ''))).toThrow(
    /line \d+: knownFailures\[0\] is an object; it must have property expires when property flaky is present$/,
  );
  expect(() => parseBaseline(F, text.replace('"flaky": true', '"flaky": false'))).toThrow(/flaky is false/);
});

test('a file that is longer than what is read is not made', () => {
  const many = Array.from({ length: 20_000 }, () => ({ ...known, reason: 'x'.repeat(200) }));
  expect(() => baselineText(many, '/')).toThrow(
    new ConfigError('the baseline would have 20000 entries and 6 MiB; expected 4 MiB at most'),
  );
});
