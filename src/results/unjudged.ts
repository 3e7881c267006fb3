import { groupBy, grouped } from '../base/group-by.ts';
import { listed } from '../base/words.ts';
import { cellName } from '../contract/cell-name.ts';
import type { ReasonCode } from '../rules/judgement.ts';
import type { CellResult, Results, Unjudged } from './results.ts';
import { type UnseenParts, unseenIn } from './unseen.ts';

const MOST_RULES = 3;
const MOST_FEEDERS = 3;

type UnjudgedParts = Pick<Results, 'inconclusive' | 'cells' | 'verdict'> & UnseenParts;

/** What could not be judged, without advice. */
export function unjudgedReasons(results: UnjudgedParts): readonly string[] {
  return unjudgedGroups(results).flatMap(({ sentences }) => sentences);
}

/** For each advice (null: none) a sentence per operation and reason: `Get_Inventory: never seen … (soap11, soap12)`. */
export function unjudgedGroups(results: UnjudgedParts) {
  return [...unjudgedByAdvice(results)].map(([advice, groups]) => ({ sentences: groups.map(sentence), advice }));
}

/** What could not be judged, without failed cells and observed rules: by advice, those of one operation and reason. */
export function unjudgedByAdvice(results: UnjudgedParts) {
  const { inconclusive, cells, verdict } = results;
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
  const explained = told.map((one) => ({ ...one, reason: reasonIn(results, one) }));
  const groups = grouped(explained, ({ operation, reason }) => `${operation}: ${reason}`);
  return groupBy(groups, ([first]) => adviceOn(results, first));
}

/**
 * A reason; where fields were not seen, with what was tried, which other binding showed them, and what they wait for.
 */
function reasonIn(results: UnjudgedParts, one: Unjudged): string {
  if (one.reasonCode !== 'fields-unseen') return one.reason;
  const { tried, elsewhere, waitsFor } = unseenIn(results, one);
  const parts = [
    one.reason,
    ...(tried === '' ? [] : [`tried ${tried}`]),
    ...(elsewhere.length === 0 ? [] : [`seen over ${elsewhere.join(', ')}`]),
    ...(waitsFor.length === 0 ? [] : [`waits for data of ${listed(waitsFor, MOST_FEEDERS, ' operations')}`]),
  ];
  return parts.join('; ');
}

/** What to do about a reason: more values do not help where another binding had data for the same calls. */
function adviceOn(results: UnjudgedParts, one: Unjudged): string | null {
  const usual = advices[one.reasonCode] ?? null;
  if (!lackValues.has(one.reasonCode)) return usual;
  const { elsewhere, waitsFor } = unseenIn(results, one);
  if (elsewhere.length > 0) return ELSEWHERE;
  return waitsFor.length > 0 ? `${FEEDERS} ${usual}` : usual;
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
  "To supply values: give parameters that the target has data for, under 'values' (by parameter) " +
  "or 'samples' (whole calls) of getdata.config.json; `getdata-conformance init` writes one.";
const ELSEWHERE =
  'Another binding showed these fields in the same run, so the target has data for these calls: ' +
  'look at what it answers to them over this one.';
const FEEDERS =
  'Some values come from the answers of other operations, which had none: ' +
  'let those answer with data first, then run again.';
const lackValues: ReadonlySet<ReasonCode> = new Set(['fields-unseen', 'no-data', 'nothing-to-judge', 'same-answers']);

const STABLE =
  'Run it while nobody changes the data of the target: answers to equal calls are compared. Where the target selects ' +
  'other records each time by design, no two answers can be compared: --allow-inconclusive accepts that.';

const advices: Readonly<Partial<Record<ReasonCode, string>>> = {
  'fields-unseen': `${SUPPLY} A field that the target never fills is declared there under 'unused', with a reason.`,
  'no-data': SUPPLY,
  'nothing-to-judge': SUPPLY,
  'same-answers': SUPPLY,
  'not-comparable': 'Let another binding of the operation answer, or leave the others out with --bindings.',
  unstable: STABLE,
  'may-have-changed': STABLE,
  limit:
    'Let the target answer what it refuses with an error; ' +
    'if it only takes longer, raise the limit that is named, or request less data.',
  'given-up': "The cell did not answer: the target's log may say why; --timeout waits longer, --rate sends less.",
  'not-recorded': 'Only a run sends what was not recorded.',
};
