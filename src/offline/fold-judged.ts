import { credentialsWanted } from '../results/credentials.ts';
import { foldResults } from '../results/fold.ts';
import { recordedOptions } from '../results/recorded-options.ts';
import type { ResultOptions, Results } from '../results/results.ts';
import { credentials } from '../results/warnings.ts';
import type { JudgedOffline, OfflinePlan } from './judge-offline.ts';

/** What recorded exchanges came from: of a results file its own parts, of a HAR what it shows. */
export type Origin = Pick<
  Results,
  'target' | 'identity' | 'namespace' | 'seed' | 'profile' | 'startedAt' | 'durationMs' | 'incomplete' | 'observations'
> & {
  /** The file, as the user named it. */
  readonly file: string;
  /** What a reader should know of it, one sentence each. */
  readonly notes: readonly string[];
  readonly options: ResultOptions;
};

/** Folds what was judged offline into results like those of a run. The target and all that was not judged stay as recorded. */
export function foldJudged(
  { ruleResults, summaries }: JudgedOffline,
  { contract, cells, rules, validator }: OfflinePlan,
  origin: Origin,
  version: string,
): Results {
  const options = recordedOptions(origin);
  const ran = cells.map(({ cell }) => cell);
  const folded = foldResults({
    suite: { name: 'getdata-conformance', version, contractDigest: contract.digest, validator: validator.name },
    options,
    contract,
    cells: ran,
    rules,
    ruleResults,
    summaries,
    errors: [],
    interrupted: origin.incomplete,
    startedAt: new Date(origin.startedAt),
    durationMs: origin.durationMs,
    requestsBefore: 0,
    observations: origin.observations,
    identity: origin.identity,
  });
  const from = `Judged offline from ${origin.file}: nothing was sent, and rules that send requests of their own were skipped.`;
  const wanted = [credentialsWanted({ cells: ran, options, summaries })].flatMap((text) => text ?? []);
  // Nothing is sent, so that a placeholder was is news only where it was refused.
  const said = [...wanted, credentials({ options, cells: ran })];
  return {
    ...folded,
    options: origin.options,
    startedAt: origin.startedAt,
    warnings: [...wanted, from, ...origin.notes, ...folded.warnings.filter((text) => !said.includes(text))],
  };
}
