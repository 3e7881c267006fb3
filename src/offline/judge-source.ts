import { knownName } from '../config/names.ts';
import { cellName } from '../contract/cell-name.ts';
import { loadContract } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import { changingFields } from '../results/changing.ts';
import { recordingsOf } from '../results/record/from-results.ts';
import type { Recordings } from '../results/record/recording.ts';
import type { Redact } from '../results/record/redact.ts';
import type { Results } from '../results/results.ts';
import type { Reason } from '../rules/judgement.ts';
import type { Rule } from '../rules/rule.ts';
import { selectedRules } from '../rules/rules.ts';
import { ConfigError } from '../schemas/error.ts';
import type { Origin } from './fold-judged.ts';
import type { OfflinePlan } from './judge-offline.ts';

/** The flags of `judge` that decide what is judged. */
export interface JudgeFlags {
  readonly namespace?: string;
  readonly baseUrl?: string;
  readonly failOn?: string;
  readonly allowInconclusive?: boolean;
}

/** A file of recorded exchanges, ready to be judged. */
export interface JudgeSource
  extends Pick<OfflinePlan, 'contract' | 'rules' | 'cells' | 'redact' | 'recorded' | 'changing' | 'unused'> {
  readonly origin: Origin;
  readonly recordings: Recordings;
  /** The results of the run that recorded them; null where there are none. */
  readonly before: Results | null;
}

/**
 * What a results.json has to judge: its cells, by the rules it selected, as they are today.
 * @param redact - secrets are out of the file, but judging reads what no form of a secret was recognised in
 */
export function resultsSource(results: Results, file: string, flags: JudgeFlags, redact: Redact): JudgeSource {
  for (const [name, value] of [['--namespace', flags.namespace] as const, ['--base-url', flags.baseUrl] as const]) {
    if (value !== undefined) throw new ConfigError(`${name} is for a HAR; ${file} is a results file and has its own`);
  }
  const contract = loadContract(results.namespace);
  const rules = selectedRules(results.options.rules);
  const verdicts = new Map(
    results.cells.flatMap(({ operation, binding, rules: judged }) =>
      judged.map(({ rule, verdict }) => [`${rule}@${cellName({ operation, binding })}`, verdict] as const),
    ),
  );
  return {
    contract,
    rules,
    cells: cellsOf(results, contract),
    redact,
    recorded: (rule, cell) => verdicts.get(`${rule}@${cellName(cell)}`) ?? null,
    changing: changingFields(results.cells),
    unused: results.options.unused ?? [],
    origin: { ...results, file, notes: [], options: { ...results.options, ...wantedOptions(flags) } },
    recordings: recordingsOf(results, contract, rules),
    before: results,
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

/** The options that a judgement has of its own. */
export function wantedOptions({ failOn, allowInconclusive }: JudgeFlags) {
  return {
    ...(failOn === undefined
      ? {}
      : { failOn: knownName('level', failOn, ['required', 'recommended'] as const, '--fail-on') }),
    ...(allowInconclusive === true ? { allowInconclusive } : {}),
  };
}

/** Rules that send requests of their own and have something to judge in some cell. */
export function trafficRules(rules: readonly Rule[]): readonly Rule[] {
  return rules.filter(({ probing }) => probing !== undefined);
}
