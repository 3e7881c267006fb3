import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variations } from './reference/variations/variations.ts';
import { rules } from './rules/rules.ts';

const root = new URL('..', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

/** Standard → section → title. */
const standards: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  read('fixtures/clients/standards.json'),
);

/** `RFC 9110, sections 8.4 and 8.4.1` and `WS-I Basic Profile 1.1, R1005`, with what stands before: the name of the standard. */
const CITED =
  /(.{0,40}?),? (?:sections? (?=\d)|(?=R\d{4}))((?:R?\d[\d.]*\d|\d)(?:(?:,| and|, and) (?:R\d{4}|\d[\d.]*\d|\d)(?![\w*]))*)/g;

/** The citations in a text that lead nowhere. Comments and strings over several lines are one text. */
function misfits(text: string): readonly string[] {
  const joined = text.replaceAll(/' \+\s*'/g, '').replaceAll(/\s*\n\s*(?:\/\/|\*)?\s*/g, ' ');
  return [...joined.matchAll(CITED)].flatMap(([cited, before = '', sections = '']) => {
    const name = before.replace('XML Schema 1.0', 'XML Schema');
    const standard = Object.keys(standards).findLast((one) => name.endsWith(one));
    const unknown = sections
      .split(/,? and |, /)
      .filter((section) => standards[standard ?? '']?.[section] === undefined);
    return unknown.length === 0 ? [] : [`${cited.trim()}: ${unknown.join(', ')}`];
  });
}

test.each([
  ['RFC 9110, section 8.3', []],
  ["'SOAP 1.1, sections 4.2.3 and 4.4.1; WS-I Basic Profile 1.1, R1005 and R1006'", []],
  ['// (XML Schema 1.0 Part 2,\n  // sections 3.3.16, 3.3.17 and 4.3.6)', []],
  ['SOAP 1.2, section 5.4', ['SOAP 1.2, section 5.4: 5.4']],
  ['RFC 9110, sections 8.3 and 99.1', ['RFC 9110, sections 8.3 and 99.1: 99.1']],
  ['WS-I Basic Profile 1.1, R1', []],
  ['WS-I Basic Profile 1.1, R9999', ['WS-I Basic Profile 1.1, R9999: R9999']],
])('in "%s" these lead nowhere: %j', (text, expected) => {
  expect(misfits(text)).toEqual(expected);
});

test('every section of a standard that src/ cites is in the table of contents of that standard', () => {
  const files = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && file !== 'standards.test.ts')
    .map((file) => `src/${file}`);
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => misfits(read(file)).map((one) => `${file}: ${one}`))).toEqual([]);
});

test('so is every one that a rule or a variation names', () => {
  const named = [...rules.flatMap(({ standard }) => standard ?? []), ...variations.map(({ why }) => why)];
  expect(named.flatMap(misfits)).toEqual([]);
});
