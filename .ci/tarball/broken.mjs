import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function replaced(file, text, by) {
  const before = readFileSync(file, 'utf8');
  const after = before.replaceAll(text, by);
  if (after === before) throw new Error(`${file} has no '${text}' to break`);
  writeFileSync(file, after);
}

const engine = 'dist/engine/vitest/engine.js';
const main = 'dist/cli/main.js';

/** Ways to break the package, one for each layout to notice; `expects` is its objection. */
export const broken = [
  {
    layout: 'npx',
    does: 'the schemas are left out',
    edit: (content) => rmSync(join(content, 'xsd'), { recursive: true }),
    expects: /exit code 5: .*xsd/s,
  },
  {
    layout: 'global',
    does: 'the native validator can never be loaded',
    edit: (content) =>
      replaced(join(content, 'dist/xml/schema-libxmljs2.js'), "import('libxmljs2')", "import('libxmljs3')"),
    expects: /libxmljs2 is not installed/,
  },
  {
    layout: 'global',
    does: 'something is kept in HOME and TMPDIR',
    edit: (content) =>
      appendFileSync(
        join(content, main),
        "const fs = await import('node:fs');\nfs.writeFileSync(`${process.env.HOME}/.ours`, '');\nfs.mkdirSync(`${process.env.TMPDIR}/ours`);\n",
      ),
    expects: /outside of reports\/: .*(?=.*written home\/\.ours)(?=.*written tmp\/ours)/,
  },
  {
    layout: 'GitHub Action',
    does: 'the command is left out',
    edit: (content) => rmSync(join(content, main)),
    expects: /ENOENT|exit code 127/,
  },
  {
    layout: 'pnpm',
    does: 'a dependency of a dependency is imported',
    edit: (content) => appendFileSync(join(content, main), "import 'magic-string';\n"),
    expects: /Cannot find package 'magic-string'/,
  },
  {
    layout: 'read-only',
    does: 'something is written beside the code',
    edit: (content) =>
      appendFileSync(
        join(content, main),
        "(await import('node:fs')).writeFileSync(new URL('stamp', import.meta.url), '');\n",
      ),
    expects: /EACCES: permission denied.*stamp/,
  },
  ...['vitest 3', 'vitest 5'].map((layout) => ({
    layout,
    does: "Allure's runner takes the vitest it finds",
    edit: (content) => replaced(join(content, engine), 'allure-vitest[\\\\/]/', 'none[\\\\/]/'),
    expects: /exit code 5/,
  })),
  {
    layout: 'vitest 3',
    does: 'a config of vite is looked for',
    edit: (content) => {
      replaced(join(content, engine), 'config: false,', '');
      replaced(join(content, engine), 'configFile: false,', '');
    },
    expects: /a file of the project was loaded/,
  },
  {
    layout: 'spaces',
    does: 'a path is taken from a URL as it is',
    edit: (content) => replaced(join(content, engine), 'fileURLToPath(file)', 'file.pathname'),
    expects: /exit code 5|its last line is/,
  },
  {
    layout: 'pnpm',
    does: 'an export leads nowhere',
    edit: (content) => replaced(join(content, 'package.json'), './dist/rules/rules.js', './dist/rules/nowhere.js'),
    expects: /an export can't be imported: .*nowhere\.js/s,
  },
  {
    layout: 'Node 20',
    does: 'a module that only later versions have is imported',
    edit: (content) => appendFileSync(join(content, main), "import 'node:sqlite';\n"),
    expects: /No such built-in module: node:sqlite/,
  },
  ...['Node 22', 'Node 24', 'Node 26'].map((layout) => ({
    layout,
    does: 'the worker gets a flag that only the V8 of Node 20 knows',
    edit: (content) =>
      replaced(join(content, 'dist/engine/vitest/memory-flags.js'), '--max-semi-space-size=2', '--interrupt-budget=1'),
    expects: /exit code 5/,
  })),
  {
    layout: "can't read",
    does: 'the path is not looked at',
    edit: (content) => replaced(join(content, 'dist/cli/run.js'), 'refuseInstallPlace();', ''),
    expects: /exit code 5/,
  },
];
