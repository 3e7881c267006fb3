import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The files of the package. Tests, fixtures and source maps are not among them. */
const wanted = [
  /^(package\.json|(README|SECURITY|CHANGELOG)\.md|LICENSE)$/,
  /^dist\/(?!proof\/)(?!.*\.(test|fixture)\.).+\.(js|d\.ts)$/,
  /^dist\/base\/schemas\/compiled\/\w+\.cjs$/,
  /^dist\/cli\/built\/\w+\.json$/,
  /^specs\/.+\.(json|md)$/,
  /^docs\/.+\.md$/,
  /^xsd\/.+\.xsd$/,
  /^fixtures\/catalog\.json$/,
  /^\.(?:ci|github)\/[\w/-]+[.-]example\.yml$/,
];

/**
 * Packages that we don't import but need: allure-vitest has a peer dependency on the @vitest/runner of the vitest that
 * runs it.
 */
const peers = ['@vitest/runner'];

const IMPORT =
  /^\s*(?:import|export)\b[^'"`;=()]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|(?:\bimport|\bload|\bcreateRequire\(import\.meta\.url\))\(\s*['"]([^'"]+)['"]\s*\)/gm;

function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Files that package.json names: commands and `exports`. */
function named({ bin, exports = {} }) {
  const leaves = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(leaves));
  return [...Object.values(bin), ...leaves(exports)].filter((path) => !path.includes('*'));
}

/** What a compiled file imports, by import, export … from and import(). */
export function importsOf(text) {
  return [...text.matchAll(IMPORT)].map(([, from, bare, called]) => from ?? bare ?? called);
}

/**
 * Says what is wrong with an unpacked package: a file that does not belong there, an import of a missing file, a package
 * that is imported and not declared, or declared and not imported, a script that an install would run.
 */
export function checkContents(content, manifest, checkout) {
  const all = files(content).map((path) => relative(content, path));
  const superfluous = all.filter((path) => !wanted.some((pattern) => pattern.test(path)));
  const wrong = superfluous.map((path) => `${path} is not wanted in the package`);
  const declared = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));
  const imported = new Set();
  for (const path of all.filter((file) => file.startsWith('dist/') && file.endsWith('.js'))) {
    const text = readFileSync(join(content, path), 'utf8');
    if (text.includes('//# sourceMappingURL=')) wrong.push(`${path} names a source map`);
    if (!['.ts', '.tsx'].some((end) => existsSync(join(checkout, path.replace(/^dist/, 'src').replace(/\.js$/, end)))))
      wrong.push(`${path} has no source`);
    for (const name of importsOf(text)) {
      if (name.startsWith('.')) {
        if (!existsSync(join(content, dirname(path), name))) wrong.push(`${path} imports ${name}, which is not there`);
      } else if (!name.startsWith('node:') && !builtinModules.includes(name)) {
        imported.add(packageOf(name));
        if (!declared.has(packageOf(name))) wrong.push(`${path} imports ${name}, which no dependency brings`);
      }
    }
  }
  const idle = [...declared].filter((name) => !imported.has(name) && !peers.includes(name));
  wrong.push(...idle.map((name) => `dependency ${name} is never imported`));
  for (const script of ['preinstall', 'install', 'postinstall'])
    if (manifest.scripts?.[script] !== undefined) wrong.push(`package.json runs ${script} where it is installed`);
  if (manifest.optionalDependencies !== undefined)
    wrong.push('package.json has optionalDependencies, which are compiled');
  for (const path of named(manifest))
    if (!existsSync(join(content, path))) wrong.push(`package.json names ${path}, which is not there`);
  return { wrong, shown: `${all.length} files; each of ${declared.size} dependencies is used, each import has one` };
}
