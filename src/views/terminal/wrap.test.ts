import { expect, test } from 'vitest';
import { wrapped } from './wrap.ts';

test.each([
  ['a label', '   basis     one two three four five', 27, '   basis     one two three\n             four five'],
  ['a warning', '! one two three', 10, '! one two\n  three'],
  ['a number', '10. one two three', 12, '10. one two\n    three'],
  ['a first line without a mark', 'one two three', 8, 'one two\nthree'],
  ['colours, which take no space', '\u001b[31mone\u001b[39m two three', 8, '\u001b[31mone\u001b[39m two\nthree'],
  ['a word that is longer than a line', 'at http://host.example/path it is', 12, 'at\nhttp://host.example/path\nit is'],
  ['each line by itself', 'one two\nthree four five\n', 10, 'one two\nthree four\nfive\n'],
])('a long line of prose ends between words: %s', (_, text, columns, lines) => {
  expect(wrapped(text, columns)).toBe(lines);
});

test.each([
  '   again     npx getdata-conformance replay results.json',
  '             curl -i http://host.example/a',
  '             <soap:Envelope xmlns:soap="urn:a">a b c d</soap:Envelope>',
  '> <a b="c">d e f g h i j k l</a>',
  '│ Get_Inventory │ pass │ pass │',
  '\r1/80 cells, 79 left, 3 findings',
  'Check it with node dist/cli/main.js verify statement.json --key a.pub.pem',
  'what it means: getdata-conformance explain record.field-order',
])('what is copied, a table and progress stay whole: %s', (line) => {
  expect(wrapped(line, 20)).toBe(line);
});
