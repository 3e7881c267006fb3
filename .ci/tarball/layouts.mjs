import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { makeHostile, vitestEnv } from './hostile-project.mjs';
import { must } from './sandbox.mjs';

const BIN = 'node_modules/.bin/getdata-conformance';

/** Two of the operations, for speed; the layout `global` runs all of them. */
const some = ['--operations', 'McatCodes,Get_Inventory'];

/** nobody on every Linux; any uid that owns nothing would do. */
const NOBODY = 65534;

function npmInstall(at, ...packages) {
  return must('npm', ['install', '--no-package-lock', ...packages], { cwd: at.project, env: at.installEnv });
}

/** The native validator as `npm ci` compiled it for this checkout, in about 80 s; null where scripts were blocked there. */
function compiledAddon(checkout) {
  const addon = join(checkout, 'node_modules/libxmljs2/build/Release/xmljs.node');
  try {
    createRequire(import.meta.url)(addon);
    return addon;
  } catch {
    return null;
  }
}

function withoutWriting(folder) {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    const kind = lstatSync(path);
    if (kind.isDirectory()) withoutWriting(path);
    else if (!kind.isSymbolicLink()) chmodSync(path, kind.mode & 0o555);
  }
  chmodSync(folder, 0o555);
}

async function ownVitest(at, tarball, version) {
  await npmInstall(at, `vitest@${version}`, tarball);
  makeHostile(at.project);
  return {
    command: BIN,
    flags: [...some, '--reporter', 'html,allure'],
    env: vitestEnv,
    validator: 'libxml2-wasm',
    allure: true,
  };
}

/** Runs it with that version of Node, which npm has as a package. */
const onNode = (version) => ({
  name: `Node ${version}`,
  async install(at, tarball) {
    const node = `node-${process.platform}-${process.arch}`;
    await npmInstall(at, tarball, `${node}@${version}`);
    const env = { PATH: `${join(at.project, 'node_modules', node, 'bin')}:${at.env.PATH}` };
    const flags = [...some, '--reporter', 'html,allure'];
    return { command: BIN, flags, env, validator: 'libxml2-wasm', allure: true };
  },
});

/**
 * The ways to install the package. `install` puts it into the sandbox and returns how to run it and which validator the
 * report must name. Install scripts are blocked in all (npm_config_ignore_scripts). `global` has libxmljs2 beside the
 * package, with the addon that was compiled for this checkout.
 */
export const layouts = [
  {
    name: 'npx in an empty folder',
    async install(at, tarball) {
      const npx = ['-y', '-p', tarball, 'getdata-conformance'];
      // The first call installs into npm's cache; the second is the one under test.
      await must('npx', [...npx, '--version'], { cwd: at.project, env: at.installEnv });
      return { command: 'npx', before: npx, flags: some, env: at.npmEnv, validator: 'libxml2-wasm' };
    },
  },
  {
    name: 'global install, libxmljs2 beside it, all operations',
    async install(at, tarball, checkout) {
      const prefix = join(at.root, 'prefix');
      const addon = compiledAddon(checkout);
      const beside = addon === null ? [] : ['libxmljs2@0.35.0'];
      const install = ['install', '-g', '--prefix', prefix, tarball, ...beside];
      await must('npm', install, { cwd: at.project, env: at.installEnv });
      const env = { PATH: `${join(prefix, 'bin')}:${at.env.PATH}` };
      const installed = { command: 'getdata-conformance', flags: [], env, validator: 'libxml2-wasm' };
      if (addon === null) return installed;
      const release = join(prefix, 'lib/node_modules/libxmljs2/build/Release');
      mkdirSync(release, { recursive: true });
      cpSync(addon, join(release, 'xmljs.node'));
      return { ...installed, flags: ['--validator', 'libxmljs2'], validator: 'libxmljs2' };
    },
  },
  {
    name: 'GitHub Action with the path of a tarball',
    async install(at, tarball, checkout) {
      const path = join(checkout, '.github/actions/conformance');
      const { runs } = load(readFileSync(join(path, 'action.yml'), 'utf8'));
      const { run } = runs.steps.find(({ id }) => id === 'install');
      const env = { ...at.installEnv, GITHUB_ACTION_PATH: path, RUNNER_TEMP: at.root, VERSION: tarball };
      await must('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], { cwd: at.project, env });
      return { command: join(at.root, 'getdata-conformance', BIN), flags: some, validator: 'libxml2-wasm' };
    },
  },
  {
    name: 'pnpm, nothing hoisted',
    async install(at, tarball) {
      const pnpm = [
        '-y',
        'pnpm@10.34.9',
        'add',
        '--config.hoist=false',
        '--store-dir',
        join(at.root, 'store'),
        tarball,
      ];
      await must('npx', pnpm, { cwd: at.project, env: at.installEnv });
      const flags = [...some, '--reporter', 'html,allure'];
      return { command: BIN, flags, validator: 'libxml2-wasm', allure: true, library: true };
    },
  },
  {
    name: 'read-only install, another user',
    async install(at, tarball) {
      await npmInstall(at, tarball);
      const reports = join(at.project, 'reports');
      mkdirSync(reports);
      withoutWriting(at.root);
      // For root nothing is read-only, so another user runs it. For others the file modes suffice.
      const user = process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
      chmodSync(reports, 0o777);
      return { command: BIN, flags: some, user, validator: 'libxml2-wasm' };
    },
  },
  { name: 'project with vitest 3, hostile configs', install: (at, tarball) => ownVitest(at, tarball, '3.2.4') },
  { name: 'project with vitest 5, hostile configs', install: (at, tarball) => ownVitest(at, tarball, '5.1.1') },
  {
    name: "path that vite can't read",
    project: 'issue #1/project',
    async install(at, tarball) {
      await npmInstall(at, tarball);
      return { command: BIN, flags: some, refused: /^error: the suite can't run from .*: '#' in a path/m };
    },
  },
  {
    name: 'path with spaces',
    project: "it's a path (with spaces), [brackets] & ünïcode/project",
    async install(at, tarball) {
      await npmInstall(at, tarball);
      return { command: BIN, flags: [...some, '--reporter', 'html,allure'], validator: 'libxml2-wasm', allure: true };
    },
  },
  // The oldest that package.json allows, and those that are maintained.
  ...['20.19.0', '22', '24', '26'].map(onNode),
];
