import { join } from 'node:path';
import { writeWhole } from '../results/write.ts';
import { checkFile } from '../schemas/validate.ts';
import type { League } from './league.ts';
import { leagueMarkdown } from './markdown.ts';
import { leaguePage } from './page.tsx';

/**
 * Writes league.json, league.html and league.md into a folder and returns the paths. Throws WriteError, and where the
 * league breaks its own schema: a bug of ours that must not become a report.
 */
export async function writeLeague(league: League, folder: string): Promise<readonly string[]> {
  checkFile('league', league);
  const texts = {
    'league.json': `${JSON.stringify(league, null, 2)}\n`,
    'league.html': leaguePage(league),
    'league.md': leagueMarkdown(league),
  };
  const paths: string[] = [];
  for (const [file, text] of Object.entries(texts)) {
    const path = join(folder, file);
    await writeWhole(path, text);
    paths.push(path);
  }
  return paths;
}
