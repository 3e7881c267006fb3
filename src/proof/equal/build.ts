import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ConfigError } from '../../base/error.ts';

/** A compiled version of the suite. */
export interface Build {
  /** Its `dist` folder. */
  readonly dist: string;
  /** SHA-256 over what it runs. */
  readonly digest: string;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Where `npm run equal` keeps builds and recordings; git ignores it. */
export const KEPT = join(ROOT, 'reports/equal');

/** The build that this module belongs to. */
export function ownBuild(): Build {
  return buildIn(fileURLToPath(new URL('../..', import.meta.url)));
}

/**
 * The build that a user names. @param named - a `dist` folder, the folder that holds one, or a git revision, which is
 * compiled once with the packages that are installed here @throws ConfigError
 */
export function namedBuild(named: string): Build {
  for (const folder of [resolve(named), resolve(named, 'dist')])
    if (existsSync(join(folder, 'cli/main.js'))) return buildIn(folder);
  return buildIn(compiled(revisionNamed(named)));
}

function revisionNamed(named: string): string {
  try {
    const args = ['rev-parse', '--verify', '--end-of-options', `${named}^{commit}`];
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    throw new ConfigError(`'${named}' is neither a folder with a build (cli/main.js) nor a git revision`);
  }
}

/** @returns the `dist` folder of a commit, in a folder below our own, where Node.js finds the installed packages */
function compiled(commit: string): string {
  const folder = join(KEPT, 'builds', commit);
  if (!existsSync(join(folder, 'dist/cli/main.js'))) {
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x'], { cwd: folder, input: archive });
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: 'inherit' });
  }
  return join(folder, 'dist');
}

function buildIn(dist: string): Build {
  const hash = createHash('sha256');
  for (const folder of [dist, join(dist, '../specs'), join(dist, '../xsd')]) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
    for (const file of files.filter((name) => /\.(c?js|json|xsd)$/.test(name) && !name.startsWith('proof/')))
      hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
  }
  return { dist, digest: hash.digest('hex').slice(0, 16) };
}

/** The address of a module of a build, for `import`. @param path - below its `dist` */
export function moduleOf({ dist }: Build, path: string): string {
  return pathToFileURL(join(dist, path)).href;
}
