import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Nothing here takes longer, but for an npm registry that does not answer. */
const TIME_LIMIT = 300_000;

/** Runs a command to its end. Resolves to exit code (124 where it was given up) and both outputs. */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: TIME_LIMIT, ...options });
    const texts = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (texts.out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (texts.err += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 124, ...texts }));
  });
}

/** As `run`, for what must succeed before anything can be tested. */
export async function must(command, args, options) {
  const ended = await run(command, args, options);
  if (ended.code === 0) return ended.out;
  throw new Error(`${command} ${args.join(' ')} ended with ${ended.code}:\n${ended.out}${ended.err}`.slice(0, 4000));
}

/**
 * A place of its own for one layout: `project` (the folder of the user), `home`, `tmp`, npm's `cache`, all below `root`.
 * `env` is the whole environment of the command under test; `installEnv` is that of the package managers.
 * @param npmCache - where npm keeps packages it fetched before: only that part is shared, and only to be quick
 * @param project - the path of the project below root
 */
export function openSandbox(name, npmCache, project = 'project') {
  const root = mkdtempSync(join(tmpdir(), `tarball-${name.replace(/\W+/g, '-')}-`));
  // Another user must be able to come in.
  chmodSync(root, 0o755);
  const folder = (path) => {
    const made = join(root, path);
    mkdirSync(made, { recursive: true });
    return made;
  };
  const place = { root, project: folder(project), home: folder('home'), tmp: folder('tmp'), cache: folder('cache') };
  writeFileSync(join(place.project, 'package.json'), '{ "name": "somebody", "private": true }\n');
  mkdirSync(join(npmCache, '_cacache'), { recursive: true });
  symlinkSync(join(npmCache, '_cacache'), join(place.cache, '_cacache'));
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: place.home,
    TMPDIR: place.tmp,
    LANG: 'C.UTF-8',
  };
  const npm = {
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), '.npmrc'),
    npm_config_cache: place.cache,
    npm_config_logs_max: '0',
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_prefer_offline: 'true',
    npm_config_ignore_scripts: 'true',
  };
  const { NODE_OPTIONS: _ours, INIT_CWD: _theirs, ...outside } = process.env;
  return {
    ...place,
    env,
    npmEnv: { ...env, ...npm },
    installEnv: { ...outside, ...env, ...npm },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}
