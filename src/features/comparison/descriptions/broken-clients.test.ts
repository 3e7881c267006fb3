import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brokenClients } from './broken-clients.ts';

test('docs/wsdl-differences.md says of each difference which clients it breaks', () => {
  const page = readFileSync(new URL('../../../../docs/wsdl-differences.md', import.meta.url), 'utf8');
  const rows = page.split('\n').map((line) => line.split('|').map((text) => text.trim()));
  const toolkits = rows.find(([, first]) => first === 'difference')?.slice(2, -1) ?? [];
  const told = rows.flatMap(([, name = '', ...said]) => {
    const [, noun, change] = /^`(.+) (\S+)`$/.exec(name) ?? [];
    if (noun === undefined || change === undefined) return [];
    return [{ noun, change, toolkits: toolkits.filter((_, index) => said[index] === 'breaks') }];
  });
  expect(told.length).toBeGreaterThan(50);
  for (const one of told) expect({ ...one, toolkits: brokenClients(one.noun, one.change) }).toEqual(one);
});
