import { join } from 'node:path';
import { writeWhole } from '../results/write.ts';
import { checkFile } from '../schemas/validate.ts';
import type { FleetReport } from './fleet-report.ts';
import { fleetMarkdown } from './views/markdown.ts';
import { fleetPage } from './views/page.tsx';

/**
 * Writes league.json, league.html and league.md into a folder and returns the paths. Throws WriteError, and where the
 * report breaks its own schema: a bug of ours that must not become a report.
 */
export async function writeFleetReport(report: FleetReport, folder: string): Promise<readonly string[]> {
  checkFile('league', report);
  const texts = {
    'league.json': `${JSON.stringify(report, null, 2)}\n`,
    'league.html': fleetPage(report),
    'league.md': fleetMarkdown(report),
  };
  const paths: string[] = [];
  for (const [file, text] of Object.entries(texts)) {
    const path = join(folder, file);
    await writeWhole(path, text);
    paths.push(path);
  }
  return paths;
}
