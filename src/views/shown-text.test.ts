import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { keptOf } from '../base/words.ts';
import { visible } from './html/visible.tsx';
import { shownText } from './shown-text.ts';

const LEAST_SAVED = 20;
const texts = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 30, max: 200 }));

test('a cut saves at least twenty characters, and says how many there are', () => {
  fc.assert(
    fc.property(texts, ([length, most]) => {
      const isCut = length - most >= LEAST_SAVED;
      expect(keptOf(length, most)).toBe(isCut ? most : length);
      const text = 'x'.repeat(length);
      expect(shownText(text, most)).toBe(isCut ? `${'x'.repeat(most)}… (${length} characters)` : text);
      const [, more] = / … (\d+) characters more/.exec(renderToString(h('p', null, visible(text, most)))) ?? [];
      expect(more).toBe(isCut ? `${length - most}` : undefined);
    }),
  );
});

test("what separates lines in Unicode is shown by name or as U+FFFD, so that a target's text is one line for every reader", () => {
  expect(shownText('a\u2028b\u2029c', 99)).toBe('a\uFFFDb\uFFFDc');
});
