import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The table of CONTRIBUTING.md, 'Who may import whom'. Tests and fixtures may import anything.
const allowed: Readonly<Record<string, readonly string[]>> = {
  contract: ['xml'],
  xml: [],
  exchange: [],
  bindings: ['contract', 'xml', 'exchange'],
  generate: ['contract', 'bindings'],
  rules: ['contract', 'xml', 'bindings', 'exchange'],
  run: ['contract', 'exchange', 'bindings', 'generate', 'rules', 'xml'],
  reference: ['contract', 'xml', 'exchange'],
  report: ['contract', 'rules', 'bindings', 'run', 'xml', 'exchange'],
  suite: ['contract', 'exchange', 'bindings', 'generate', 'rules', 'run', 'report', 'xml'],
  certify: ['contract', 'rules', 'run', 'report', 'bindings', 'xml'],
  library: ['contract', 'xml', 'exchange', 'bindings', 'rules', 'run', 'report'],
  config: ['contract', 'xml', 'exchange', 'bindings', 'generate', 'rules', 'run'],
  bench: ['contract', 'xml', 'exchange', 'bindings', 'rules', 'run', 'reference', 'config', 'cli'],
  cli: [
    'contract',
    'xml',
    'exchange',
    'bindings',
    'generate',
    'rules',
    'run',
    'reference',
    'report',
    'suite',
    'certify',
    'config',
  ],
};

/** Packages that one folder alone opens the door to. */
const doors: Readonly<Record<string, readonly string[]>> = {
  undici: ['exchange', 'bench'],
  saxes: ['xml'],
  libxmljs2: ['xml'],
  'libxml2-wasm': ['xml'],
  'fast-xml-parser': ['xml', 'bench'],
  'fast-check': ['generate'],
  commander: ['cli'],
  vitest: ['suite'],
  preact: ['report', 'certify'],
  'preact-render-to-string': ['report'],
  'allure-vitest': ['suite'],
  'allure-js-commons': ['suite'],
  soap: ['bench'],
  autocannon: ['bench'],
};

const source = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|fixture)\.tsx?$/.test(path))
  .map((path) => ({ path, folder: path.split('/')[0] ?? '', text: readFileSync(`${source}${path}`, 'utf8') }));

function importsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, name]) =>
    name === undefined ? [] : [name],
  );
}

function folderOf(path: string, imported: string): string {
  const { pathname } = new URL(imported, `file:///src/${path}`);
  return pathname.split('/')[2] ?? '';
}

test('a folder imports only what the table lets it', () => {
  const strays = files.flatMap(({ path, folder, text }) =>
    importsOf(text)
      .filter((name) => name.startsWith('.'))
      .map((name) => folderOf(path, name))
      .filter((target) => target !== folder && !(allowed[folder] ?? []).includes(target))
      .map((target) => `${path} imports ${target}`),
  );
  expect(strays).toEqual([]);
});

test('a package with a door is imported behind it only', () => {
  const strays = files.flatMap(({ path, folder, text }) =>
    importsOf(text)
      .map((name) => name.split('/')[0] ?? name)
      .filter((name) => doors[name] !== undefined && !doors[name].includes(folder))
      .map((name) => `${path} imports ${name}`),
  );
  expect(strays).toEqual([]);
});

test('the environment is read in src/config alone', () => {
  const strays = files.filter(({ folder, text }) => folder !== 'config' && /process\.env\b/.test(text));
  expect(strays.map(({ path }) => path)).toEqual([]);
});

test('every folder of src has its line in the table', () => {
  const folders = new Set(files.map(({ folder }) => folder).filter((folder) => !folder.endsWith('.ts')));
  expect([...folders].toSorted()).toEqual(
    Object.keys(allowed)
      .filter((folder) => folders.has(folder))
      .toSorted(),
  );
});
