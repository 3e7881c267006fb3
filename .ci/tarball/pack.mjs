import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { must } from './sandbox.mjs';

/**
 * Packs the files that git would commit, from a copy: prepack then builds from scratch, stray files are not packed, and
 * the checkout's dist/ stays as it is.
 * @returns the tarball, and the folder it is unpacked in
 */
export async function packCheckout(checkout, folder) {
  const copy = join(folder, 'checkout');
  mkdirSync(copy);
  const listing =
    'git -c safe.directory="*" ls-files -z --cached --others --exclude-standard | xargs -0 ls -d 2>/dev/null | tar cf - -T - | tar xf - -C "$0"';
  await must('bash', ['-c', listing, copy], { cwd: checkout });
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'));
  return unpacked(await pack(copy, folder), folder);
}

/** `npm pack` of a folder into another; the path of the tarball. */
export async function pack(from, into, ...flags) {
  await must('npm', ['pack', '--silent', '--pack-destination', into, ...flags], { cwd: from });
  const name = readdirSync(into).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error(`npm pack left no tarball in ${into}`);
  return join(into, name);
}

async function unpacked(tarball, folder) {
  await must('tar', ['xzf', tarball, '-C', folder], {});
  const content = join(folder, 'package');
  return { tarball, content, manifest: JSON.parse(readFileSync(join(content, 'package.json'), 'utf8')) };
}
