import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The framework label of every result that this suite writes, so that it can recognise its own. */
export const FRAMEWORK = 'getdata-conformance';

/** The beginning of every error of the run as a whole. */
export const PROBLEM = 'getdata-conformance: ';

const RESULT = /^[\da-f-]{36}-result\.json$/;
const GLOBALS = /^[\da-f-]{36}-globals\.json$/;
const ATTACHMENT = /^[\da-f-]{36}-attachment(\.\w+)?$/;

/**
 * Removes our results, their attachments and our errors of the whole run from a folder, which Allure would merge with
 * the new ones. Results of other tools, executor.json and history/ stay.
 */
export async function removeOwn(folder: string): Promise<void> {
  // No folder yet, or the first write will fail and say why.
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const { name } = entry;
    if (!entry.isFile() || (!RESULT.test(name) && !GLOBALS.test(name))) continue;
    // Another run that writes into the folder removes the same files; one that can't be read is not known to be ours.
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    if (!isOwn(name, text)) continue;
    for (const own of [...attachmentsOf(text), name]) await rm(join(folder, own), { force: true });
  }
}

function isOwn(name: string, text: string): boolean {
  if (GLOBALS.test(name)) return text.includes(`"message":"${PROBLEM}`);
  return text.includes(JSON.stringify({ name: 'framework', value: FRAMEWORK }));
}

function attachmentsOf(result: string): readonly string[] {
  const sources = [...result.matchAll(/"source":"([^"]+)"/g)].map(([, source]) => source ?? '');
  return sources.filter((source) => ATTACHMENT.test(source));
}
