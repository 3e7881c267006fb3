import { describe, expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { Finding } from '../../results/outcome.ts';
import { bodyText } from './body-text.ts';
import { markOf } from './mark.ts';
import { findingOf } from './results.fixture.ts';

const contract = loadContract(defaultNamespace());

function marked(finding: Partial<Finding>, body: string, base64?: string) {
  const text = bodyText({ body, headers: [], ...(base64 === undefined ? {} : { base64 }) });
  const mark = markOf(findingOf({ rule: 'record.nil', ...finding }), text, contract);
  return mark?.part === 'body' ? text.text.slice(mark.start, mark.end) : mark;
}

describe('the place that a location means', () => {
  const xml = '<?xml version="1.0"?>\r\n<s:a xmlns:s="x"><b>1</b>\r\n<b i="2">two</b><c><b/></c></s:a>';
  test.each([
    ['/a/b (line 2, column 18)', '<b>1</b>'],
    ['/a/b (line 3, column 1)', '<b i="2">two</b>'],
    ['/a/c/b (line 3, column 20)', '<b/>'],
    ['<a> (line 2, column 1)', '<s:a xmlns:s="x">'],
    ['/a', '<s:a xmlns:s="x">'],
    ['<c>', '<c>'],
    ['line 3, column 10', 't'],
    ['line 3', '<b i="2">two</b><c><b/></c></s:a>'],
  ])('%s', (location, expected) => {
    expect(marked({ location }, xml)).toBe(expected);
  });

  test('after a byte order mark, and where a masked secret moved the text', () => {
    expect(marked({ location: 'line 1, column 4' }, '\ufeff<a>x</a>')).toBe('x');
    expect(marked({ location: '/b (line 1, column 40)' }, '<a><b>1</b></a>')).toBe('<b>1</b>');
  });

  test('the end of a body that stops too early', () => {
    expect(marked({ rule: 'xml.well-formed', location: 'line 1, column 99' }, '<a>')).toBe('');
  });

  test('nothing where no place can be marked', () => {
    expect(marked({ location: null }, xml)).toBeNull();
    expect(marked({ location: '/nowhere (line 1, column 1)' }, xml)).toBeNull();
    expect(marked({ location: 'line 1' }, '<a/>')).toBeNull();
  });
});

test('headers and the status line', () => {
  const contentType = { rule: 'http.content-type', cause: 'http.content-type:Content-Type' };
  expect(marked(contentType, '')).toEqual({ part: 'header', name: 'Content-Type' });
  for (const rule of ['http.content-type', 'soap.fault'])
    expect(marked({ rule, cause: 'http.content-type:text/plain' }, '')).toEqual({
      part: 'header',
      name: 'Content-Type',
    });
  expect(marked({ rule: 'http.status' }, '')).toEqual({ part: 'status' });
  expect(marked({ rule: 'soap.fault', cause: 'soap.fault:status' }, '')).toEqual({ part: 'status' });
  // A body in another format is the cause of its media type.
  expect(marked({ rule: 'http.content-type', cause: 'xml.well-formed:json' }, '{}')).toEqual({
    part: 'header',
    name: 'Content-Type',
  });
});

test('bytes: the mark, the broken sequence, the declaration', () => {
  expect(marked({ rule: 'xml.bom' }, '\ufeff<a/>')).toBe('\ufeff');
  const broken = Buffer.from('<a>caf\xe9</a>', 'latin1').toString('base64');
  expect(marked({ rule: 'xml.encoding' }, '', broken)).toBe('\ufffd');
  expect(marked({ rule: 'xml.encoding' }, '<?xml version="1.0" encoding="utf-16"?><a/>')).toBe('encoding="utf-16"');
});

test('no place in a hex dump', () => {
  const bytes = Buffer.from([31, 139, 8, 0, 0]).toString('base64');
  expect(marked({ rule: 'xml.characters', location: 'line 1, column 1' }, '', bytes)).toBeNull();
});

describe('a place among the records', () => {
  const rule = 'binding.same-records';
  const videos = `<ArrayOfVideo xmlns="${contract.namespace}"><Video><Title>A</Title></Video>
    <Video><Title>B</Title><Submodels><string>x</string><string>y</string></Submodels></Video></ArrayOfVideo>`;
  test.each([
    ['[2].Title', '<Title>B</Title>'],
    ['[2].Submodels[2]', '<string>y</string>'],
    ['[1].Make', '<Video>'],
  ])('%s', (location, expected) => {
    expect(marked({ rule, operation: 'Get_Video_Links', binding: 'http-get', location }, videos)).toBe(expected);
  });

  test('a single record is the result itself', () => {
    const single = `<Inventory_Response xmlns="${contract.namespace}"><Inventory_List/><Response_Code>0</Response_Code></Inventory_Response>`;
    const location = '[1].Response_Code';
    expect(marked({ rule, operation: 'Get_Inventory', binding: 'http-get', location }, single)).toBe(
      '<Response_Code>0</Response_Code>',
    );
  });
});
