import { groupBy } from '../../../base/group-by.ts';
import { cellName } from '../../../contract/cell-name.ts';
import { changingFields } from '../../../results/changing.ts';
import type { InCell } from '../../../results/outcome.ts';
import { FIELD_LENGTH, FIELD_VARIES, NO_RECORDS, NO_VALUE, VARIES } from '../../../results/record/data-digests.ts';
import type { Results } from '../../../results/results.ts';
import { type Both, both, overCells, paired, refOf } from '../pairs.ts';

/** Why no data, or not all, could be compared. */
type DataOpen = `${'old' | 'new'} ${'has no digests' | 'reached nothing'}` | 'other credentials' | 'no equal call';

type CellData = NonNullable<Results['data']>[number];

/** What a file says of one answer: its digest and those of its fields that have a value. */
interface SaidBefore {
  readonly answer: string;
  readonly fields: ReadonlyMap<string, string>;
}

interface DataChange extends InCell {
  /** Null for the whole answer. */
  readonly field: string | null;
  readonly change: string;
}

/**
 * What the answers to equal calls of two runs say differently, by operation and field; what changes by itself is apart.
 * @param counts - whether other data make the new run worse
 */
export function data(runs: Both<Results>, counts: boolean) {
  const known = both((side) => runs[side].data ?? []);
  const cells = paired(known, cellName).stayed;
  const comparable = cells.filter(({ a, b }) => a.key === b.key);
  const read = comparable.map((cell) => ({ ...refOf(cell.b), ...both((side) => saidIn(cell[side])) }));
  const changingBefore = both((side) => changingFields(runs[side].cells));
  const ofOperations = [...groupBy(read, ({ operation }) => operation)].map(([operation, ofOperation]) => {
    const noted = both((side) => [...(changingBefore[side].get(operation) ?? [])]);
    return changesOfOperation(operation, ofOperation, [...noted.a, ...noted.b]);
  });
  const calls = ofOperations.reduce((sum, one) => sum + one.calls, 0);
  const changed = ofOperations.flatMap((one) => one.changed);
  return {
    counts,
    /** Calls that both runs sent and got an answer to. */
    calls,
    open: openOf(runs, cells.length - comparable.length, calls),
    changed: overCells(changed, ({ operation, field, change }) => JSON.stringify([operation, field, change])).map(
      ({ first: { binding: _all, ...change }, all, cells: at }) => ({ ...change, calls: all.length, cells: at }),
    ),
    varying: ofOperations.flatMap(({ varying }) => varying),
  };
}

function openOf(runs: Both<Results>, others: number, calls: number): DataOpen | null {
  const lacks = both((side) => lackOf(runs[side]));
  if (lacks.a !== null) return `old ${lacks.a}`;
  if (lacks.b !== null) return `new ${lacks.b}`;
  if (others > 0) return 'other credentials';
  return calls === 0 ? 'no equal call' : null;
}

function lackOf({ data: digests = [], cells }: Results) {
  if (digests.length > 0) return null;
  const isDown = cells.every(({ verdict }) => verdict === 'not-reached' || verdict === 'skipped');
  return isDown ? 'reached nothing' : 'has no digests';
}

/** What each answer said, by the digest of its call. A text in another form counts as an answer without values. */
function saidIn({ fields, calls }: CellData): ReadonlyMap<string, SaidBefore> {
  return new Map(
    calls.map((text) => {
      const [call = '', answer = '', values = ''] = text.split(' ');
      const digestAt = (at: number): string => values.slice(at * FIELD_LENGTH, (at + 1) * FIELD_LENGTH) || NO_VALUE;
      const all = fields.map((field, at) => [field, digestAt(at)] as const);
      return [call, { answer, fields: new Map(all.filter(([, value]) => value !== NO_VALUE)) }] as const;
    }),
  );
}

type ReadCell = InCell & Both<ReadonlyMap<string, SaidBefore>>;

/** @param noted - fields that the runs saw change between equal reads */
function changesOfOperation(operation: string, cells: readonly ReadCell[], noted: readonly string[]) {
  const all = cells.flatMap(({ a, b }) => [...a.values(), ...b.values()]);
  const seen = all.flatMap(({ fields }) =>
    [...fields].flatMap(([field, value]) => (value === FIELD_VARIES ? [field] : [])),
  );
  const masked = new Set([...noted, ...seen]);
  // Records that come and go, or refusals: nothing in any answer can be compared. Once alone may be an outage.
  const isWild = all.filter(variesWhole).length > 1;
  const isMixed = all.some(({ answer }) => answer === VARIES);
  const changed: DataChange[] = [];
  let calls = 0;
  for (const { a, b, ...cell } of cells) {
    for (const [call, before] of a) {
      const now = b.get(call);
      if (now === undefined) continue;
      calls += 1;
      if (isWild || before.answer === now.answer || variesWhole(before) || variesWhole(now)) continue;
      const changes = answerChanges(before, now, masked);
      const isTold = changes.length > 0 || isMixed || masked.size > 0;
      const told = isTold ? changes : [{ field: null, change: 'other records, or the same values in other ones' }];
      changed.push(...told.map((one) => ({ ...refOf(cell), ...one })));
    }
  }
  const fields = isWild ? [null] : [...masked].toSorted();
  return { calls, changed, varying: fields.map((field) => ({ operation, field, cells: cells.map(refOf) })) };
}

const variesWhole = ({ answer, fields }: SaidBefore): boolean =>
  answer === VARIES && [...fields.values()].every((value) => value === FIELD_VARIES);

/** The places where two answers to one call differ; the whole answer if one of them has no records. */
function answerChanges(before: SaidBefore, now: SaidBefore, masked: ReadonlySet<string>) {
  const [old, later] = [wholeInWords(before), wholeInWords(now)];
  if (old !== later) return [{ field: null, change: `${old} → ${later}` }];
  const names = [...new Set([...before.fields.keys(), ...now.fields.keys()])].filter((field) => !masked.has(field));
  return names.flatMap((field) => {
    const [one, other] = [before.fields.get(field), now.fields.get(field)];
    if (one === other) return [];
    const change =
      one === undefined ? 'only in the new run' : other === undefined ? 'only in the old run' : 'other values';
    return [{ field, change }];
  });
}

const STATUS = /^\d{3}$/;

function wholeInWords({ answer }: SaidBefore): string {
  if (answer === NO_RECORDS) return 'no records';
  return STATUS.test(answer) ? `status ${answer}` : 'records';
}
