import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { RuleVerdict } from '../judge/rule-outcome.ts';
import type { KnownFailure, KnownFailures } from '../options/known-failures.ts';
import type { RunOptions } from '../options/model.ts';
import { completeOptions } from '../options/run-options.ts';
import { selectedCells } from '../options/selected-cells.ts';
import type { Level } from '../rules/rule.ts';
import { rulesFor, selectedRules } from '../rules/rules.ts';
import { foldResults } from './fold.ts';
import type { Finding, RuleResult } from './outcome.ts';
import type { Results } from './results.ts';
import { runRecord } from './run-record.fixture.ts';

/** An imagined run: everything passed except what is named. */
export interface Imagined {
  /** `rule@Operation/binding` → verdict. */
  readonly verdicts?: Readonly<Record<string, RuleVerdict>>;
  readonly options?: Partial<RunOptions>;
  readonly known?: readonly Partial<KnownFailure>[];
  /** The rule set that the file of known failures names. */
  readonly baselineSet?: string;
  /** ISO 8601. */
  readonly startedAt?: string;
}

/** The known failure that these tests are about, unless told otherwise. */
export const knownFailure: KnownFailure = {
  rule: 'http.status',
  operation: 'Get_Inventory',
  binding: 'soap12',
  owner: 'Jo',
  reason: 'T-1',
  expires: null,
};

/** Known failures in a file as `baseline` writes it: the first on line 4. */
export function knownFailures(known: readonly Partial<KnownFailure>[]): KnownFailures {
  return {
    file: 'known.json',
    entries: known.map((entry, index) => ({ ...knownFailure, ...entry, line: index + 4 })),
  };
}

/** Folds an imagined run of two operations into results. */
export function folded({
  verdicts = {},
  options: given = {},
  known,
  baselineSet,
  startedAt = '2026-05-01T12:00:00Z',
}: Imagined): Results {
  const contract = loadContract(defaultNamespace());
  const options: RunOptions = {
    ...completeOptions({ flags: { target: 'http://t.example' }, env: {}, config: null, randomSeed: 1 }),
    operations: ['Get_Inventory', 'McatCodes'],
    ...given,
    baseline:
      known === undefined
        ? null
        : { ...knownFailures(known), ...(baselineSet === undefined ? {} : { ruleSet: baselineSet }) },
  };
  const cells = selectedCells(contract, options);
  const rules = selectedRules(options.rules, contract);
  const ruleResults = cells.flatMap((cell) =>
    rulesFor(cell, contract, rules).map(({ id, level }): RuleResult => {
      const place = { rule: id, level, operation: cell.operation.name, binding: cell.binding };
      const verdict = verdicts[`${id}@${place.operation}/${place.binding}`] ?? 'pass';
      const reason = verdict === 'inconclusive' || verdict === 'not-reached' ? NOTHING : null;
      const finding = verdict === 'fail' ? findingOf(place) : null;
      return { kind: 'rule', ...place, verdict, judged: 1, reason, finding };
    }),
  );
  return foldResults(runRecord({ options, contract, cells, rules, ruleResults, startedAt: new Date(startedAt) }));
}

const NOTHING: RuleResult['reason'] = { code: 'nothing-to-judge', text: 'nothing there' };

function findingOf(place: Pick<Finding, 'rule' | 'operation' | 'binding'> & { readonly level: Level }): Finding {
  return {
    ...place,
    id: `${place.rule}@${place.operation}/${place.binding}`,
    requirements: ['errors.success-status'],
    message: 'A call answers 500.',
    location: null,
    expected: '200',
    actual: '500',
    cause: place.rule,
    call: { operation: place.operation, values: {}, header: null },
    exchange: {
      request: { method: 'GET', url: 'http://t.example/getData.asmx', headers: [], body: null },
      response: { trouble: { kind: 'refused', message: 'refused' } },
      durationMs: 1,
    },
    reproduce: { command: 'getdata-conformance replay', curl: 'curl' },
    known: false,
  };
}
