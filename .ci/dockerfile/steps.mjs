import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { must } from '../tarball/sandbox.mjs';

/** The tools of node:slim that the steps may call: no compiler, no make, no Python. */
const TOOLS = [
  'node',
  'npm',
  'npx',
  'sh',
  'bash',
  'env',
  'chmod',
  'chown',
  'cp',
  'ln',
  'ls',
  'mkdir',
  'mv',
  'rm',
  'cat',
  'sed',
  'uname',
  'dirname',
  'basename',
  'readlink',
];

/** A folder with links to those tools alone, used as the whole PATH. */
export function slimPath(folder) {
  mkdirSync(folder);
  const places = [dirname(process.execPath), ...process.env.PATH.split(delimiter)];
  for (const tool of TOOLS) {
    const found = places.map((place) => join(place, tool)).find((path) => existsSync(path));
    if (found !== undefined) symlinkSync(found, join(folder, tool));
  }
  return folder;
}

/** The build context that .dockerignore allows. It reads our form of that file only: '*', then '!path' lines. */
export function buildContext(checkout, folder) {
  const lines = readFileSync(join(checkout, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines[0] !== '*' || lines.slice(1).some((line) => !line.startsWith('!')))
    throw new Error(".dockerignore: expected '*' and then '!path' lines");
  for (const line of lines.slice(1))
    cpSync(join(checkout, line.slice(1)), join(folder, line.slice(1)), { recursive: true });
  return folder;
}

function copy(text, { root, workdir, context, stages }) {
  const words = text.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const to = paths.pop();
  const target = join(root, to.startsWith('/') ? to : join(workdir, to));
  const source = from === undefined ? context : stages.get(from);
  if (source === undefined) throw new Error(`COPY --from=${from}: there is no such stage`);
  for (const path of paths) {
    // Docker copies a file into a folder, and of a folder its content.
    const into =
      to.endsWith('/') && !statSync(join(source, path)).isDirectory() ? join(target, basename(path)) : target;
    cpSync(join(source, path), into, { recursive: true, verbatimSymlinks: true });
  }
}

/**
 * Does the Dockerfile's steps, each stage in a folder of its own in place of its file system. RUN has the tools of
 * node:slim only. Paths in RUN must be relative, since there is no container to keep absolute ones in.
 * @returns of the last stage: its folder, WORKDIR, ENV, ENTRYPOINT and CMD
 */
export async function runSteps(stages, folder, context, env) {
  const named = new Map();
  let built;
  for (const [number, instructions] of stages.entries()) {
    const root = join(folder, `stage-${number}`);
    mkdirSync(root, { recursive: true });
    built = { root, workdir: '/', env: {}, entrypoint: [], command: [] };
    for (const { keyword, arguments: text, line } of instructions) {
      if (keyword === 'FROM') named.set(/ AS (\w+)$/.exec(text)?.[1] ?? String(number), root);
      else if (keyword === 'WORKDIR') {
        built.workdir = text;
        mkdirSync(join(root, text), { recursive: true });
      } else if (keyword === 'COPY') copy(text, { root, workdir: built.workdir, context, stages: named });
      else if (keyword === 'ENV') Object.assign(built.env, Object.fromEntries([text.split('=', 2)]));
      else if (keyword === 'RUN') {
        if (/(^|\s)\/\w/.test(text))
          throw new Error(`line ${line}: RUN names an absolute path, which can't be tried here`);
        await must('sh', ['-c', text], { cwd: join(root, built.workdir), env: { ...env, ...built.env } });
      } else if (keyword === 'ENTRYPOINT') built.entrypoint = JSON.parse(text);
      else if (keyword === 'CMD') built.command = JSON.parse(text);
      else if (!['USER', 'VOLUME', 'EXPOSE'].includes(keyword))
        throw new Error(`line ${line}: ${keyword} is not known here`);
    }
  }
  return built;
}
