import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { cli, newFolder } from '../../cli/cli.fixture.ts';
import { commandHere, compiledRunCli, faultyServer } from '../../cli/command.fixture.ts';
import { reporterNames } from '../../views/write-reports.ts';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

interface GitlabJob {
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
  readonly artifacts: {
    readonly when: string;
    readonly paths: readonly string[];
    readonly reports: { readonly junit: string };
  };
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

function loaded(file: string): unknown {
  return load(readFileSync(join(root, file), 'utf8'));
}

const action = loaded('.github/actions/conformance/action.yml') as Action;
const { steps } = (loaded('.github/workflows/conformance-example.yml') as Workflow).jobs.conformance ?? { steps: [] };
const { services: compose } = loaded('.ci/compose.example.yml') as {
  readonly services: Readonly<Record<'sandbox' | 'runner', { readonly command: string }>>;
};
const { conformance: gitlab } = loaded('.ci/gitlab-ci.example.yml') as { readonly conformance: GitlabJob };

test('every input of the action is described and reaches the script, every output comes from a step', () => {
  const used = action.runs.steps.flatMap(({ env }) => Object.values(env ?? {}));
  expect(used.toSorted()).toEqual(
    Object.keys(action.inputs)
      .map((name) => `\${{ inputs.${name} }}`)
      .toSorted(),
  );
  for (const { description } of Object.values(action.inputs)) expect(description.length).toBeGreaterThan(10);
  const script = action.runs.steps.find(({ id }) => id === 'run')?.run ?? '';
  for (const [name, { value }] of Object.entries(action.outputs)) {
    expect(value).toBe(`\${{ steps.run.outputs.${name} }}`);
    expect(script).toContain(`${name}=%s`);
  }
});

test('the workflow uses the action with inputs it has, and keeps the reports whatever the verdict', () => {
  const use = steps.find(({ uses }) => uses === './.github/actions/conformance');
  expect(Object.keys(use?.with ?? {}).filter((name) => action.inputs[name] === undefined)).toEqual([]);
  const upload = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
  expect([upload?.if, upload?.with?.path]).toEqual(['always()', action.inputs.reports?.default]);
});

test('the reporters of the examples are ours', () => {
  const named = [
    action.inputs.reporters?.default,
    ...steps.map((step) => step.with?.reporters),
    /--reporter (\S+)/.exec(gitlab.script.join('\n'))?.[1],
  ].flatMap((names) => names?.split(',') ?? []);
  expect(named.filter((name) => !reporterNames.some((one) => one === name))).toEqual([]);
  expect(named.filter((name) => name === 'junit')).toHaveLength(3);
});

test('the GitLab job keeps the JUnit report that its run writes', () => {
  const { when, paths, reports } = gitlab.artifacts;
  expect([when, paths, reports.junit]).toEqual(['always', ['reports/'], 'reports/junit.xml']);
  for (const name of Object.keys(gitlab.variables)) expect(gitlab.script.join('\n')).toContain(`"$${name}"`);
});

interface ActionEnded {
  readonly folder: string;
  readonly code: number;
  readonly out: string;
  /** What it wrote to GITHUB_OUTPUT. */
  readonly output: string;
}

/** Runs the action's own script in bash as GitHub's runner does, with its inputs, where the suite is installed. */
function runAction(inputs: Readonly<Record<string, string>>, earlierResults?: string): Promise<ActionEnded> {
  const folder = newFolder();
  if (earlierResults !== undefined) {
    mkdirSync(join(folder, 'reports'));
    writeFileSync(join(folder, 'reports/results.json'), earlierResults);
  }
  const step = action.runs.steps.find(({ id }) => id === 'run');
  const env = Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([variable, expression]) => {
      const name = /inputs\.(\S+)/.exec(expression)?.[1] ?? '';
      return [variable, inputs[name] ?? action.inputs[name]?.default ?? ''];
    }),
  );
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
  const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? ''];
  const bin = join(folder, 'getdata-conformance/node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  const command = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/cli/main.js')}' "$@"\n`;
  writeFileSync(join(bin, 'getdata-conformance'), command, { mode: 0o755 });
  const runner = {
    RUNNER_TEMP: folder,
    PATH: process.env.PATH,
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: join(root, '.github/actions/conformance'),
  };
  return new Promise((resolve) => {
    execFile('bash', shell, { cwd: folder, env: { ...runner, ...files, ...env } }, (error, out) => {
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ folder, code, out, output: readFileSync(files.GITHUB_OUTPUT, 'utf8') });
    });
  });
}

test("the action's script runs the suite, annotates, writes the summary and says the verdict", async () => {
  const server = await faultyServer('fields-swapped', { operation: 'Get_Inventory', binding: 'soap12' });
  const args = '--operations=Get_Inventory\n--bindings=soap12\n\n--seed=1\n';
  const { folder, code, out, output } = await runAction({ target: server.url, args });
  await server.close();
  expect([code, output]).toEqual([1, 'exit-code=1\nverdict=non-conformant\n']);
  expect(out).toMatch(/^::error title=record\.field-order in Get_Inventory\/soap12::/m);
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('❌ GetData conformance');
  for (const file of ['results.json', 'report.html', 'junit.xml']) {
    expect(existsSync(join(folder, 'reports', file))).toBe(true);
  }
});

test('where nothing was tested there is no verdict, not even of an earlier run', async () => {
  const earlier = '{ "verdict": "conformant" }';
  for (const option of ['--version', '--dry-run']) {
    const { output } = await runAction({ target: 'http://127.0.0.1:1', args: option }, earlier);
    expect(output).toBe('exit-code=0\nverdict=\n');
  }
});

test('the action and the examples use the profile of the command line, unless told', async () => {
  const server = await faultyServer('fields-swapped', { operation: 'Get_Inventory', binding: 'soap12' });
  const args = '--operations=Get_Inventory\n--bindings=soap12\n--dry-run';
  const own = await runAction({ target: server.url, args });
  const quick = await runAction({ target: server.url, args, profile: 'quick' });
  await server.close();
  expect(own.out).toContain('(profile standard,');
  expect(quick.out).toContain('(profile quick,');
  const examples = ['.ci/gitlab-ci.example.yml', '.github/workflows/conformance-example.yml', 'docs/ci.md'];
  for (const file of examples) expect(readFileSync(join(root, file), 'utf8')).not.toContain('--profile quick');
});

test('the verdict about a target that can not be reached is error', async () => {
  const { output } = await runAction({ target: 'http://127.0.0.1:1' });
  expect(output).toBe('exit-code=4\nverdict=error\n');
});

test.each(['$(touch pwned)`touch pwned`', '"; touch pwned; \'; touch pwned; ', '--version', 'a\ntouch pwned'])(
  'an input %j is data, whatever it holds',
  async (hostile) => {
    const all = Object.fromEntries(Object.keys(action.inputs).map((name) => [name, hostile]));
    for (const inputs of [{ target: hostile }, { ...all, args: '' }]) {
      const { folder, code, output } = await runAction(inputs);
      expect([code, output]).toEqual([2, 'exit-code=2\nverdict=\n']);
      expect(existsSync(join(folder, 'pwned'))).toBe(false);
    }
  },
);

test("the compose file's runner tests its sandbox", async () => {
  const port = /--port (\d+)/.exec(compose.sandbox.command)?.[1];
  expect(compose.runner.command).toContain(`http://sandbox:${port}`);
  const run = await compiledRunCli();
  let stop = (): void => {};
  const interrupted = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let onOut = (_text: string): void => {};
  const listening = new Promise<string>((resolve) => {
    onOut = (text) => resolve(/listens on \S+:(\d+)/.exec(text)?.[1] ?? '');
  });
  const served = cli(compose.sandbox.command.replace(/(--port) \d+/, '$1 0').split(' '), { onOut, interrupted }, run);
  const address = `http://127.0.0.1:${await listening}`;
  const words = compose.runner.command.replace(/http:\/\/sandbox:\d+/, address).split(' ');
  const { code, err } = await commandHere([...words, '--operations', 'McatCodes', '--profile', 'quick']);
  stop();
  expect([(await served).exitCode, code, err]).toEqual([0, 0, '']);
});
