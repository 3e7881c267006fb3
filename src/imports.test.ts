import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Features: none imports another. */
const features = ['compare', 'diff', 'offline', 'fleet', 'certify'];

/** The layers of CONTRIBUTING.md, 'Who may import whom', low to high. Tests and fixtures may import anything. */
const layers: readonly (readonly string[])[] = [
  ['schemas', 'xml'],
  ['contract', 'exchange'],
  ['bindings'],
  ['generate', 'rules'],
  ['judging'],
  ['results'],
  ['config'],
  ['har'],
  ['engine'],
  ['report', 'reference'],
  ['run'],
  features,
  ['cli', 'library', 'bench'],
];

/** Folders that may import less than what lies below them, or more. */
const special: Readonly<Record<string, readonly string[]>> = {
  exchange: [],
  // The other side of the wire: a shared codec would be wrong on both sides at once.
  reference: ['contract', 'xml', 'exchange', 'schemas'],
  // A user's tests load neither vitest nor an HTTP client.
  library: ['contract', 'xml', 'exchange', 'bindings', 'rules', 'judging', 'results'],
  // It judges the exchanges that a certificate stands on once more.
  certify: ['offline'],
};

function mayImport(folder: string): readonly string[] {
  const below = layers
    .slice(
      0,
      layers.findIndex((layer) => layer.includes(folder)),
    )
    .flat();
  const own = special[folder];
  if (own === undefined)
    return below.filter((name) => name !== 'reference' || ['run', 'cli', 'bench'].includes(folder));
  return folder === 'certify' ? [...below, ...own] : own;
}

/** Packages that one folder alone opens the door to. */
const doors: Readonly<Record<string, readonly string[]>> = {
  undici: ['exchange', 'bench'],
  saxes: ['xml'],
  libxmljs2: ['xml'],
  'libxml2-wasm': ['xml'],
  'fast-xml-parser': ['xml', 'bench'],
  'fast-check': ['generate'],
  commander: ['cli'],
  vitest: ['engine', 'report'],
  preact: ['report', ...features],
  'preact-render-to-string': ['report'],
  'allure-vitest': ['report'],
  'allure-js-commons': ['report'],
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
      .filter((target) => target !== folder && !mayImport(folder).includes(target))
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

test('every folder of src has its layer', () => {
  const folders = new Set(files.map(({ folder }) => folder).filter((folder) => !folder.endsWith('.ts')));
  expect([...folders].toSorted()).toEqual(layers.flat().toSorted());
});
