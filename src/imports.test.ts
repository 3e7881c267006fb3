import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The wings of CONTRIBUTING.md, low to high: each imports only what is before it. Tests and fixtures may import anything. */
const wings = [
  'base',
  'xml',
  'contract',
  'wire',
  'reference',
  'calls',
  'rules',
  'judge',
  'options',
  'results',
  'engine',
  'views',
  'features',
  'library',
  'cli',
  'proof',
] as const;

type Wing = (typeof wings)[number];

/** Parts of wings that may import less than the wings below them, as paths below src. */
const special: Readonly<Record<string, readonly string[]>> = {
  'wire/http': [],
  // The other side of the wire: a shared codec would be wrong on both sides at once.
  reference: ['base', 'xml', 'contract', 'wire/http'],
  // A user's tests load neither vitest nor an HTTP client.
  library: ['base', 'xml', 'contract', 'wire', 'rules', 'judge', 'results'],
};

/** The server is started by these only. */
const STARTING = ['features/run', 'cli', 'proof'];

/** Features that are made of another one. */
const also: Readonly<Record<string, readonly string[]>> = {
  fleet: ['run'],
  // It judges the recorded exchanges of a certificate again.
  certify: ['offline'],
  // What changed between two of its runs is a diff.
  history: ['comparison'],
};

/** A file on top of so many others is built as on sand: the chain of wings stays short. */
const LONGEST_CHAIN = 12;

/** Files that are imported from half of the wings: their models. The list only gets shorter. */
const models = [
  'base/error.ts',
  'base/json.ts',
  'base/words.ts',
  'contract/cell-name.ts',
  'contract/model.ts',
  'contract/operations.ts',
  'rules/rule-sets.ts',
  'rules/rule.ts',
  'rules/rules.ts',
  'wire/http/exchange.ts',
  'wire/soap/binding.ts',
  'wire/soap/bindings.ts',
  'wire/soap/call.ts',
  'xml/tree.ts',
];

/** Packages, with the parts that may import them. */
const doors: Readonly<Record<string, readonly string[]>> = {
  ajv: ['base/schemas'],
  'jsonc-parser': ['base', 'results/har'],
  entities: ['xml', 'results/record'],
  undici: ['wire/http', 'proof'],
  saxes: ['xml'],
  libxmljs2: ['xml'],
  'libxml2-wasm': ['xml', 'proof/bench'],
  'fast-xml-parser': ['xml'],
  // Values of a pattern are drawn where a WSDL is read.
  'fast-check': ['calls', 'contract/wsdl'],
  commander: ['cli'],
  vitest: ['engine/vitest', 'views/allure'],
  preact: ['views', 'features'],
  'preact-render-to-string': ['views'],
  'allure-vitest': ['views/allure'],
  'allure-js-commons': ['views/allure'],
  diff: ['views', 'features/comparison'],
  soap: ['proof'],
  autocannon: ['proof'],
};

interface Source {
  /** Below src. */
  readonly path: string;
  readonly text: string;
  /** Of packages, and of files as paths below src. */
  readonly imports: readonly string[];
}

const source = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\/.*\.tsx?$/.test(path) && !/\.(test|fixture)\.tsx?$/.test(path))
  .map((path): Source => {
    const text = readFileSync(`${source}${path}`, 'utf8');
    const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, name]) => name ?? []);
    const imports = named.map((name) => (name.startsWith('.') ? below(path, name) : name));
    return { path, text, imports };
  });

function below(path: string, imported: string): string {
  return new URL(imported, `file:///${path}`).pathname.slice(1);
}

const isIn = (path: string, part: string): boolean => path === part || path.startsWith(`${part}/`);
const wingOf = (path: string): Wing | undefined => wings.find((wing) => isIn(path, wing));
const rankOf = (path: string): number => wings.findIndex((wing) => isIn(path, wing));

/** Whether a file may import another one, both as paths below src. */
function mayImport(path: string, imported: string): boolean {
  const [wing, folder = ''] = path.split('/');
  const [otherWing, otherFolder = ''] = imported.split('/');
  if (wing === 'features' && otherWing === 'features')
    return folder === otherFolder || also[folder]?.includes(otherFolder) === true;
  const [part] = Object.keys(special).filter((one) => isIn(path, one));
  if (part !== undefined) return [part, ...(special[part] ?? [])].some((one) => isIn(imported, one));
  if (wing === otherWing) return true;
  if (otherWing === 'reference' && !STARTING.some((one) => isIn(path, one))) return false;
  return rankOf(imported) >= 0 && rankOf(imported) < rankOf(path);
}

const ours = files.flatMap(({ path, imports }) =>
  imports.filter((name) => wingOf(name) !== undefined).map((imported) => ({ path, imported })),
);

test('a wing imports only what the table allows', () => {
  const strays = ours.filter(({ path, imported }) => !mayImport(path, imported));
  expect(strays.map(({ path, imported }) => `${path} imports ${imported}`)).toEqual([]);
});

test('the longest chain of wings is short', () => {
  const chains = new Map<Wing, readonly Wing[]>();
  for (const wing of wings) {
    const lower = ours.filter(({ path }) => isIn(path, wing)).flatMap(({ imported }) => wingOf(imported) ?? []);
    const under = [...new Set(lower)].filter((one) => one !== wing).map((one) => chains.get(one) ?? []);
    const longest = under.toSorted((one, other) => other.length - one.length)[0] ?? [];
    chains.set(wing, [wing, ...longest]);
  }
  const [longest = []] = [...chains.values()].toSorted((one, other) => other.length - one.length);
  process.stdout.write(`longest chain of wings: ${longest.length}, ${longest.join(' > ')}\n`);
  expect(longest.length).toBeLessThanOrEqual(LONGEST_CHAIN);
});

test('only models are imported from half of the wings', () => {
  const importers = new Map<string, Set<Wing>>();
  for (const { path, imported } of ours) {
    const wing = wingOf(path);
    if (wing !== undefined) importers.set(imported, (importers.get(imported) ?? new Set()).add(wing));
  }
  const wide = [...importers].filter(([, from]) => from.size >= wings.length / 2).map(([path]) => path);
  expect(wide.toSorted()).toEqual(models);
});

/** The folders of the engine, low to high. */
const engineParts = ['plan', 'send', 'observe', 'cell', 'vitest'];
const MOST_ON_THE_WAY = 20;

test('the way of a cell leads through few files of the engine, and never back up', () => {
  const way = ['engine/cell/cell.ts'];
  const back: string[] = [];
  const partOf = (path: string): number => engineParts.indexOf(path.split('/')[1] ?? '');
  for (const path of way) {
    const text = files.find((file) => file.path === path)?.text ?? '';
    for (const [, name = ''] of text.matchAll(/^import (?!type )[^;]*? from '(\.[^']*)';$/gm)) {
      const next = below(path, name);
      if (!isIn(next, 'engine')) continue;
      if (partOf(next) > partOf(path)) back.push(`${path} imports ${next}`);
      if (!way.includes(next)) way.push(next);
    }
  }
  process.stdout.write(`way of a cell: ${way.length} files\n`);
  expect(way.length).toBeLessThanOrEqual(MOST_ON_THE_WAY);
  expect(back).toEqual([]);
});

test('a package is imported only in the parts that may', () => {
  const strays = files.flatMap(({ path, imports }) =>
    imports
      .map((name) => name.split('/')[0] ?? name)
      .filter((name) => doors[name] !== undefined && !doors[name].some((part) => isIn(path, part)))
      .map((name) => `${path} imports ${name}`),
  );
  expect(strays).toEqual([]);
});

test('the environment is read only in src/options', () => {
  const strays = files.filter(({ path, text }) => !isIn(path, 'options') && /process\.env\b/.test(text));
  expect(strays.map(({ path }) => path)).toEqual([]);
});

test('every folder of src is a wing', () => {
  expect([...new Set(files.map(({ path }) => path.split('/')[0]))].toSorted()).toEqual(wings.toSorted());
});

const pages = ['CONTRIBUTING.md', ...readdirSync(`${source}../docs/dev`).map((name) => `docs/dev/${name}`)].map(
  (path) => ({
    path,
    lines: readFileSync(`${source}../${path}`, 'utf8').split('\n'),
  }),
);
const contributing = pages[0]?.lines ?? [];

test('CONTRIBUTING.md has the same wings, the lowest at the end, and is short', () => {
  const picture = contributing.slice(contributing.findIndex((line) => line.startsWith('## The wings')));
  const names = picture.flatMap((line) => /^([a-z]+) {10,}\S/.exec(line)?.[1] ?? []);
  expect(names.toReversed()).toEqual(wings);
  expect(contributing.length).toBeLessThanOrEqual(120);
});

test('CONTRIBUTING.md and the pages of docs/dev name folders and files that exist, in lines of at most 160 columns', () => {
  const text = pages.flatMap(({ lines }) => lines).join('\n');
  const named = [...text.matchAll(/`((?:src|specs|xsd|fixtures|\.ci)\/[\w./-]+)`/g)].flatMap(([, path]) => path ?? []);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(`${source}../${path}`))).toEqual([]);
  const short = [...text.matchAll(/`([\w-]+\.(?:test\.|fixture\.)?tsx?)`/g)].flatMap(([, name]) => name ?? []);
  const known = new Set(readdirSync(source, { recursive: true, encoding: 'utf8' }).map((path) => basename(path)));
  expect(short.filter((name) => !known.has(name))).toEqual([]);
  const wide = pages.flatMap(({ path, lines }) =>
    lines.flatMap((line, at) => (line.length > 160 ? `${path}:${at + 1}` : [])),
  );
  expect(wide).toEqual([]);
});

test('the glossary has at most 20 terms', () => {
  const terms = pages
    .find(({ path }) => path.endsWith('glossary.md'))
    ?.lines.filter((line) => /^\| (?!term|-)/.test(line));
  expect(terms?.length).toBeGreaterThan(10);
  expect(terms?.length).toBeLessThanOrEqual(20);
});
