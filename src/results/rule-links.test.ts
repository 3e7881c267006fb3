import { expect, test } from 'vitest';
import { rulesPage } from './rule-links.ts';

const manifest = (url: string) => ({ version: '1.2.0', repository: { url } });

test('the page of rules is the one given, or that of this version in its repository', () => {
  const own = manifest('git+https://github.com/us/suite.git');
  expect(rulesPage('https://fork.example/rules', own)).toBe('https://fork.example/rules');
  expect(rulesPage(undefined, own)).toBe('https://github.com/us/suite/blob/v1.2.0/docs/rules.md');
});

test('a placeholder is no repository', () => {
  expect(rulesPage(undefined, manifest('git+https://github.com/OWNER/suite.git'))).toBe(null);
  expect(rulesPage(undefined, { version: '1.2.0' })).toBe(null);
});

test.each(['docs/rules.md', 'javascript:alert(1)', 'https://', 'https://a.example/#b'])('%s is no page', (given) => {
  expect(() => rulesPage(given)).toThrow('--docs-url is');
});
