import { expect, test } from 'vitest';
import { element, type OutElement } from './element.ts';
import { writeDocument } from './write.ts';

const HEAD = '<?xml version="1.0" encoding="utf-8"?>';
const inNamespace = (children: OutElement['children']): OutElement => ({
  ...element('a', children),
  namespace: 'urn:n',
});

test('children inherit the namespace; it is declared once', () => {
  expect(writeDocument(inNamespace([element('b', ['x'])]), false)).toBe(`${HEAD}<a xmlns="urn:n"><b>x</b></a>`);
});

test('no namespace is undeclared where one is in scope', () => {
  const child = { ...element('b'), namespace: null };
  expect(writeDocument(inNamespace([child]), false)).toBe(`${HEAD}<a xmlns="urn:n"><b xmlns="" /></a>`);
});

test('a prefix is declared only where the scope lacks it', () => {
  const root: OutElement = {
    name: 'a',
    namespace: 'urn:n',
    prefix: 'p',
    attributes: { 'xmlns:p': 'urn:n' },
    children: [element('b'), { ...element('c'), namespace: 'urn:o', prefix: 'p' }],
  };
  expect(writeDocument(root, false)).toBe(`${HEAD}<p:a xmlns:p="urn:n"><p:b /><p:c xmlns:p="urn:o" /></p:a>`);
});

test('indentation does not change text', () => {
  const root = inNamespace([element('b', ['x ', element('i'), 'y']), element('c', [element('d')])]);
  expect(writeDocument(root, true)).toBe(
    `${HEAD}\n<a xmlns="urn:n">\n  <b>x <i />y</b>\n  <c>\n    <d />\n  </c>\n</a>`,
  );
});

test('text and attributes are escaped, raw text is not', () => {
  const attributes = { k: `<"&'\n` };
  const root = { ...element('a', ['<&>"\r\u0001\uD800', { raw: '<raw>' }]), attributes };
  expect(writeDocument(root, false)).toBe(
    `${HEAD}<a k="&lt;&quot;&amp;'&#xA;">&lt;&amp;&gt;"&#xD;\uFFFD\uFFFD<raw></a>`,
  );
});
