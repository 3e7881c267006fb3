import { checkedJson } from '../../base/schemas/validate.ts';
import type { Contract } from '../../contract/model.ts';
import { writeFiles } from '../../results/write.ts';
import type { Callers } from './callers.ts';
import { type ClientReport, clientReport } from './client-report.ts';
import type { LiveComparison } from './live/comparison.ts';
import { openLivePage } from './live/page.ts';
import { createTrafficLog, type TrafficSource } from './log.ts';
import { clientJunit } from './views/junit.ts';
import { clientPage } from './views/page.tsx';

interface SessionSource extends TrafficSource {
  readonly callers: Callers;
  /** Whose traffic it is, in a sentence. */
  readonly about: string;
  readonly clock: () => number;
  /** With another server; left out if there is none. */
  readonly comparison?: LiveComparison;
}

/** Starts the judging of traffic: the log, its live page, and the report at the end. */
export function openTrafficSession(source: SessionSource) {
  const { contract, callers, about, clock, origin, comparison = null } = source;
  const log = createTrafficLog(source);
  const started = clock();
  return {
    log,
    page: openLivePage({ contract, log, about, callers, session: started.toString(36), comparison }),
    /** What clients have sent so far. @param expected - operations to be called */
    report(expected: readonly string[]): ClientReport {
      const times = { startedAt: new Date(started).toISOString(), durationMs: clock() - started };
      return clientReport(log.summary(), { target: origin(), expected, ...times }, contract);
    },
  };
}

/** Writes client.json, .html and .junit.xml into a folder. Throws WriteError, and for a broken schema: a bug. */
export function writeClientReport(report: ClientReport, contract: Contract, folder: string) {
  return writeFiles(folder, {
    'client.json': checkedJson('client', report),
    'client.html': clientPage(report, contract),
    'client.junit.xml': clientJunit(report, contract),
  });
}
