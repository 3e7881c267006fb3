import { expect, test } from 'vitest';
import { pageText } from './page.tsx';

test('text of a target stays text, and the policy allows our own style only', () => {
  const text = pageText({
    title: '</title><script>alert(1)</script>',
    kind: 'test',
    children: <p>{'<img src=x onerror=alert(1)>'}</p>,
  });
  expect(text).not.toContain('<script>');
  expect(text).not.toContain('<img');
  expect(text).toContain('&lt;img src=x onerror=alert(1)>');
  expect(text).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri/);
});
