import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';

// What zizmor (docs.zizmor.sh/audits) requires of workflows, by its names; zizmor is not in the npm registry.

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: unknown;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Rule {
  readonly name: string;
  /** What is wrong, each in few words. */
  readonly judge: (workflow: Workflow, text: string) => readonly string[];
  /** A change of publish.yml that it must object to. */
  readonly breaks: readonly [RegExp | string, string];
}

const root = fileURLToPath(new URL('../', import.meta.url));
const text = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const steps = ({ jobs }: Workflow): readonly Step[] => Object.values(jobs).flatMap((job) => job.steps);
const isWrite = ([, access]: readonly [string, string]): boolean => access === 'write';
const writes = ({ permissions = {} }: Job): boolean => Object.entries(permissions).some(isWrite);

/** Images that are not named by digest. */
function unpinnedImages(source: string): readonly string[] {
  const lines = source.split('\n').filter((line) => /^\s*(-\s*)?(container|image): [^$]|^FROM /.test(line));
  return lines.filter((line) => !/@sha256:[0-9a-f]{64}( |$)/.test(line));
}

const rules: readonly Rule[] = [
  {
    name: 'unpinned-uses: an action is a commit, with its version next to it',
    judge: (_, source) =>
      [...source.matchAll(/^.*\buses: .*$/gm)]
        .map(([line]) => line.trim())
        .filter((line) => !/uses: (\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/.test(line)),
    breaks: [/actions\/setup-node@\S+ # \S+/, 'actions/setup-node@v4'],
  },
  {
    name: 'unpinned-images: an image is a digest',
    judge: (_, source) => unpinnedImages(source),
    breaks: [/@sha256:\w+ # \S+/, ''],
  },
  {
    name: 'excessive-permissions: a workflow may read, a job writes one thing',
    judge: ({ permissions, jobs }) => [
      ...(JSON.stringify(permissions) === '{"contents":"read"}' ? [] : ['permissions']),
      ...Object.entries(jobs).flatMap(([name, job]) =>
        Object.entries(job.permissions ?? {}).filter(isWrite).length > 1 ? [name] : [],
      ),
    ],
    breaks: ['contents: read', 'contents: write'],
  },
  {
    name: 'artipacked: a checkout keeps no credentials',
    judge: (workflow) =>
      steps(workflow).flatMap(({ uses = '', with: inputs }) =>
        uses.startsWith('actions/checkout@') && inputs?.['persist-credentials'] !== false ? [uses] : [],
      ),
    breaks: [/persist-credentials: false/, 'fetch-depth: 1'],
  },
  {
    name: 'template-injection: no script holds an expression',
    judge: (workflow) => steps(workflow).flatMap(({ run = '' }) => (run.includes('${{') ? [run] : [])),
    breaks: ['run: bash .ci/run', `run: echo \${{ github.ref }}`],
  },
  {
    name: 'dangerous-triggers: none runs what a stranger sends with our permissions',
    judge: ({ on }) => (/pull_request_target|workflow_run/.test(JSON.stringify(on)) ? ['on'] : []),
    breaks: ['release:', 'pull_request_target:'],
  },
  {
    name: 'cache-poisoning: what is published comes from no cache',
    judge: ({ on, jobs }) =>
      /release/.test(JSON.stringify(on))
        ? Object.values(jobs)
            .flatMap((job) => job.steps)
            .flatMap(({ uses = '', with: inputs }) =>
              uses.startsWith('actions/setup-node@') && inputs?.['package-manager-cache'] !== false ? [uses] : [],
            )
        : [],
    breaks: ['package-manager-cache: false', 'check-latest: false'],
  },
  {
    name: 'a job that may write runs no code of the repository or of a dependency',
    judge: ({ jobs }) =>
      Object.values(jobs)
        .filter(writes)
        .flatMap((job) => job.steps)
        .flatMap(({ uses = '', run = '' }) =>
          /^(\.\/|actions\/checkout@)/.test(uses) || /\bnpm (?!publish .*--ignore-scripts)|\bnpx\b|\bnode\b/.test(run)
            ? [uses || run]
            : [],
        ),
    breaks: [/ --ignore-scripts --provenance/, ' --provenance'],
  },
];

const files = readdirSync(`${root}.github/workflows`).map((name) => `.github/workflows/${name}`);

describe.each(rules)('$name', ({ judge, breaks: [from, to] }) => {
  test.each(files)('%s', (file) => {
    const source = text(file);
    expect(judge(load(source) as Workflow, source)).toEqual([]);
  });

  test('is broken by a change of publish.yml', () => {
    const whole = text('.github/workflows/publish.yml');
    const broken = whole.replace(from, to);
    expect(broken).not.toBe(whole);
    expect(judge(load(broken) as Workflow, broken)).not.toEqual([]);
  });
});

test('every other image that we name is a digest too', () => {
  const others = ['Dockerfile', '.ci/gitlab-ci.example.yml', '.github/kubernetes-job.example.yml'];
  for (const file of others) expect(unpinnedImages(text(file)), file).toEqual([]);
  expect(unpinnedImages('FROM node:22\n')).toEqual(['FROM node:22']);
});

/** What npx would fetch in a version that nobody chose. */
function unpinnedPackages(source: string): readonly string[] {
  const fetched = [...source.matchAll(/\bnpx (?:-y|--yes) (\S+)/g)].map(([, name = '']) => name);
  return fetched.filter((name) => !/@\d+\.\d+\.\d+$/.test(name));
}

test('every package that a script or a page has npx fetch is an exact version', () => {
  const sources = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const pages = readdirSync(`${root}docs`)
    .map((name) => `docs/${name}`)
    .filter((name) => name.endsWith('.md'));
  // Examples to copy name the version in a variable.
  for (const file of [
    'package.json',
    'CONTRIBUTING.md',
    'README.md',
    ...pages,
    ...sources.map((name) => `src/${name}`),
  ])
    expect(file.endsWith('.test.ts') ? [] : unpinnedPackages(text(file)), file).toEqual([]);
  expect(unpinnedPackages('npx -y tsx@4 a.ts')).toEqual(['tsx@4']);
});

test('no script of the action holds an expression', () => {
  const action = load(text('.github/actions/conformance/action.yml')) as { readonly runs: Pick<Job, 'steps'> };
  expect(action.runs.steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
});

test('a release is published by nothing but a tested tarball, with provenance and bill of materials, and no token', () => {
  const { on, jobs } = load(text('.github/workflows/publish.yml')) as Workflow;
  expect(Object.keys(on as object)).toEqual(['release']);
  const { test: tested, build, publish, attach } = jobs;
  const runs = (job: Job | undefined): string => (job?.steps ?? []).map(({ run = '' }) => run).join('\n');
  expect([build?.needs, publish?.needs, attach?.needs]).toEqual(['test', 'build', 'publish']);
  expect([publish?.permissions, attach?.permissions]).toEqual([{ 'id-token': 'write' }, { contents: 'write' }]);
  expect(runs(tested).trim()).toBe('bash .ci/run');
  expect(runs(build)).toMatch(/npm run tarball -- --out packed\n.*sbom\.cdx\.json --check/);
  expect(runs(publish).trim()).toBe('npm publish ./packed/*.tgz --ignore-scripts --provenance --access public');
  expect(runs(attach)).toContain('packed/*.tgz packed/sbom.cdx.json');
  expect(text('.github/workflows/publish.yml')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
});

test('the image is pushed as it was built and run, after the package', () => {
  const { jobs } = load(text('.github/workflows/publish.yml')) as Workflow;
  const { 'image-build': build, image } = jobs;
  const runs = (job: Job | undefined): string => (job?.steps ?? []).map(({ run = '' }) => run).join('\n');
  expect([build?.needs, image?.needs]).toEqual(['test', ['publish', 'image-build']]);
  expect(runs(build)).toMatch(/docker build .*\ndocker run .* run --embedded .*\ndocker save/);
  expect(image?.permissions).toEqual({ packages: 'write' });
  expect(runs(image)).toMatch(/docker load[\s\S]*docker push/);
});
