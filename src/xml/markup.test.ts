import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeAttribute, escapeText } from './escape.ts';
import { createLocator } from './locate.ts';
import { readMarkup } from './markup.ts';
import { parseXml } from './parse.ts';
import type { XmlElement } from './tree.ts';

const name = fc.stringMatching(/^[a-zA-Z_][\w.-]{0,8}$/).filter((text) => !/^xml/i.test(text));
const characters = fc.string({ unit: fc.constantFrom(...`ab é<>&"'/=-]!? 1`), maxLength: 12 });
const inside = (end: RegExp) => characters.map((text) => text.replaceAll(end, ''));
const content = fc.letrec<{ element: string; text: string }>((tie) => ({
  text: fc.oneof(
    characters.map(escapeText),
    inside(/\]/g).map((text) => `<![CDATA[${text}]]>`),
    inside(/-/g).map((text) => `<!--${text}-->`),
    inside(/\?/g).map((text) => `<?note ${text}?>`),
  ),
  element: fc
    .record({
      name,
      attributes: fc.uniqueArray(fc.tuple(name, characters, fc.constantFrom('"', "'")), { selector: ([key]) => key }),
      children: fc.array(fc.oneof({ maxDepth: 3 }, tie('text'), tie('element')), { maxLength: 4 }),
    })
    .map(({ name, attributes, children }) => {
      const written = attributes.map(([key, value, quote]) => ` ${key} = ${quote}${escapeAttribute(value)}${quote}`);
      const tag = `${name}${written.join('')}`;
      return children.length === 0 ? `<${tag} />` : `<${tag}>${children.join('')}</${name}>`;
    }),
}));

/** Where its tag begins, its name, its attributes, and all texts in it; then the same of its elements. */
type Read = readonly [line: number, column: number, name: string, attributes: readonly string[], text: string];

function strictly({ line, column, name, attributes, children }: XmlElement): readonly Read[] {
  const texts = (element: XmlElement): string =>
    element.children.map((one) => (one.kind === 'element' ? texts(one) : one.kind === 'text' ? one.text : '')).join('');
  const own = texts({ line, column, name, attributes, children, kind: 'element', prefix: '', namespace: '' });
  const read: Read = [line, column, name, attributes.map((one) => `${one.name}=${one.value}`), own];
  return [read, ...children.flatMap((one) => (one.kind === 'element' ? strictly(one) : []))];
}

function leniently(text: string): readonly Read[] {
  const locate = createLocator(text);
  const read: [number, number, string, readonly string[], string][] = [];
  const open: (typeof read)[number][] = [];
  for (const one of readMarkup(text)) {
    if (one.kind === 'start') {
      const { line, column } = locate(one.at);
      const made: (typeof read)[number] = [line, column, one.name, one.attributes.map((all) => all.join('=')), ''];
      read.push(made);
      open.push(made);
    } else if (one.kind === 'end') expect(open.pop()?.[2]).toBe(one.name);
    else if (one.kind === 'text') for (const element of open) element[4] += one.text;
  }
  return read;
}

test('a well-formed document is read as the strict reader reads it: names, places, attributes and texts', () => {
  fc.assert(
    fc.property(content.element, (text) => {
      const parsed = parseXml(text);
      expect(parsed.kind).toBe('document');
      if (parsed.kind === 'document') expect(leniently(text)).toEqual(strictly(parsed.document.root));
    }),
    { numRuns: 300, seed: 11 },
  );
});
