import type { BindingName } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import type { JudgedOffline, OfflinePlan } from '../../run/offline/judge-offline.ts';
import { credentialVariables } from '../../run/redact.ts';
import type { RunOptions } from '../../run/settings.ts';
import { EMBEDDED, foldResults } from '../fold.ts';
import type { ResultOptions, Results } from '../results.ts';

/** What recorded exchanges came from: of a results file its own parts, of a HAR what can be told from it. */
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
  const folded = foldResults({
    suite: { name: 'getdata-conformance', version, contractDigest: contract.digest, validator: validator.library },
    options: optionsOf(origin),
    contract,
    cells: cells.map(({ cell }) => cell),
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
  return {
    ...folded,
    options: origin.options,
    startedAt: origin.startedAt,
    warnings: [from, ...origin.notes, ...folded.warnings],
  };
}

/** The options that were recorded; in place of what is never recorded stands nothing, of credentials the names alone. */
function optionsOf({ options, target, namespace, seed, profile }: Origin): RunOptions {
  const wanted = options.bindings;
  return {
    ...options,
    bindings: wanted === null ? null : bindingNames.filter((name: BindingName) => wanted.includes(name)),
    target: target === EMBEDDED ? null : target,
    namespace,
    seed,
    profile,
    // Nothing is sent, so none is missing.
    credentials: Object.fromEntries(Object.keys(credentialVariables).map((name) => [name, ''])),
    headers: options.headers.map((name) => [name, ''] as const),
    route: { tls: options.insecure ? { insecure: true } : {}, proxy: null },
    values: {},
    valuesByOperation: {},
    samples: [],
    baseline: null,
  };
}
