import type { KeyObject } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { folderOf } from '../../results/target-folder.ts';
import { removeOthers, writeFiles } from '../../results/write.ts';
import { groupBy } from '../../rules/group-by.ts';
import { dayOf } from '../../schemas/days.ts';
import { ConfigError } from '../../schemas/error.ts';
import type { NamedFolder } from '../../schemas/read-file.ts';
import { checkedJson } from '../../schemas/validate.ts';
import type { Program } from '../evidence.ts';
import { keyIdOf } from '../keys.ts';
import { indexPage, stateBadge, targetPage } from './pages.tsx';
import { readStatements, SITE } from './read.ts';
import { current, type Entry, entriesOf, type Registry } from './state.ts';

const JSON_FILE = 'registry.json';

/** Writes the pages of the statements that verify, and removes those of others. @throws ConfigError, WriteError */
export async function buildRegistry(place: NamedFolder, keys: readonly KeyObject[], program: Program) {
  const site = resolve(place.folder, place.name, SITE);
  // An empty one is what a full disk leaves.
  if (existsSync(site) && !existsSync(join(site, JSON_FILE)) && readdirSync(site).length > 0)
    throw new ConfigError(
      `${join(place.name, SITE)} was not written by registry build, which would replace it; move it away`,
    );
  const { listed, leftOut } = readStatements(place, keys, program);
  const registry: Registry = {
    schemaVersion: 1,
    suite: program.version,
    day: dayOf(program.now),
    keys: [...new Set(keys.map(keyIdOf))],
    statements: entriesOf(listed, program.now),
    leftOut,
  };
  const pages = pagesOf(registry);
  await writeFiles(site, {
    [JSON_FILE]: checkedJson('registry', registry),
    ...pages,
    'index.html': indexPage(registry),
  });
  for (const folder of ['badges', 'targets']) await removeOthers(site, folder, Object.keys(pages));
  return { registry, index: join(place.name, SITE, 'index.html') };
}

/** The page and the badges of each target: its current one, and one for each rule set and version of the suite. */
function pagesOf({ statements, day }: Registry): Readonly<Record<string, string>> {
  const files = [...groupBy(statements, ({ target }) => target)].flatMap(([target, entries]) => {
    const name = folderOf(target);
    const sets = [...groupBy(entries, badgeName)].map(([of, own]) => [`${name}/${of}`, current(own)] as const);
    const badges = [[name, current(entries)] as const, ...sets];
    const page = targetPage(
      entries,
      day,
      badges.map(([of]) => of),
    );
    return [
      [`targets/${name}.html`, page] as const,
      ...badges.map(([of, entry]) => [`badges/${of}.svg`, stateBadge(entry, day)] as const),
    ];
  });
  return Object.fromEntries(files);
}

function badgeName({ ruleSet, suite }: Entry): string {
  return [ruleSet ?? 'none', suite].map((part) => part.replaceAll(/[^\w.]+/g, '-').slice(0, 40)).join('-');
}
