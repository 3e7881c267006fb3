#!/usr/bin/env node
// Writes the package's software bill of materials (CycloneDX 1.5) of what the lock file pins for its users, to standard
// output or to a file. It is checked against the lock file; --check also checks it against CycloneDX's schema, with
// CycloneDX's library.
//   npm run --silent sbom -- sbom.cdx.json --check
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { must } from './tarball/sandbox.mjs';

const checkout = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });

const read = (name) => JSON.parse(readFileSync(join(checkout, name), 'utf8'));

/**
 * The bill that npm writes. With `--omit dev`, npm 11.19 leaves out packages that a development package needs too (ajv,
 * picocolors), so npm runs in a copy without development packages. npm takes the package's name from the copy's folder.
 */
async function written() {
  const at = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    const { devDependencies: _dev, scripts: _scripts, ...manifest } = read('package.json');
    const folder = join(at, manifest.name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    copyFileSync(join(checkout, 'package-lock.json'), join(folder, 'package-lock.json'));
    const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
    await must('npm', ['install', '--package-lock-only', ...quiet], { cwd: folder });
    const flags = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
    return JSON.parse(await must('npm', ['sbom', ...flags], { cwd: folder }));
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}

/** What only the lock file or only the bill has, and what can't be told apart or checked. */
function objections({ components, metadata }) {
  const manifest = read('package.json');
  const locked = Object.entries(read('package-lock.json').packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    // npm lists an alias by either of its names.
    .map(([path, { name, version, devOptional = false }]) => {
      const names = [path.split('node_modules/').at(-1), ...(name === undefined ? [] : [name])];
      return { ids: names.map((one) => `${one}@${version}`), devOptional };
    });
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const known = new Set(locked.flatMap(({ ids }) => ids));
  // devOptional: a package for development or an optional one; users may have it or not.
  const missing = locked.filter(({ ids, devOptional }) => !devOptional && !ids.some((id) => listed.has(id)));
  const { name, version } = metadata.component;
  return [
    ...(`${name}@${version}` === `${manifest.name}@${manifest.version}` ? [] : [`it is of ${name}@${version}`]),
    ...missing.map(({ ids }) => `${ids[0]} is missing`),
    ...[...listed].filter((one) => !known.has(one)).map((one) => `${one} is not in the lock file for users`),
    ...components.filter(({ hashes = [] }) => hashes.length === 0).map((one) => `${one.purl} has no hash`),
    ...components.filter(({ licenses = [] }) => licenses.length === 0).map((one) => `${one.purl} has no license`),
  ];
}

/** What is wrong by CycloneDX's schema of that version; null where nothing is. */
async function bySchema(text) {
  const at = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    const packages = ['@cyclonedx/cyclonedx-library@10.3.0', 'ajv@8', 'ajv-formats@3', 'ajv-formats-draft2019@1'];
    await must('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', at, ...packages], {
      cwd: at,
    });
    const { Spec, Validation } = createRequire(join(at, 'package.json'))('@cyclonedx/cyclonedx-library');
    return await new Validation.JsonStrictValidator(Spec.Version.v1dot5).validate(text);
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}

const bom = await written();
const text = `${JSON.stringify(bom, null, 2)}\n`;
const wrong = objections(bom);
if (values.check) {
  const mistakes = await bySchema(text);
  if (mistakes !== null) wrong.push(`CycloneDX's schema: ${JSON.stringify(mistakes).slice(0, 600)}`);
}
if (wrong.length > 0) {
  process.stderr.write(`BROKEN  sbom: ${wrong.join('\n        ')}\n`);
  process.exitCode = 1;
} else {
  process.stderr.write(
    `ok      sbom: ${bom.components.length} packages, as the lock file has them${values.check ? '; the schema of CycloneDX 1.5 holds' : ''}\n`,
  );
  if (positionals[0] !== undefined) writeFileSync(positionals[0], text);
  else if (!values.check) process.stdout.write(text);
}
