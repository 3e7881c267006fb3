import type { Contract } from '../contract/model.ts';
import { jsonText, writeFiles } from '../report/write-files.ts';
import { checkFile } from '../schemas/validate.ts';
import type { ClientReport } from './client-report.ts';
import { clientJunit } from './views/junit.ts';
import { clientPage } from './views/page.tsx';

/**
 * Writes client.json, client.html and client.junit.xml into a folder and returns the paths. Throws WriteError, and where
 * the report breaks its own schema: a bug of the suite, which must not become a report.
 */
export function writeClientReport(
  report: ClientReport,
  contract: Contract,
  folder: string,
): Promise<readonly string[]> {
  checkFile('client', report);
  return writeFiles(folder, {
    'client.json': jsonText(report),
    'client.html': clientPage(report, contract),
    'client.junit.xml': clientJunit(report, contract),
  });
}
