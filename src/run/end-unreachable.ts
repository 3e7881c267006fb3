import type { NetworkError } from '../exchange/exchange.ts';
import { shownLine } from '../report/shown-text.ts';
import { foldResults } from '../results/fold.ts';
import { type RunRecord, targetName } from '../results/run-record.ts';
import { unreachableText } from '../results/unreachable.ts';
import { type EndIo, endReport } from './end-report.ts';

/** What is known of a run whose target answered none of the first calls. */
export interface Unreachable
  extends Pick<
    RunRecord,
    'suite' | 'options' | 'contract' | 'cells' | 'rules' | 'startedAt' | 'durationMs' | 'identity'
  > {
  readonly trouble: NetworkError;
  readonly requests: number;
}

/** Reports that a target can't be reached: in every report asked for, and in one sentence as the last line. Exit code 4. */
export async function endUnreachable({ trouble, requests, ...known }: Unreachable, io: EndIo): Promise<number> {
  const sentence = shownLine(unreachableText(known.options, trouble, targetName(known.options)), 1000);
  const results = foldResults({
    ...known,
    ruleResults: [],
    summaries: [],
    errors: [],
    interrupted: false,
    requestsBefore: requests,
    observations: [],
    targetDown: trouble.message,
    unreachable: sentence,
  });
  return endReport(results, known.contract, io, ({ verdict, exitCode }, files) => {
    const end = `${verdict} (exit code ${exitCode}): ${sentence}`;
    return io.quiet || files.length === 0 ? end : `Written: ${files.join(', ')}\n\n${end}`;
  });
}
