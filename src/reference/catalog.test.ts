import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadCatalog, readCatalog } from './catalog.ts';

test("the sandbox's own data are as the schema for others' data says", () => {
  const folder = fileURLToPath(new URL('../../fixtures', import.meta.url));
  expect(readCatalog(folder, 'catalog.json')).toEqual(loadCatalog());
});
