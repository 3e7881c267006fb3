import { groupBy, grouped } from '../../base/group-by.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { recordNamed } from '../../contract/operations.ts';
import { type Decoded, type DecodedRecord, isRecord } from '../../wire/soap/records.ts';
import type { JudgeCell } from '../check.ts';
import { type Evidence, judged } from '../evidence.ts';
import { isRead, relationRule } from '../request/same-answer-rule.ts';
import { interpreted, type Rule } from '../rule.ts';
import { alike, contradiction, differing, distinct, ENOUGH, ID, type ValuePair } from './contradiction.ts';
import { fieldsOf, isText, recordsOf } from './data.ts';

/** Whether a nested record has a field that its parent has too. */
const nestsItsFields = (cell: Cell, contract: Contract): boolean => {
  const fields = fieldsOf(cell, contract);
  return fields.some(({ content }) => {
    if (content.kind !== 'list' || content.item.content.kind !== 'record') return false;
    const inner = recordNamed(contract, content.item.content.record).fields;
    return inner.some(({ name }) => fields.some((field) => field.name === name));
  });
};

/** A value of a nested record, and that of the record around it. */
interface KeyPair extends ValuePair {
  /** Whether the record's is the ID of one of its items, as where a join has two columns of one name. */
  readonly isOfItem: boolean;
}

/** Fields of nested records that have the name of a field of the parent record, or end in that of its ID. */
function nestedPairs(all: readonly Evidence[]): readonly (readonly KeyPair[])[] {
  const pairs = all.flatMap((evidence) => {
    const records = recordsOf(evidence);
    const isShared = sharedAmong(records);
    return records.flatMap((record) => keysIn(record, evidence, isShared));
  });
  return grouped(pairs, ({ location }) => location);
}

const itemsIn = (items: Decoded): readonly DecodedRecord[] => (Array.isArray(items) ? items.filter(isRecord) : []);

/** Tells items that lists of different records hold, with all their values: they have the key of one of these. */
function sharedAmong(records: readonly DecodedRecord[]): (item: DecodedRecord) => boolean {
  const holders = new Map<string, Set<string>>();
  for (const record of records) {
    const own = JSON.stringify(Object.entries(record).filter(([, value]) => isText(value)));
    for (const item of Object.values(record).flatMap(itemsIn)) {
      const key = JSON.stringify(item);
      holders.set(key, (holders.get(key) ?? new Set()).add(own));
    }
  }
  return (item) => (holders.get(JSON.stringify(item))?.size ?? 0) > 1;
}

/** How many items have a value in a field: by field, then by value. */
function countsIn(items: readonly DecodedRecord[]): ReadonlyMap<string, ReadonlyMap<Decoded, number>> {
  const counts = new Map<string, Map<Decoded, number>>();
  for (const [field, value] of items.flatMap((item) => Object.entries(item))) {
    const ofField = counts.get(field) ?? new Map<Decoded, number>();
    counts.set(field, ofField.set(value, (ofField.get(value) ?? 0) + 1));
  }
  return counts;
}

function keysIn(record: DecodedRecord, evidence: Evidence, isShared: (item: DecodedRecord) => boolean) {
  return Object.entries(record).flatMap(([list, held]) => {
    const items = itemsIn(held);
    const counts = countsIn(items);
    const count = (field: string, key: Decoded): number => counts.get(field)?.get(key) ?? 0;
    return items.flatMap((item) =>
      Object.entries(item).flatMap(([field, actual]): readonly KeyPair[] => {
        // An ID is the item's own, even if it has the number of a record.
        if (field === 'ID' || isShared(item)) return [];
        // PartialProduct_MasterID is the ID of the record around.
        const key = Object.keys(record).find((name) => name.endsWith('ID') && field.endsWith(name)) ?? field;
        const expected = record[field] ?? record[key];
        // The list may hold the items of several things, of which the record names one.
        if (isText(expected) && actual !== expected && count(field, expected) > 0 && count(field, actual) > 1)
          return [];
        if (!isText(expected) || !isText(actual)) return [];
        const isOfItem = key === 'ID' && count(key, expected) > 0;
        return [{ evidence, expected, actual, location: `${list}.${field}`, isOfItem }];
      }),
    );
  });
}

const judgeNested: JudgeCell = ({ all }) => {
  const groups = nestedPairs(all);
  const problemOf = differing(({ location }) => `${location} is not that of the record around it`);
  const [first] = groups.flatMap(ofOthers);
  if (first !== undefined) return judged(first.evidence, problemOf(first));
  return contradiction(groups.map(whereSet), problemOf);
};

/** Those whose nested number was set: until then it is 0. */
const whereSet = (pairs: readonly KeyPair[]): readonly KeyPair[] => pairs.filter(({ actual }) => actual !== '0');

/**
 * The pairs of numbers with the key of another record of their answer, or whose record has the ID of an item, if enough
 * do. One that tells the records of a list apart is their own.
 */
function ofOthers(pairs: readonly KeyPair[]): readonly KeyPair[] {
  const keys = new Map<Evidence, Set<string>>();
  for (const { evidence, expected } of pairs) keys.set(evidence, (keys.get(evidence) ?? new Set()).add(expected));
  const isOther = (pair: KeyPair): boolean =>
    !alike(pair) && (pair.isOfItem || keys.get(pair.evidence)?.has(pair.actual) === true);
  const set = whereSet(pairs);
  const others = set.filter((pair) => ID.test(pair.actual) && isOther(pair));
  return distinct(others) >= ENOUGH && areEqualInLists(set) ? others : [];
}

/** Whether all items of a record have the same value, and some record has several. */
function areEqualInLists(pairs: readonly ValuePair[]): boolean {
  const ofAnswers = [...groupBy(pairs, ({ evidence }) => evidence).values()];
  const ofRecords = ofAnswers.flatMap((own) => grouped(own, ({ expected }) => expected));
  const areEqual = ofRecords.every(([first, ...others]) => others.every(({ actual }) => actual === first.actual));
  return areEqual && ofRecords.some(({ length }) => length > 1);
}

/** Records in a list have the keys of the record around them. */
export const nestedKeysRule: Rule = relationRule({
  id: 'data.nested-keys',
  title: 'A field of a nested record agrees with the field of its name in the record around it.',
  requirements: ['operations.*'],
  basis: interpreted(
    'The tables name both fields alike and say nothing about their relation. If they agree in at least three values, ' +
      'and in most, one that differs contradicts its record. So do numbers that all differ by the same amount, ' +
      'three or more numbers that are the keys of other records of their answer, and three or more records that ' +
      'have the ID of one of their nested records. Not judged: 0, a number that was never set; nested records that ' +
      'several records share; two or more items of a list with another key, if the others have the key of the record.',
  ),
  breaks: 'Clients that join nested records to others by that key.',
  example: { right: 'each Submodel_item has the Basevehicle of its table', wrong: 'one has another' },
  appliesTo: (cell, contract) => isRead(cell) && nestsItsFields(cell, contract),
  checks: [{ kind: 'cell', sees: 'plain calls', needsAll: true, judge: judgeNested }],
});
