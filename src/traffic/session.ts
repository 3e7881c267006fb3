import type { Contract } from '../contract/model.ts';
import { type ClientReport, clientReport } from './client-report.ts';
import { openLivePage } from './live/page.ts';
import { createTrafficLog, type TrafficSource } from './log.ts';
import { writeClientReport } from './write-client.ts';

/** The settings of a session of judging; includes the log's own. */
export interface SessionSource extends Omit<TrafficSource, 'contract'> {
  readonly contract: Contract;
  /** The address that the server listens on. */
  readonly host: string;
  /** Whose traffic it is, in a sentence. */
  readonly about: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export type TrafficSession = ReturnType<typeof openTrafficSession>;

/** Starts the judging of traffic: the log, its live page, and the report at the end. */
export function openTrafficSession(source: SessionSource) {
  const { contract, host, about, clock, origin } = source;
  const log = createTrafficLog(source);
  const started = clock();
  return {
    log,
    /** Answers a request for the live page, and says whether it did. */
    page: openLivePage({ contract, log, about, host, session: started.toString(36) }),
    /**
     * Writes client.json and its views into a folder. Throws WriteError.
     * @param expected - names of operations for which a right call is expected
     */
    async end(
      expected: readonly string[],
      folder: string,
    ): Promise<{ report: ClientReport; files: readonly string[] }> {
      const times = { startedAt: new Date(started).toISOString(), durationMs: clock() - started };
      const report = clientReport(log.summary(), { target: origin(), expected, ...times }, contract);
      return { report, files: await writeClientReport(report, contract, folder) };
    },
  };
}
