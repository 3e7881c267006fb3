import { beforeAll, expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { collectLater } from '../garbage.fixture.ts';
import { documentShapes, stringNames } from './answer-shape.ts';

const contract = loadContract('http://dealer.example/webservices/');
const strings = stringNames(contract);
const shapeOf = documentShapes(strings);

function shape(text: string): number {
  const found = shapeOf(text);
  if (found === null) throw new Error(`${text} has no shape`);
  return found;
}

beforeAll(() => {
  // Tags that other files read are in the cache. The first document after it is full empties it, and equal tags differ
  // once. This fills it, so that it is emptied now and not between two documents that are compared.
  shape(`<a>${Array.from({ length: 1_001 }, (_, at) => `<t${at}/>`).join('')}</a>`);
});

test('a name is of a string only where no field, item or record of that name is anything else', () => {
  expect(strings.has('Title')).toBe(true);
  for (const name of contract.records.keys()) expect(strings.has(name), name).toBe(false);
  for (const { fields } of contract.records.values()) {
    for (const { name, content } of fields) {
      if (content.kind !== 'simple' || content.type !== 'string') expect(strings.has(name), name).toBe(false);
    }
  }
});

test.each([
  ['texts of a string', '<a><Title>x</Title></a>', '<a><Title>12</Title></a>'],
  ['long texts', '<a><b>some text</b></a>', '<a><b>other</b></a>'],
  ['numbers that any integer type takes', '<a><b>2</b></a>', '<a><b>-30</b></a>'],
  ['how long a list is', '<a><b/><b/></a>', '<a><b/><b/><b/></a>'],
  ['the order of items', '<a><b><c/></b><b>1</b></a>', '<a><b>1</b><b><c/></b><b>1</b></a>'],
  ['white space between elements', '<a><b/><c/></a>', '<a> <b/> <c/> </a>'],
])('%s make no other shape', (_name, one, other) => {
  expect(shape(one)).toBe(shape(other));
});

test.each([
  ['what is a boolean', '<a><b>1</b></a>', '<a><b>2</b></a>'],
  ['numbers that may be too large', '<a><b>2147483647</b></a>', '<a><b>2147483648</b></a>'],
  ['white space around a number', '<a><b>                         1</b></a>', '<a><b>word</b></a>'],
  ['white space around a boolean', '<a><b> true </b></a>', '<a><b>word</b></a>'],
  ['text between elements', '<a><b/><c/></a>', '<a><b/>x<c/></a>'],
  ['one item among others', '<a><b/><b/></a>', '<a><b/><b>word</b></a>'],
  ['the order of fields', '<a><b/><c/></a>', '<a><c/><b/></a>'],
  ['a word of another type', '<a><b>true</b></a>', '<a><b>text</b></a>'],
  ['names', '<a><b/></a>', '<a><c/></a>'],
  ['namespaces', '<a xmlns="u"><b/></a>', '<a xmlns="u"><b xmlns=""/></a>'],
  ['attributes', '<a><b/></a>', '<a><b c="1"/></a>'],
  ['values of attributes', '<a b="1"/>', '<a b="2"/>'],
  ['what a string with attributes holds', '<a><Title b="">x</Title></a>', '<a><Title b="">1</Title></a>'],
  ['an empty string', '<a><Title>x</Title></a>', '<a><Title></Title></a>'],
  ['prefixes', '<a xmlns="u"><b/></a>', '<p:a xmlns:p="u"><p:b/></p:a>'],
  ['nesting', '<a><b/><c/></a>', '<a><b><c/></b></a>'],
  ['how many there are', '<a><b/></a>', '<a><b/><b/></a>'],
  ['an attribute that looks like another name', '<a b="1" c="2"/>', '<a b="1 c=2"/>'],
])('%s make another shape', (_name, one, other) => {
  expect(shape(one)).not.toBe(shape(other));
});

test.each([
  ['that is not written plainly', '<a><!-- b --></a>'],
  ['with a bad reference', '<a>&b;</a>'],
  ['with a character that XML has not', '<a>\u0001</a>'],
  ['that ends too early', '<a><b></b>'],
  ['that names a type', '<a xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:type="b"/>'],
])('a document %s has no shape', (_name, text) => {
  expect(shapeOf(text)).toBeNull();
});

test('a document of ever new names leaves little in memory, and has no shape', async () => {
  const shapeOf = documentShapes(stringNames(contract));
  const names = (from: number): string =>
    `<a>${Array.from({ length: 290_000 }, (_, at) => `<n${from}.${at.toString(36)}/>`).join('')}</a>`;
  await collectLater();
  const before = process.memoryUsage().heapUsed;
  const shapes = [1, 2, 3].map((from) => shapeOf(names(from)));
  await collectLater();
  expect(shapes).toEqual([null, null, null]);
  expect((process.memoryUsage().heapUsed - before) / 2 ** 20).toBeLessThan(MOST_LEFT_MB);
  expect(shapeOf('<a/>')).not.toBeNull();
});

/** A third of what was left when each tag kept the next one. */
const MOST_LEFT_MB = 80;
