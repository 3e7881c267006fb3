import { expect, test } from 'vitest';
import { suggestion } from './nearest.ts';

const ids = ['record.field-order', 'record.field-name', 'http.status', 'soap.fault'];

test.each([
  ['record.field-ordr', "did you mean 'record.field-order'?"],
  ['field-order', "did you mean 'record.field-order'?"],
  ['Status', "did you mean 'http.status'?"],
  ['nothing-like-it-at-all', `expected one of ${ids.join(', ')}`],
])('an unknown name %s', (found, expected) => {
  expect(suggestion(found, ids)).toBe(expected);
});

test('a short name is near another only if more than half of it is the same', () => {
  expect(suggestion('xml', ['html', 'junit'])).toBe('expected one of html, junit');
  expect(suggestion('wfc', ['axis', 'wcf'])).toBe("did you mean 'wcf'?");
  expect(suggestion('hmtl', ['html', 'junit'])).toBe("did you mean 'html'?");
});

test('names that are equally near are all named; of a short list, all', () => {
  const longer = ['soap11', 'soap12', 'http-get', 'http-post', 'record.field-order', 'record.nil'];
  expect(suggestion('soap13', longer)).toBe("did you mean 'soap11' or 'soap12'?");
  expect(suggestion('soap13', longer.slice(0, 4))).toBe('expected one of soap11, soap12, http-get, http-post');
});

test('a beginning of some names is none of another', () => {
  expect(suggestion('record.field', [...ids, 'record.nil'])).toBe(
    'did you mean one of record.field-order, record.field-name?',
  );
  expect(suggestion('soap', ids)).toBe("did you mean 'soap.fault'?");
});

test('a name with the same words is meant rather than one with similar letters', () => {
  expect(suggestion('record.order', [...ids, 'record.shape'])).toBe("did you mean 'record.field-order'?");
  expect(suggestion('Get_Make', ['GetModel_Restricted', 'GetMake_Restricted', 'Get_Make_List'])).toBe(
    'did you mean one of GetMake_Restricted, Get_Make_List?',
  );
  expect(suggestion('get', ['soap11', 'http-get'])).toBe("did you mean 'http-get'?");
});

test('of a list that is too long to show, the nearest names are shown', () => {
  const many = Array.from({ length: 200 }, (_, at) => `name-of-${at}`);
  expect(suggestion('nothing like it at all', [...many, 'nothing-special'])).toBe(
    'the nearest of 201 are nothing-special',
  );
  expect(suggestion('name-to-find-here', many)).toMatch(/^the nearest of 200 are (?:name-of-\d+, ){4}name-of-\d+$/);
});

test('no unrelated name of a long list is shown', () => {
  const many = Array.from({ length: 200 }, (_, at) => `name-of-${at}`);
  expect(suggestion('frobnicate', many)).toBe('none of the 200 is like it');
});
