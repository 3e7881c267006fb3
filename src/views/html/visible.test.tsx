import { renderToStaticMarkup } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { visible, withMarks } from './visible.tsx';

const shown = (text: string) =>
  renderToStaticMarkup(<p>{withMarks(text)}</p>)
    .slice(3, -4)
    .replaceAll(/<b class="c"[^>]*>([^<]*)<\/b>/g, '[$1]');

describe('invisible characters are named', () => {
  test.each([
    ['a\u0000\u0000\u0000b', 'a[NUL ×3]b'],
    ['\u001b[31m', '[ESC][31m'],
    ['\u202Egnp.exe\u202C', '[U+202E]gnp.exe[U+202C]'],
    ['a\u00a0b\ufeff', 'a[NBSP]b[BOM]'],
    ['\ud800x', '[U+D800]x'],
    ['\u200b\u2060\u00ad', '[U+200B][U+2060][U+00AD]'],
    ['\ufffe\ue000', '[U+FFFE][U+E000]'],
    [`e${'\u0301'.repeat(9)}`, 'e[U+0301 ×9]'],
    ['a\rb', 'a[CR]b'],
    ['a\u2028b\u3000c', 'a[U+2028]b[U+3000]c'],
  ])('%j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each(['a\r\nb\tc\n', 'é e\u0301 שלום 日本 👩', '\ufffd'])('%j stays as it is', (text) => {
    expect(shown(text)).toBe(text);
  });
});

test('markup is text', () => {
  expect(shown('<script>"&amp;')).toBe('&lt;script>&quot;&amp;amp;');
});

test('a long text is cut with a note, and never inside a character', () => {
  const text = renderToStaticMarkup(<p>{visible(`${'x'.repeat(9)}👩${'y'.repeat(20)}`, 10)}</p>);
  expect(text).toBe('<p><bdi>xxxxxxxxx<i class="cut"> … 22 characters more</i></bdi></p>');
});

test('a text of many marks is cut earlier', () => {
  const text = renderToStaticMarkup(<p>{visible('\u200b\u200c'.repeat(300), 600)}</p>);
  expect(text.match(/class="c"/g)).toHaveLength(40);
  expect(text).toContain('560 characters more');
});
