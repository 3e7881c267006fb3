import { appendFile, stat } from 'node:fs/promises';
import { cellName } from '../contract/cell-name.ts';
import { staleEntries } from '../results/baseline.ts';
import { byCause, cellCount } from '../results/causes/causes.ts';
import { errorText } from '../results/causes/not-reached.ts';
import { notesIn, warningsIn } from '../results/coded-warnings.ts';
import type { Results } from '../results/results.ts';
import { serviceName } from '../results/run-record.ts';
import { unjudgedReasons } from '../results/unjudged.ts';
import { counts } from '../results/verdict.ts';
import { differenceLines } from './finding-lines.ts';
import { MOST_SUMMARY } from './markdown/code.ts';
import { markdownSummary } from './markdown/summary.ts';
import { shownText } from './shown-text.ts';

/** The step of a GitHub Actions job that we run in. */
export interface GithubStep {
  /** The value of GITHUB_STEP_SUMMARY; null if it is not set. */
  readonly summaryFile: string | null;
  /** Prints workflow commands, so that the runner reads them. */
  readonly command: (text: string) => void;
  /** The target's name, if there are several targets. */
  readonly name?: string;
  readonly spare?: number;
}

/** The note to the user if there is no summary file. */
export const NO_SUMMARY =
  'GITHUB_STEP_SUMMARY is not set, so there is no job summary; --reporter markdown writes one to a file.';

/** A summary of fewer bytes is useless. */
export const LEAST_SUMMARY = 2_000;

/**
 * Prints the annotations and appends the Markdown summary to the step's file, to which other commands write too.
 * @returns files that were written, and notes for the user, one sentence each
 */
export async function tellGithub(results: Results, { summaryFile, command, name, spare = 0 }: GithubStep) {
  command(annotations(results, name));
  if (summaryFile === null) {
    // The report of the fleet says it once.
    return { files: [], notes: name === undefined ? [NO_SUMMARY] : [] };
  }
  const room = MOST_SUMMARY - spare - (await sizeOf(summaryFile)) - 1;
  if (room < LEAST_SUMMARY)
    return { files: [], notes: ['The job summary of this step is full, so this report is not in it.'] };
  await appendFile(summaryFile, `\n${markdownSummary(results, room, name)}`);
  return { files: [summaryFile], notes: [] };
}

/** Bytes that other commands and targets have written to a step's summary. */
export async function sizeOf(file: string): Promise<number> {
  // It is created when something is appended.
  return (await stat(file).catch(() => null))?.size ?? 0;
}

/** GitHub shows ten annotations of each kind per step ("Workflow commands for GitHub Actions", limits). */
const MOST = 10;
const MOST_TEXT = 1_500;

/** A line at the top of a step's log and of the run's page. */
interface Annotation {
  readonly kind: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/**
 * The results as GitHub workflow commands, one per line: errors for causes that break the run, warnings for others,
 * notices for known failures. The tenth of a kind counts the rest. @param name - the target's, if there are several
 */
export function annotations(results: Results, name?: string): string {
  const all = [...verdictAnnotations(results), ...staleAnnotations(results), ...causeAnnotations(results)];
  // If the target was not reached, the first warning is already the error's message.
  const warnings = warningsIn(results).slice(results.failure?.kind === 'target' ? 1 : 0);
  const annotate = (kind: Annotation['kind']) => (message: string) => {
    return { kind, title: `${serviceName(results)} conformance`, message };
  };
  const warned = [...warnings.map(annotate('warning')), ...notesIn(results).map(annotate('notice'))];
  return (['error', 'warning', 'notice'] as const)
    .flatMap((kind) => limited(kind, [...all, ...warned]))
    .map((one) => `${commandOf(name === undefined ? one : { ...one, title: `${name}: ${one.title}` })}\n`)
    .join('');
}

function verdictAnnotations(results: Results): readonly Annotation[] {
  const { verdict, exitCode, leftToMerge, failure } = results;
  const error = (what: string, message: string): readonly Annotation[] => {
    return [{ kind: 'error', title: `${serviceName(results)} conformance: ${what}`, message }];
  };
  if (verdict === 'error' && failure?.kind === 'target') return error('target not reached', failure.message);
  if (verdict === 'error') return error(verdict, errorText(results));
  // A shard that leaves its verdict to merge is not an error.
  if (verdict !== 'inconclusive' || leftToMerge) return [];
  const reasons = unjudgedReasons(results).slice(0, MOST).join('\n');
  return error(verdict, `Nothing is broken, but evidence is missing (exit code ${exitCode}).\n${reasons}`);
}

function staleAnnotations(results: Results): readonly Annotation[] {
  const title = 'A known failure does not hold';
  return staleEntries(results).map(({ sentence }) => ({ kind: 'error', title, message: sentence }));
}

function causeAnnotations({ findings, options }: Results): readonly Annotation[] {
  return byCause(findings).map(({ smallest, findings: mine }) => {
    const { rule, message, reproduce } = smallest;
    const known = mine.every((finding) => finding.known);
    const breaking = mine.some((finding) => !finding.known && counts(finding, options.failOn));
    const cells = cellCount(mine);
    return {
      kind: breaking ? 'error' : known ? 'notice' : 'warning',
      title: `${rule} in ${cellName(smallest)}${cells > 1 ? ` and ${cells - 1} more` : ''}`,
      message: [message, ...differenceLines(smallest), reproduce.command].join('\n'),
    };
  });
}

function limited(kind: Annotation['kind'], of: readonly Annotation[]): readonly Annotation[] {
  const all = of.filter((one) => one.kind === kind);
  if (all.length <= MOST) return all;
  const rest = all.length - MOST + 1;
  const title = 'GetData conformance';
  return [...all.slice(0, MOST - 1), { kind, title, message: `${rest} more of these are in the report.` }];
}

export function commandOf({ kind, title, message }: Annotation): string {
  return `::${kind} title=${property(shownText(title, 200))}::${data(shownText(message, MOST_TEXT))}`;
}

/** Escaped as the runner unescapes it: actions/toolkit, packages/core/src/command.ts. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
