import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { broken } from './broken.mjs';
import { checkContents } from './contents.mjs';
import { pack } from './pack.mjs';

/** Mistakes in what is packed, and the objection each must raise. */
const contents = [
  ['a test is packed', (at) => writeFileSync(join(at, 'dist/cli/main.test.js'), ''), /main\.test\.js is not wanted/],
  [
    'an import has no package',
    (at) => writeFileSync(join(at, 'dist/cli/main.js'), "import a from 'left-pad';"),
    /left-pad, which no/,
  ],
  ['a file is missing', (at) => rmSync(join(at, 'dist/views/terminal/table.js')), /table\.js, which is not there/],
  [
    'a package is never imported',
    (_at, manifest) => (manifest.dependencies.express = '4.0.0'),
    /express is never imported/,
  ],
];

function said(does, layout, wrong, expects) {
  const noticed = wrong.some((objection) => expects.test(objection));
  const first = wrong.find((objection) => expects.test(objection)) ?? wrong.join('; ');
  process.stdout.write(
    `${noticed ? 'noticed' : 'MISSED '} ${layout}: ${does}${noticed ? '' : ` (expected ${expects})`}: ${first.slice(0, 160).replaceAll('\n', ' ')}\n`,
  );
  return noticed;
}

/**
 * Breaks the package in each known way, runs the layout for it, and says whether the layout noticed.
 * @returns for each whether it did
 */
export async function prove({ content, manifest }, folder, layouts, judge, checkout) {
  const done = [];
  const spoilt = (number) => {
    const copy = join(folder, `broken-${number}`);
    cpSync(content, join(copy, 'package'), { recursive: true });
    return copy;
  };
  for (const [number, [does, edit, expects]] of contents.entries()) {
    const at = join(spoilt(`content-${number}`), 'package');
    const theirs = structuredClone(manifest);
    edit(at, theirs);
    done.push(said(does, 'contents', checkContents(at, theirs, checkout).wrong, expects));
  }
  for (const layout of layouts) {
    const cases = broken.filter((one) => layout.name.includes(one.layout));
    if (cases.length === 0) done.push(said('nothing', layout.name, [], /a way to break it/));
    for (const { does, edit, expects } of cases) {
      const copy = spoilt(`${layout.name}-${does}`.replace(/\W+/g, '-'));
      edit(join(copy, 'package'));
      const into = join(copy, 'packed');
      mkdirSync(into);
      const tarball = await pack(join(copy, 'package'), into, '--ignore-scripts');
      const { wrong } = await judge(layout, { tarball, manifest });
      done.push(said(does, layout.name, wrong, expects));
    }
  }
  return done;
}
