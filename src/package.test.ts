import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string;
  readonly container?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
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
const publish = workflow('publish');
const release = publish.jobs.publish;
const scripts = Object.values(publish.jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')));

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

test('CI runs on the oldest Node.js that package.json allows, and the container on one that CI runs on', () => {
  const nodes = workflow('ci').jobs.ci?.strategy?.matrix.node ?? [];
  expect(manifest.engines.node).toBe(`>=${nodes[0]}`);
  expect(nodes).toEqual(['20.19', '22', '24']);
  const bases = [...text('Dockerfile').matchAll(/^FROM node:(\d+)\.\d+\.\d+-/gm)].map(([, major]) => major);
  expect(bases.length).toBeGreaterThan(0);
  for (const major of bases) expect(nodes).toContain(major);
});

test('a release is published by nothing but a tested tarball, with provenance and bill of materials, and no token', () => {
  expect(Object.keys(publish.on)).toEqual(['release']);
  expect(publish.permissions).toEqual({ contents: 'read' });
  expect(release?.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
  const tested = publish.jobs[release?.needs ?? '']?.steps.map(({ run }) => run);
  expect(tested).toContain('bash .ci/run');
  const published = scripts.filter((line) => line.includes('npm publish'));
  expect(published).toEqual(['npm publish ./packed/*.tgz --provenance --access public']);
  const place = (needle: string): number => scripts.findIndex((line) => line.includes(needle));
  expect(place('npm run tarball -- --out packed')).toBeGreaterThan(-1);
  expect(place('npm run tarball -- --out packed')).toBeLessThan(place('npm publish'));
  expect(place('sbom.cdx.json --check')).toBeLessThan(place('npm publish'));
  expect(scripts.at(-1) ?? scripts.at(-2)).toContain('packed/sbom.cdx.json');
  expect(text('.github/workflows/publish.yml')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
});

test('no script of a workflow holds an expression, so nothing is run that an event names', () => {
  const all = [...scripts, ...(workflow('ci').jobs.ci?.steps ?? []).flatMap(({ run }) => run ?? [])];
  expect(all.length).toBeGreaterThan(5);
  expect(all.filter((line) => line.includes('${{'))).toEqual([]);
});

test('what package.json, CI and the workflows start is there', () => {
  const started = [...Object.values(manifest.scripts), text('.ci/run'), ...scripts].join('\n');
  const files = [...started.matchAll(/\b(?:node|bash) (\.ci\/\S+)/g)].flatMap(([, file]) => file ?? []);
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
  const named = [...started.matchAll(/npm run (?:--silent )?(\w+)/g)].flatMap(([, name]) => name ?? []);
  expect(named.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
});
