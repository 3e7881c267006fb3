import { expect, test } from 'vitest';
import { recorded } from '../../runs/diff.fixture.ts';
import { excerptOf } from './excerpt.ts';

/** The lines of the excerpt as diff shows them. */
function excerpt(a: string, b: string, location: string | null, kind: 'data' | 'rules' = 'data') {
  const exchanges = { a: recorded('McatCodes/http-get', a).exchange, b: recorded('McatCodes/http-get', b).exchange };
  const example = { operation: 'McatCodes', binding: 'http-get', call: null, location, exchanges } as const;
  const signs = { a: '-', b: '+' };
  return excerptOf({ kind, a: 'b', b: 'c', example }).map(({ of, text }) => `${of === null ? ' ' : signs[of]} ${text}`);
}

const records = (...all: readonly string[]): string =>
  `<ArrayOfPart>${all.map((one) => `<Part>${one}</Part>`).join('')}</ArrayOfPart>`;

test('where the order differs, the parent has both children in the order of each side', () => {
  const [list, code] = ['<List><Item>1</Item></List>', '<Code>0</Code>'];
  const [a, b] = [`<R xmlns="urn:x">${code}${list}</R>`, `<R xmlns="urn:x">${list}${code}</R>`];
  const shown = ['  <R …>', '-   <Code>0</Code>', '    <List>', '  …', '+   <Code>0</Code>'];
  expect(excerpt(a, b, '/R/Code (line 1, column 40)')).toEqual(shown);
});

test('a value is shown by its element, in the record that has it, in whichever binding', () => {
  const [a, b] = [records('<Id>1</Id>', '<Id>2</Id>'), records('<Id>1</Id>', '<Id>3</Id>')];
  const enveloped = (text: string): string =>
    `<s:Envelope xmlns:s="u"><s:Header><x>1</x></s:Header><s:Body><Response>${text}</Response></s:Body></s:Envelope>`;
  const shown = ['  <Part>', '-   <Id>2</Id>', '+   <Id>3</Id>'];
  expect(excerpt(a, b, '[2].Id')).toEqual(shown);
  expect(excerpt(enveloped(a), enveloped(b), '[2].Id')).toEqual(shown);
  expect(excerpt(a, b, '/ArrayOfPart/Part[2]/Id')).toEqual(shown);
});

test('an item of a list, whose name the place does not have, is known by its value', () => {
  const [a, b] = ['<R><Code>0</Code><L><I>a</I><I>b</I></L></R>', '<R><Code>0</Code><L><I>a</I><I>c</I></L></R>'];
  expect(excerpt(a, b, '[1].L[2]')).toEqual(['  <L>', '    <I>a</I>', '-   <I>b</I>', '+   <I>c</I>']);
});

test('what one side lacks is shown in its parent, without what is far from it', () => {
  const fields = ['<A>1</A>', '<B>2</B>', '<C>3</C>', '<D>4</D>', '<E>5</E>'];
  const less = fields.filter((field) => !field.includes('D'));
  expect(excerpt(records(fields.join('')), records(less.join('')), '[1].D')).toEqual([
    '  <Part>',
    '  …',
    '    <C>3</C>',
    '-   <D>4</D>',
    '    <E>5</E>',
  ]);
});

test('of several records that differ it is the one that the difference is of', () => {
  const all = (...ids: readonly string[]) => records(...ids.map((id) => `<Id>${id}</Id>`));
  expect(excerpt(all('x', 'y', 'b'), all('x1', 'y1', 'c'), '[3].Id')).toEqual([
    '  <Part>',
    '-   <Id>b</Id>',
    '+   <Id>c</Id>',
  ]);
  const column = all('x', 'y').length + 1;
  expect(
    excerpt(all('x', 'y', 'z'), all('x1', 'y1', 'z1'), `/ArrayOfPart/Part/Id (line 1, column ${column})`, 'rules'),
  ).toEqual(['  <Part>', '-   <Id>z</Id>', '+   <Id>z1</Id>']);
});

test('a rule that is broken at a place of one side is shown with what the other has there', () => {
  const [a, b] = ['<R><Code>0</Code><List><I>1</I></List></R>', '<R><List><I>1</I></List><Code>0</Code></R>'];
  expect(excerpt(a, b, `/R/Code (line 1, column ${b.indexOf('<Code>') + 1})`, 'rules')).toEqual([
    '  <R>',
    '-   <Code>0</Code>',
    '    <List>',
    '  …',
    '+   <Code>0</Code>',
  ]);
});

test('other differences beside it are left out', () => {
  const [a, b] = ['<R><A/><B>1</B><C/></R>', '<R><A></A><B>1</B><Note>x</Note><C/></R>'];
  expect(excerpt(a, b, '/R/Note')).toEqual(['  <R>', '  …', '    <B>1</B>', '+   <Note>x</Note>', '    <C/>']);
});

test.each([null, '201', 'header Date', '/R/X/Y', '[7].Id', '[1]', 'line 1, column 3'])(
  'there is none for %j',
  (location) => {
    expect(excerpt('<R><Id>1</Id></R>', '<R><Id>1</Id></R>', location)).toEqual([]);
  },
);

test('16 KiB of hostile markup take no time', () => {
  for (const part of ['<a>', '<a/>', '<a', 'x\n']) {
    const body = part.repeat(16_384 / part.length);
    expect(excerpt(`<R>${body}`, `<R>${body}<b/>`, '/R/b').length).toBeLessThan(8);
  }
});
