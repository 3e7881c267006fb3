import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFile } from '../base/schemas/validate.ts';
import type { FleetReport } from '../features/fleet/fold.ts';
import { newFolder } from './cli.fixture.ts';

/** A target where nothing listens. */
export const DEAD = 'http://127.0.0.1:1';

/** A file of targets, and a new folder that holds it. */
export function listed(targets: readonly object[]): { readonly folder: string; readonly file: string } {
  const folder = newFolder();
  writeFileSync(join(folder, 'targets.json'), JSON.stringify({ targets }));
  return { folder, file: join(folder, 'targets.json') };
}

/** The report of a fleet that was run in a folder; it is valid by its schema. */
export function fleetReportIn(folder: string): FleetReport {
  const report: unknown = JSON.parse(readFileSync(join(folder, 'reports/league.json'), 'utf8'));
  checkFile<FleetReport>('league', report);
  return report;
}
