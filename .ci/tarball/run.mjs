#!/usr/bin/env node
// Tests the npm package as users install it: packs it, checks its content, installs the tarball in every layout and runs
// it there. Prints one line each; exit code 1 where one fails.
//   node .ci/tarball/run.mjs                 all of them
//   node .ci/tarball/run.mjs --only pnpm     layouts whose name has this
//   node .ci/tarball/run.mjs --out folder    keeps the tarball that was tested
//   node .ci/tarball/run.mjs --prove         breaks the package on purpose, and expects each layout to notice
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkRun } from './check-run.mjs';
import { checkContents } from './contents.mjs';
import { layouts } from './layouts.mjs';
import { packCheckout } from './pack.mjs';
import { prove } from './prove.mjs';
import { must, openSandbox } from './sandbox.mjs';

/** Installs and runs go on at once: most of an install is waiting. */
const AT_ONCE = 2;

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: { only: { type: 'string' }, out: { type: 'string' }, prove: { type: 'boolean' } },
});

const folder = mkdtempSync(join(tmpdir(), 'tarball-'));
const npmCache = (await must('npm', ['config', 'get', 'cache'], { cwd: checkout })).trim().split('\n').at(-1);

/** Installs a package in a layout and runs it; trouble of any kind is an objection. */
async function judge(layout, { tarball, manifest }) {
  const at = openSandbox(layout.name, npmCache, layout.project);
  try {
    return await checkRun(at, await layout.install(at, tarball, checkout), manifest.version);
  } catch (error) {
    return { wrong: [error.message], shown: '' };
  } finally {
    at.close();
  }
}

async function timed(name, judged) {
  const start = performance.now();
  const { wrong, shown } = await judged();
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  process.stdout.write(
    wrong.length === 0
      ? `ok      ${name}: ${shown} (${seconds})\n`
      : `BROKEN  ${name}: ${wrong.join('\n        ')} (${seconds})\n`,
  );
  return wrong.length === 0;
}

/** Works a list off, so many at a time. */
async function inLanes(list, work) {
  const left = [...list];
  const done = [];
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) done.push(await work(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return done;
}

try {
  const packed = await packCheckout(checkout, folder);
  const chosen = layouts.filter(({ name }) => name.includes(values.only ?? ''));
  const fine = values.prove
    ? await prove(packed, folder, chosen, judge, checkout)
    : [
        await timed(basename(packed.tarball), async () => checkContents(packed.content, packed.manifest, checkout)),
        ...(await inLanes(chosen, (layout) => timed(layout.name, () => judge(layout, packed)))),
      ];
  if (values.out !== undefined) {
    mkdirSync(values.out, { recursive: true });
    cpSync(packed.tarball, join(values.out, basename(packed.tarball)));
  }
  process.exitCode = fine.length > 0 && fine.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
