import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The error of its import if npm could not or may not install it. */
const absent = `throw Object.assign(new Error("Cannot find package 'libxmljs2' imported from elsewhere"), { code: 'ERR_MODULE_NOT_FOUND' });`;

/** Built for another version of Node: its module throws on loading. */
const wrongAbi = `return { url: 'data:text/javascript,' + encodeURIComponent(\`
  throw Object.assign(new Error('The module xmljs.node was compiled against a different Node.js version using\\\\nNODE_MODULE_VERSION 93.'), { code: 'ERR_DLOPEN_FAILED' });
\`), shortCircuit: true };`;

const meets = { absent, 'wrong ABI': wrongAbi };

/** An environment in which every node process, workers too, finds libxmljs2 absent or broken. */
export function withoutLibxmljs2(how: keyof typeof meets): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-without-'));
  const hooks = join(folder, 'hooks.mjs');
  const register = join(folder, 'register.mjs');
  writeFileSync(
    hooks,
    `export async function resolve(name, context, next) { if (name === 'libxmljs2' || /node_modules.libxmljs2./.test(name)) { ${meets[how]} } return next(name, context); }`,
  );
  writeFileSync(register, `import { register } from 'node:module'; register(${JSON.stringify(pathToFileURL(hooks))});`);
  // Later versions of node prefer another function, which 20 lacks.
  return { NODE_OPTIONS: `--disable-warning=DEP0205 --import=${pathToFileURL(register)}` };
}
