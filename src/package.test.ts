import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { expect, onTestFinished, test } from 'vitest';

interface Job {
  readonly strategy?: { readonly matrix: { readonly include: readonly { node: string; image: string }[] } };
  readonly steps: readonly { readonly run?: string }[];
}

interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../', import.meta.url));
const text = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const workflow = (name: string): Workflow => load(text(`.github/workflows/${name}.yml`)) as Workflow;

const manifest = JSON.parse(text('package.json')) as Manifest;
const scripts = Object.values(workflow('publish').jobs).flatMap(({ steps }) =>
  steps.flatMap(({ run = '' }) => run.split('\n')),
);

/** Headings of a version: '## [1.2.0] - 2026-01-31', newest first. */
const versions = [...text('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);

/** 1.10.0 after 1.9.0: a number for each part, with room for 9999. */
function order(version: string): number {
  return version.split('.').reduce((sum, part) => sum * 10_000 + Number(part), 0);
}

test('the changelog is in the form of Keep a Changelog 1.1.0', () => {
  const [newest = '', ...older] = versions;
  expect(newest).toMatch(/^\[(Unreleased|\d+\.\d+\.\d+)\]/);
  for (const heading of newest === '[Unreleased]' ? older : versions) {
    expect(heading).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/);
  }
  const released = versions.flatMap((heading) => /\d+\.\d+\.\d+/.exec(heading)?.[0] ?? []);
  expect(released).toEqual(released.toSorted((a, b) => order(b) - order(a)));
  const kinds = [...text('CHANGELOG.md').matchAll(/^### (.*)$/gm)].map(([, kind]) => kind);
  expect(kinds.length).toBeGreaterThanOrEqual(versions.length);
  for (const kind of kinds) expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toContain(kind);
});

test("the changelog's newest section is this version's, or of what is not released", () => {
  expect(['[Unreleased]', `[${manifest.version}]`]).toContain(versions[0]?.split(' - ')[0]);
});

test('CI and the tarball run on the oldest Node.js that package.json allows, and the container on one that CI runs on', () => {
  const matrix = workflow('ci').jobs.ci?.strategy?.matrix.include ?? [];
  const nodes = matrix.map(({ node }) => node);
  for (const { node, image } of matrix) expect(image).toMatch(new RegExp(`^node:${node}-bookworm(@|$)`));
  expect(manifest.engines.node).toBe(`^${nodes[0]} || >=${nodes[1]}`);
  expect(nodes).toEqual(['20.19', '22', '24', '26']);
  // The tarball is tried with each.
  for (const node of nodes) expect(text('.ci/tarball/layouts.mjs')).toMatch(new RegExp(`'${node}(\\.0)?'`));
  const bases = [...text('Dockerfile').matchAll(/^FROM node:(\d+)\.\d+\.\d+-/gm)].map(([, major]) => major);
  expect(bases.length).toBeGreaterThan(0);
  for (const major of bases) expect(nodes).toContain(major);
});

test('what package.json, CI and the workflows start is there', () => {
  const started = [...Object.values(manifest.scripts), text('.ci/run'), ...scripts].join('\n');
  const files = [...started.matchAll(/\b(?:node|bash) (\.ci\/\S+)/g)].flatMap(([, file]) => file ?? []);
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
  const named = [...started.matchAll(/npm run (?:--silent )?(\w+)/g)].flatMap(([, name]) => name ?? []);
  expect(named.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
});

test('every relative link in a page of the package leads to a file of the package', () => {
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [{ files }] = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' })) as [
    { readonly files: readonly { readonly path: string }[] },
  ];
  const packed = files.map(({ path }) => path);
  const dead = packed
    .filter((path) => path.endsWith('.md'))
    .flatMap((page) =>
      [...text(page).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
        .flatMap(([, link = '']) => (/^[a-z]+:/.test(link) ? [] : [posix.join(posix.dirname(page), link)]))
        .filter((link) => !packed.some((path) => path === link || path.startsWith(`${link.replace(/\/$/, '')}/`)))
        .map((link) => `${page}: ${link}`),
    );
  expect(dead).toEqual([]);
});

test('npm publish refuses a package that names no repository of its own', () => {
  const [, script = ''] = /^node -e "(.*)"$/.exec(manifest.scripts.prepublishOnly ?? '') ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'getdata-publish-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const code = (json: string): number | null => {
    writeFileSync(join(folder, 'package.json'), json);
    return spawnSync(process.execPath, ['-e', script], { cwd: folder }).status;
  };
  const own = text('package.json').replaceAll('github.com/OWNER/', 'github.com/us/');
  expect([code(text('package.json')), code(own)]).toEqual([1, 0]);
});
