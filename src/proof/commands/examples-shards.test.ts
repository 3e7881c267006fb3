import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, loadAll } from 'js-yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultyServer } from '../../cli/command.fixture.ts';
import { resultsIn, withoutTimes } from '../../cli/shards.fixture.ts';
import type { ReferenceServer } from '../../reference/server.ts';

interface Step {
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      'shard' | 'merge',
      {
        readonly needs?: string;
        readonly if?: string;
        readonly strategy?: { readonly 'fail-fast': boolean; readonly matrix: { readonly shard: readonly number[] } };
        readonly steps: readonly Step[];
      }
    >
  >;
}

interface Container {
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly envFrom: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly completionMode?: string;
    readonly completions?: number;
    readonly backoffLimit?: number;
    readonly template?: {
      readonly spec: {
        readonly restartPolicy: string;
        readonly containers: readonly Container[];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const text = (file: string): string => readFileSync(join(root, file), 'utf8');
const workflow = load(text('.github/workflows/conformance-shards-example.yml')) as Workflow;
const resources = loadAll(text('.github/kubernetes-job.example.yml')) as readonly Resource[];
const { version } = JSON.parse(text('package.json')) as { readonly version: string };

/** Few cells, one of which fails; scripts read them from the config file beside them. */
const config = { operations: ['Get_Inventory', 'Get_Video_Links'], bindings: ['http-get'], profile: 'quick' };
let folder: string;
let server: ReferenceServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'getdata-examples-'));
  mkdirSync(join(folder, 'bin'));
  const main = JSON.stringify(join(root, 'dist/cli/main.js'));
  const stub = `#!/bin/sh\n[ "$1 $2" = "--yes $SUITE" ] || exit 99\nshift 2\nexec ${JSON.stringify(process.execPath)} ${main} "$@"\n`;
  writeFileSync(join(folder, 'bin/npx'), stub);
  chmodSync(join(folder, 'bin/npx'), 0o755);
  server = await faultyServer('media-type-plain', { operation: 'Get_Video_Links', binding: null });
  const whole = 'npx --yes "$SUITE" run "$TARGET" --namespace "$NAMESPACE" --seed "$SEED"';
  expect(await ran('whole', whole, { ...workflow.env, SEED: '1' })).toBe(1);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Runs a script in a folder of its own that is there afterwards, with `npx` from this build; resolves to the exit code. */
function ran(
  cwd: string,
  script: string,
  env: Readonly<Record<string, string>>,
  shell: readonly string[] = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'],
): Promise<number> {
  mkdirSync(join(folder, cwd), { recursive: true });
  writeFileSync(join(folder, cwd, 'getdata.config.json'), JSON.stringify(config));
  const path = `${join(folder, 'bin')}:${process.env.PATH}`;
  const [program = '', ...args] = shell;
  const around = { cwd: join(folder, cwd), env: { ...env, PATH: path, TARGET: server.url } };
  return new Promise((resolve) => {
    execFile(program, [...args, script], around, (error) => {
      resolve(typeof error?.code === 'number' ? error.code : 0);
    });
  });
}

function scriptOf({ steps }: Workflow['jobs']['shard']): { readonly script: string; readonly env: readonly string[] } {
  const step = steps.find(({ run }) => run !== undefined);
  return { script: step?.run ?? '', env: Object.entries(step?.env ?? {}).map(([name, value]) => `${name}=${value}`) };
}

function uses({ steps }: Workflow['jobs']['shard'], action: string): Step | undefined {
  return steps.find((step) => step.uses?.startsWith(`actions/${action}@`));
}

test('the workflow hands every shard on to the merge, whatever a shard found', () => {
  const { shard, merge } = workflow.jobs;
  expect(scriptOf(shard).env[0]).toBe('SHARD=${{ matrix.shard }}/${{ strategy.job-total }}');
  expect(shard.strategy).toMatchObject({ 'fail-fast': false, matrix: { shard: [1, 2, 3, 4] } });
  expect([merge.needs, merge.if]).toEqual(['shard', '${{ !cancelled() }}']);
  const [up, down] = [uses(shard, 'upload-artifact'), uses(merge, 'download-artifact')];
  expect([up?.if, up?.with?.name, up?.with?.path]).toEqual(['always()', 'shard-${{ matrix.shard }}', 'reports']);
  expect(down?.with).toEqual({ pattern: 'shard-*', path: 'shards' });
  for (const job of [shard, merge]) expect(scriptOf(job).script).not.toContain('${{');
  expect(workflow.env.SUITE).toBe(`getdata-conformance@${version}`);
});

test('the scripts of the workflow give the result of one run', async () => {
  const { shard, merge } = workflow.jobs;
  const env = { ...workflow.env, SEED: '1' };
  const codes: number[] = [];
  for (const index of [1, 2]) {
    codes.push(await ran(`github/${index}`, scriptOf(shard).script, { ...env, SHARD: `${index}/2` }));
    cpSync(join(folder, `github/${index}/reports`), join(folder, `github/merge/shards/shard-${index}`), {
      recursive: true,
    });
  }
  expect(codes).toEqual([0, 1]);
  expect(await ran('github/merge', scriptOf(merge).script, env)).toBe(1);
  const results = resultsIn(folder, 'github/merge/reports');
  const told = JSON.stringify(withoutTimes(results));
  // The whole run had its settings as options: its commands name no file.
  const same = JSON.parse(told.replaceAll(' --config getdata.config.json', ''));
  expect(same).toEqual(withoutTimes(resultsIn(folder, 'whole/reports')));
});

const jobs = resources.flatMap(({ kind, spec }) => (kind === 'Job' && spec !== undefined ? [spec] : []));
const settings = resources.find(({ kind }) => kind === 'ConfigMap');

test('the Kubernetes Jobs fit together: as many pods as shards, one config, volumes that are there', () => {
  expect(resources.map(({ kind }) => kind)).toEqual(['ConfigMap', 'PersistentVolumeClaim', 'Job', 'Job']);
  const [shards, merge] = jobs;
  expect([shards?.completionMode, `${shards?.completions}`]).toEqual(['Indexed', settings?.data?.SHARDS]);
  expect(merge?.backoffLimit).toBe(0);
  expect(settings?.data?.SUITE).toBe(`getdata-conformance@${version}`);
  for (const job of jobs) {
    const { containers = [], volumes = [], restartPolicy } = job.template?.spec ?? {};
    expect(restartPolicy).toBe('Never');
    expect(containers).toHaveLength(1);
    for (const { envFrom, volumeMounts } of containers) {
      expect(envFrom[0]?.configMapRef?.name).toBe(settings?.metadata.name);
      expect(volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
    }
  }
});

test('the scripts of the Kubernetes Jobs give the result of one run', async () => {
  // The same path as the one run's, which its findings name.
  const env = { ...settings?.data, SHARDS: '2', REPORTS: 'run' };
  const codes: number[] = [];
  for (const [job, index] of [
    [jobs[0], 0],
    [jobs[0], 1],
    [jobs[1], -1],
  ] as const) {
    const { command = [], args = [] } = job?.template?.spec.containers[0] ?? {};
    codes.push(await ran('kubernetes', args[0] ?? '', { ...env, JOB_COMPLETION_INDEX: `${index}` }, command));
  }
  expect(codes).toEqual([0, 0, 1]);
  const results = JSON.stringify(withoutTimes(resultsIn(folder, 'kubernetes/run/merged')));
  const whole = JSON.stringify(withoutTimes(resultsIn(folder, 'whole/reports')));
  expect(results.replaceAll('run/merged/results.json', 'reports/results.json')).toBe(whole);
});
