import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Features: none imports another, but for those in `also`. */
const features = ['compare', 'diff', 'offline', 'fleet', 'history', 'certify', 'traffic'];

/** The layers of CONTRIBUTING.md, low to high. Tests and fixtures may import anything. */
const layers: readonly (readonly string[])[] = [
  ['schemas', 'xml'],
  ['contract', 'exchange'],
  ['bindings'],
  ['spelling'],
  ['generate', 'rules'],
  ['judging'],
  ['results'],
  ['config'],
  ['har'],
  ['engine'],
  ['report', 'reference'],
  ['run'],
  features,
  ['cli', 'library', 'bench', 'mutants'],
  ['proof'],
];

/** Folders that may import less than the layers below them. */
const special: Readonly<Record<string, readonly string[]>> = {
  exchange: [],
  // The other side of the wire: a shared codec would be wrong on both sides at once.
  reference: ['contract', 'xml', 'exchange', 'schemas'],
  // A user's tests load neither vitest nor an HTTP client.
  library: ['contract', 'xml', 'exchange', 'bindings', 'rules', 'judging', 'results'],
};

/** Features that are made of another one. */
const also: Readonly<Record<string, readonly string[]>> = {
  // It judges the recorded exchanges of a certificate again.
  certify: ['offline'],
  // What changed between two of its runs is a diff.
  history: ['diff'],
};

function mayImport(folder: string): readonly string[] {
  const below = layers
    .slice(
      0,
      layers.findIndex((layer) => layer.includes(folder)),
    )
    .flat();
  const own = special[folder];
  if (own === undefined) {
    const allowed = below.filter(
      (name) => name !== 'reference' || ['run', 'cli', 'bench', 'mutants', 'proof'].includes(folder),
    );
    return [...allowed, ...(also[folder] ?? [])];
  }
  return own;
}

/** Packages, with the folders that may import them. */
const doors: Readonly<Record<string, readonly string[]>> = {
  ajv: ['schemas'],
  'jsonc-parser': ['schemas', 'har'],
  entities: ['xml', 'results'],
  undici: ['exchange', 'bench'],
  saxes: ['xml'],
  libxmljs2: ['xml'],
  'libxml2-wasm': ['xml'],
  'fast-xml-parser': ['xml'],
  'fast-check': ['generate'],
  commander: ['cli'],
  vitest: ['engine', 'report'],
  preact: ['report', ...features],
  'preact-render-to-string': ['report'],
  'allure-vitest': ['report'],
  'allure-js-commons': ['report'],
  diff: ['compare'],
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

test('a folder imports only what the table allows', () => {
  const strays = files.flatMap(({ path, folder, text }) =>
    importsOf(text)
      .filter((name) => name.startsWith('.'))
      .map((name) => folderOf(path, name))
      .filter((target) => target !== folder && !mayImport(folder).includes(target))
      .map((target) => `${path} imports ${target}`),
  );
  expect(strays).toEqual([]);
});

test('a package is imported only in the folders that may', () => {
  const strays = files.flatMap(({ path, folder, text }) =>
    importsOf(text)
      .map((name) => name.split('/')[0] ?? name)
      .filter((name) => doors[name] !== undefined && !doors[name].includes(folder))
      .map((name) => `${path} imports ${name}`),
  );
  expect(strays).toEqual([]);
});

test('the environment is read only in src/config', () => {
  const strays = files.filter(({ folder, text }) => folder !== 'config' && /process\.env\b/.test(text));
  expect(strays.map(({ path }) => path)).toEqual([]);
});

test('every folder of src has its layer', () => {
  const folders = new Set(files.map(({ folder }) => folder).filter((folder) => !folder.endsWith('.ts')));
  expect([...folders].toSorted()).toEqual(layers.flat().toSorted());
});

const contributing = readFileSync(`${source}../CONTRIBUTING.md`, 'utf8');

test('CONTRIBUTING.md has the same layers', () => {
  const rows = [...contributing.matchAll(/^\| \d+ \| (?:the features: )?(.*) \|$/gm)].map(([, names]) =>
    names?.split(', '),
  );
  expect(rows).toEqual(layers);
});

test('CONTRIBUTING.md names folders and files that exist', () => {
  const named = [...contributing.matchAll(/`((?:src|specs|xsd|fixtures|\.ci)\/[\w./-]+)`/g)].flatMap(
    ([, path]) => path ?? [],
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(`${source}../${path}`))).toEqual([]);
});
