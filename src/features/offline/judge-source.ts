import { ConfigError } from '../../base/error.ts';
import { present } from '../../base/present.ts';
import type { Contract } from '../../contract/model.ts';
import { contractBy } from '../../options/described.ts';
import type { Flags } from '../../options/flags.ts';
import { nameFlag } from '../../options/names.ts';
import { changingFields } from '../../results/changing.ts';
import { foldResults } from '../../results/fold.ts';
import { type Recordings, recordingsOf } from '../../results/record/recordings.ts';
import type { Redact } from '../../results/record/redact.ts';
import type { ResultOptions, Results } from '../../results/results.ts';
import { verdictsIn } from '../../results/rule-outcomes.ts';
import { recordedOptions } from '../../results/run-record.ts';
import type { Reason } from '../../rules/judgement.ts';
import { selectedRules } from '../../rules/rules.ts';
import type { judgeOffline, OfflinePlan } from './judge-offline.ts';

export type JudgeFlags = Flags<'namespace' | 'baseUrl' | 'failOn' | 'allowInconclusive'>;

export interface OfflineSource
  extends Pick<OfflinePlan, 'contract' | 'rules' | 'cells' | 'redact' | 'recorded' | 'changing' | 'unused'> {
  readonly origin: Origin;
  readonly recordings: Recordings;
  readonly before: Results | null;
  /** It is a part of all calls: what it lacks is listed and not counted. */
  readonly isPart: boolean;
}

/** What a results.json has to judge: its cells, by its rules as of today. @param redact - none left to recognise */
export function resultsSource(results: Results, file: string, flags: JudgeFlags, redact: Redact): OfflineSource {
  for (const [name, value] of [['--namespace', flags.namespace] as const, ['--base-url', flags.baseUrl] as const]) {
    if (value !== undefined) throw new ConfigError(`${name} is for a HAR; ${file} is a results file and has its own`);
  }
  const contract = contractBy(results);
  const rules = selectedRules(results.options.rules, contract);
  return {
    contract,
    rules,
    cells: cellsOf(results, contract),
    redact,
    recorded: verdictsIn(results),
    // As between the bindings of a run: where one alone changes, the others show what is right.
    changing: changingFields(results.cells, 2),
    unused: results.options.unused ?? [],
    origin: { ...results, file, notes: [], options: { ...results.options, ...wantedOptions(flags) } },
    recordings: recordingsOf(results, contract, rules),
    before: results,
    isPart: false,
  };
}

const NOT_CALLED: Reason = { code: 'not-recorded', text: 'it was not called when this was recorded' };

function cellsOf({ cells }: Results, contract: Contract): OfflinePlan['cells'] {
  return cells.flatMap(({ operation: name, binding, verdict }) => {
    const operation = contract.operations.find((one) => one.name === name);
    const skip = verdict === 'skipped' ? NOT_CALLED : null;
    return operation === undefined ? [] : [{ cell: { operation, binding }, skip }];
  });
}

export function wantedOptions({ failOn, allowInconclusive }: JudgeFlags) {
  const level = nameFlag('level', '--fail-on', failOn, ['required', 'recommended'] as const);
  return present({ failOn: level, allowInconclusive });
}

/** The origin of recorded exchanges: a results file's own parts, or what a HAR shows. */
export type Origin = Pick<
  Results,
  | ('target' | 'identity' | 'namespace' | 'namespaceFrom' | 'wsdl' | 'seed' | 'profile' | 'ruleSet')
  | ('startedAt' | 'durationMs' | 'incomplete' | 'observations' | 'data')
> & {
  readonly file: string;
  /** What a reader should know of it, one sentence each. */
  readonly notes: readonly string[];
  readonly options: ResultOptions;
};

/** Folds what was judged into results. The target, digests of data and what was not judged stay as recorded. */
export function foldJudged(
  { ruleResults, summaries }: ReturnType<typeof judgeOffline>,
  { contract, cells, rules, validator }: OfflinePlan,
  origin: Origin,
  version: string,
): Results {
  const options = recordedOptions(origin);
  const ran = cells.map(({ cell }) => cell);
  const unsent = 'nothing was sent, and rules that send requests of their own were skipped';
  const from = `Judged offline from ${origin.file}: ${unsent}.`;
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
    recordedNotes: [from, ...origin.notes],
  });
  return { ...folded, ...present({ data: origin.data }), options: origin.options, startedAt: origin.startedAt };
}
