import { cellName } from '../contract/cell-name.ts';
import { groupBy, grouped } from '../rules/group-by.ts';
import type { ReasonCode } from '../rules/judgement.ts';
import { listed } from '../rules/words.ts';
import type { CellResult, Results, Unjudged } from './results.ts';

const MOST_RULES = 3;

/** What could not be judged, without advice. */
export function unjudgedReasons(results: Pick<Results, 'inconclusive' | 'cells' | 'verdict'>): readonly string[] {
  return unjudgedGroups(results).flatMap(({ sentences }) => sentences);
}

/** For each advice (null: none) a sentence per operation and reason: `Get_Inventory: never seen … (soap11, soap12)`. */
export function unjudgedGroups(results: Pick<Results, 'inconclusive' | 'cells' | 'verdict'>) {
  return [...unjudgedByAdvice(results)].map(([advice, groups]) => ({ sentences: groups.map(sentence), advice }));
}

/** What could not be judged, without failed cells and observed rules: by advice, those of one operation and reason. */
export function unjudgedByAdvice({
  inconclusive,
  cells,
  verdict,
}: Pick<Results, 'inconclusive' | 'cells' | 'verdict'>) {
  const failed = new Set(cells.filter(({ verdict }) => verdict === 'fail').map(cellName));
  const rules = cells.flatMap((cell) => cell.rules).filter(({ level }) => level === 'observed');
  const observed = new Set(rules.map(({ rule }) => rule));
  // A comparison that could not be made counts if only it keeps a run from being conformant.
  const compared = verdict === 'inconclusive' ? cells.flatMap(notCompared) : [];
  // The fields that no answer showed say more than the rules on them.
  const unseen = new Set(inconclusive.flatMap((one) => (one.reasonCode === 'fields-unseen' ? cellName(one) : [])));
  // The first warning covers credentials.
  const told = [...inconclusive, ...compared].filter(
    (one) =>
      !failed.has(cellName(one)) &&
      !observed.has(one.rule) &&
      one.reasonCode !== 'credentials' &&
      !(one.reasonCode === 'nothing-to-judge' && unseen.has(cellName(one))),
  );
  const groups = grouped(told, ({ operation, reason }) => `${operation}: ${reason}`);
  return groupBy(groups, ([{ reasonCode }]) => advices[reasonCode] ?? null);
}

/** The required comparisons that a passing cell lacks. */
function notCompared({ operation, binding, verdict, rules }: CellResult): readonly Unjudged[] {
  return rules.flatMap(({ rule, level, reason = '', reasonCode }) =>
    verdict === 'pass' && level === 'required' && reasonCode === 'not-comparable'
      ? [{ operation, binding, rule, reason, reasonCode }]
      : [],
  );
}

function sentence(alike: readonly [Unjudged, ...Unjudged[]]): string {
  const bindings = [...new Set(alike.map(({ binding }) => binding))].join(', ');
  const rules = [...new Set(alike.map(({ rule }) => rule))].filter((rule) => rule !== 'record.coverage');
  const named = listed(rules, MOST_RULES, ' rules');
  const [first] = alike;
  return `${first.operation}: ${named === '' ? '' : `${named}: `}${first.reason} (${bindings})`;
}

const SUPPLY =
  "To supply values: give parameters that the target has data for, under 'values' (by parameter) or 'samples' (whole calls) of getdata.config.json; `getdata-conformance init` writes one.";
const STABLE =
  'Run it while nobody changes the data of the target: answers to equal calls are compared. Where the target selects other records each time by design, no two answers can be compared: --allow-inconclusive accepts that.';

const advices: Readonly<Partial<Record<ReasonCode, string>>> = {
  'fields-unseen': `${SUPPLY} A field that the target never fills is declared there under 'unused', with a reason.`,
  'no-data': SUPPLY,
  'nothing-to-judge': SUPPLY,
  'same-answers': SUPPLY,
  'not-comparable': 'Let another binding of the operation answer, or leave the others out with --bindings.',
  unstable: STABLE,
  'may-have-changed': STABLE,
  limit:
    'Let the target answer what it refuses with an error; if it only takes longer, raise the limit that is named, or request less data.',
  'given-up': "The cell did not answer: the target's log may say why; --timeout waits longer, --rate sends less.",
  'not-recorded': 'Only a run sends what was not recorded.',
};
