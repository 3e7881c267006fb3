import { WriteError } from '../../base/error.ts';
import type { Contract } from '../../contract/model.ts';
import { foldResults } from '../../results/fold.ts';
import { shellWord } from '../../results/record/finding.ts';
import type { Results } from '../../results/results.ts';
import { withRuleLinks } from '../../results/rule-links.ts';
import { type RunRecord, targetName } from '../../results/run-record.ts';
import { unreachableText } from '../../results/unreachable.ts';
import { exitCodeOf } from '../../results/verdict.ts';
import { suiteFailed } from '../../results/warnings.ts';
import { keepEarlier, writeResults } from '../../results/write.ts';
import { TOOL } from '../../views/finding-lines.ts';
import type { Output, Reporting } from '../../views/output.ts';
import { shownLine } from '../../views/shown-text.ts';
import { palette, printable } from '../../views/terminal/palette.ts';
import { summaryText } from '../../views/terminal/summary.ts';
import { inFolder, ownReports, writeReports } from '../../views/write-reports.ts';
import type { NetworkError } from '../../wire/http/exchange.ts';

/**
 * Writes the reports and prints the end (`textOf`). A report that can't be made is the suite's failure, and stops no
 * other.
 */
export async function endReport(
  own: Results,
  contract: Contract,
  { out, quiet, color, reportsDir, tool, seedGiven, verbose, docsUrl = null }: Output,
  { reporters: asked, github, joined, ended, late }: Reporting,
  textOf: typeof summaryText = summaryText,
): Promise<number> {
  const results = withRuleLinks((await joined?.(own)) ?? own, docsUrl);
  // No report of another run stays beside the results.
  const wanted = [...new Set([...asked, ...ownReports(reportsDir)])];
  const saved = await writeResults(results, reportsDir).catch((error: unknown) => {
    if (error instanceof WriteError) return error;
    throw error;
  });
  const isSaved = typeof saved === 'string';
  // All others except GitHub's would go to the same folder.
  const reporters = isSaved ? wanted : wanted.filter((name) => name === 'github');
  const written = await writeReports(reporters, results, contract, github, inFolder(reportsDir), tool, late);
  const files = [...(isSaved ? [saved] : []), ...written.files];
  const troubles = [...(isSaved ? [] : [`${saved.message}; no other report was written either`]), ...written.troubles];
  if (written.leftOut.length > 0 && isSaved) {
    const command = `${tool ?? TOOL} report ${shellWord(saved)} --format ${written.leftOut.join(',')}`;
    out(`${shownLine(`! The run was ended, and this report takes long; ${command} writes it.`, 1000)}\n`);
  }
  for (const note of written.notes) out(`${printable(note)}\n`);
  for (const trouble of troubles) out(`${printable(`error: the suite itself failed: ${trouble}`)}\n`);
  const [trouble] = troubles;
  const failure = { kind: 'suite', message: suiteFailed(trouble ?? '') } as const;
  const failed = { ...results, verdict: 'error', exitCode: exitCodeOf('error'), failure } as const;
  const final = trouble === undefined ? results : failed;
  ended?.(final, files);
  out(`${textOf(final, files, palette(color), quiet, tool, seedGiven, verbose)}\n`);
  return final.exitCode;
}

type Unreachable = Pick<
  RunRecord,
  'suite' | 'options' | 'contract' | 'cells' | 'rules' | 'startedAt' | 'durationMs' | 'identity'
> & { readonly trouble: NetworkError; readonly requests: number };

/** Says in every report, and in one last sentence, that the target can't be reached. Resolves to exit code 4. */
export async function endUnreachable(unreachable: Unreachable, output: Output, reporting: Reporting): Promise<number> {
  const { trouble, requests, ...known } = unreachable;
  const kept = await keepEarlier(output.reportsDir);
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
  const { joined: _joined, ...alone } = reporting;
  return endReport(results, known.contract, output, alone, ({ verdict, exitCode }, files) => {
    const end = `${verdict} (exit code ${exitCode}): ${sentence}`;
    const earlier = kept === null ? '' : `The results of the run before are kept as ${kept}.\n`;
    return output.quiet || files.length === 0 ? end : `Written: ${files.join(', ')}\n${earlier}\n${end}`;
  });
}
