import type { KeyObject } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError } from '../../../base/error.ts';
import { groupBy } from '../../../base/group-by.ts';
import type { NamedFolder } from '../../../base/read-file.ts';
import { checkedJson } from '../../../base/schemas/validate.ts';
import { folderOf } from '../../../results/target-folder.ts';
import { removeOthers, writeFiles } from '../../../results/write.ts';
import type { Program } from '../evidence.ts';
import { indexPage, stateBadge, targetPage } from './pages.tsx';
import { current, type Registry, type RegistryEntry, readRegistry, SITE } from './registry.ts';

const JSON_FILE = 'registry.json';

/** Writes the pages of the statements that verify, and removes those of others. @throws ConfigError, WriteError */
export async function buildRegistry(place: NamedFolder, keys: readonly KeyObject[], program: Program) {
  const site = resolve(place.folder, place.name, SITE);
  // An empty one is what a full disk leaves.
  if (existsSync(site) && !existsSync(join(site, JSON_FILE)) && readdirSync(site).length > 0)
    throw new ConfigError(
      `${join(place.name, SITE)} was not written by registry build, which would replace it; move it away`,
    );
  const registry = readRegistry(place, keys, program);
  const pages = pagesOf(registry);
  const json = checkedJson('registry', registry);
  await writeFiles(site, { [JSON_FILE]: json, ...pages, 'index.html': indexPage(registry) });
  for (const folder of ['badges', 'targets']) await removeOthers(site, folder, Object.keys(pages));
  return { registry, index: join(place.name, SITE, 'index.html') };
}

/** The page and the badges of each target: its current one, and one for each rule set and version of the suite. */
function pagesOf({ statements, day }: Registry) {
  const files: Record<string, string> = {};
  for (const [target, entries] of groupBy(statements, ({ target: of }) => of)) {
    const name = folderOf(target);
    const badges = new Map([[name, entries], ...groupBy(entries, (entry) => `${name}/${badgeName(entry)}`)]);
    for (const [badge, own] of badges) files[`badges/${badge}.svg`] = stateBadge(current(own), day);
    files[`targets/${name}.html`] = targetPage(entries, day, [...badges.keys()]);
  }
  return files;
}

function badgeName({ ruleSet, suite }: RegistryEntry): string {
  return [ruleSet, suite].map((part) => part.replaceAll(/[^\w.]+/g, '-').slice(0, 40)).join('-');
}
