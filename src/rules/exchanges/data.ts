import { free } from '../../bindings/call.ts';
import { canonicalValue } from '../../bindings/canonical-value.ts';
import { type Decoded, type DecodedRecord, isRecord, recordNamed } from '../../bindings/records.ts';
import type { Cell, Contract, Field, Parameter } from '../../contract/model.ts';
import { fieldPaths } from '../fields.ts';
import type { Problem, Reason } from '../judgement.ts';
import { type CellJudgement, type Evidence, interpreted, judged, type Rule } from '../rule.ts';
import { digestOf } from '../same-answer.ts';
import { isRead, relationRule } from './same-answer-rule.ts';

/** So many different values agree before one that does not contradicts them. */
export const ENOUGH = 3;

export const fieldsOf = ({ operation }: Pick<Cell, 'operation'>, contract: Contract): readonly Field[] =>
  recordNamed(contract, operation.result.record).fields;

/** Whether a record, or one in a list of it, has a field with the name of a parameter: it may repeat what was sent. */
const repeatsParameter = (cell: Cell, contract: Contract): boolean =>
  fieldPaths(cell, contract).some(({ path }) =>
    free(cell).some(({ name }) => sameName(name, path.replace(/^.*\./, ''))),
  );

/** Whether a nested record has a field that its parent has too. */
const nestsItsFields = (cell: Cell, contract: Contract): boolean => {
  const fields = fieldsOf(cell, contract);
  return fields.some(({ content }) => {
    if (content.kind !== 'list' || content.item.content.kind !== 'record') return false;
    const inner = recordNamed(contract, content.item.content.record).fields;
    return inner.some(({ name }) => fields.some((field) => field.name === name));
  });
};

export const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Two values that should be equal: an answer's, and the one to compare it with. */
export interface Pair {
  readonly evidence: Evidence;
  readonly expected: string;
  readonly actual: string;
  readonly location: string;
  /** What is counted as one; the expected value if left out. */
  readonly of?: string;
}

/** Why nothing is judged where too few answers can be compared. */
export const NOT_SHOWN: Reason = {
  code: 'nothing-to-judge',
  text: 'too few answers show whether the target relates these values',
};

/** The records of an answer, decoded once for all rules; empty if there are none. */
export function recordsOf({ reading, contract }: Evidence): readonly DecodedRecord[] {
  const digest = digestOf(reading, contract);
  return digest.kind === 'records' && reading.response?.status === 200 ? digest.records.filter(isRecord) : [];
}

export const isText = (value: Decoded | undefined): value is string => typeof value === 'string' && value !== '';

export const alike = ({ expected, actual }: Pair): boolean =>
  expected.trim().toLowerCase() === actual.trim().toLowerCase();

/** How many different values, or records, pairs are of. */
export const distinct = (pairs: readonly Pair[]): number =>
  new Set(pairs.map(({ of, expected }) => of ?? expected)).size;

/** Ids and numbers; request.text-fidelity checks other texts. */
const ID = /^-?\d{1,18}$/;

/** The pairs whose numbers differ by the most frequent distance, if enough do. */
function equallyFar(pairs: readonly Pair[]): readonly Pair[] {
  const byDistance = new Map<bigint, Pair[]>();
  for (const pair of pairs.filter(({ expected, actual }) => ID.test(expected) && ID.test(actual))) {
    const distance = BigInt(pair.actual) - BigInt(pair.expected);
    byDistance.set(distance, [...(byDistance.get(distance) ?? []), pair]);
  }
  const [most = []] = [...byDistance.values()].toSorted((one, other) => other.length - one.length);
  return distinct(most) >= ENOUGH ? most : [];
}

/**
 * Groups of pairs → the first pair that contradicts its group, if enough and most values of it agree; so does one of
 * numbers that are equally far apart, if fewer agree.
 */
export function contradiction(groups: readonly (readonly Pair[])[], problemOf: (pair: Pair) => Problem): CellJudgement {
  let shown: Evidence | null = null;
  for (const pairs of groups) {
    const [agreeing, others] = [pairs.filter(alike), pairs.filter((pair) => !alike(pair))];
    const shifted = equallyFar(others);
    const [far] = shifted;
    if (far !== undefined && distinct(shifted) > distinct(agreeing)) return judged(far.evidence, problemOf(far));
    if (distinct(agreeing) < ENOUGH) continue;
    shown ??= agreeing[0]?.evidence ?? null;
    const [first] = others;
    if (first === undefined || distinct(others) > distinct(agreeing)) continue;
    return judged(first.evidence, problemOf(first));
  }
  return shown === null ? { kind: 'not-applicable', reason: NOT_SHOWN } : judged(shown);
}

/** The problem of two values that differ. */
const differing =
  (text: (pair: Pair) => string) =>
  (pair: Pair): Problem => {
    const { location, expected, actual } = pair;
    return { code: location, text: text(pair), location, expected: `'${expected}'`, actual: `'${actual}'` };
  };

/** False for the record of a class whose fields were never set, or only numbers: nothing was found. */
const isFilled = (record: DecodedRecord): boolean =>
  Object.values(record).some((value) =>
    isText(value) ? !/^(?:-?\d+|true|false)$/.test(value) : Array.isArray(value) && value.length > 0,
  );

/** A field with the name of a parameter, in any case, and the value that was sent. A number that was never set is 0. */
function pairsOf(all: readonly Evidence[], { name, type }: Parameter): readonly Pair[] {
  return all.flatMap((evidence) => {
    const expected = canonicalValue(evidence.call.values[name] ?? '', type);
    if (!ID.test(expected)) return [];
    return recordsOf(evidence).flatMap((record) =>
      Object.entries(record).flatMap(([field, actual]): readonly Pair[] =>
        sameName(field, name) && isText(actual) && (actual === expected || (actual !== '0' && isFilled(record)))
          ? [{ evidence, expected, actual, location: field }]
          : [],
      ),
    );
  });
}

/** The records that an answer lists: those of an array, or in the lists of a single one. */
function listedIn(evidence: Evidence): readonly DecodedRecord[] {
  const records = recordsOf(evidence);
  if (evidence.reading.cell.operation.result.kind === 'array') return records;
  return records.flatMap((record) =>
    Object.values(record).flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : [])),
  );
}

/**
 * A text of listed records with the name of a parameter, and the text that was sent, where a record has that too. One that
 * contains it counts as it, and one that all other texts are may stand for any: matching rules are not shown.
 */
function listedPairs(all: readonly Evidence[], { name, type }: Parameter): readonly Pair[] {
  if (type !== 'string') return [];
  const plain = (text: string): string => text.trim().toLowerCase();
  const pairs = all.flatMap((evidence) => {
    const expected = evidence.call.values[name] ?? '';
    if (expected === '') return [];
    return listedIn(evidence).flatMap((record) =>
      Object.entries(record).flatMap(([field, text]): readonly Pair[] => {
        if (!sameName(field, name) || !isText(text)) return [];
        return [
          { evidence, expected, actual: plain(text).includes(plain(expected)) ? expected : text, location: field },
        ];
      }),
    );
  });
  const texts = new Set(pairs.map(({ actual }) => plain(actual)));
  const known = pairs.filter(({ expected }) => texts.has(plain(expected)));
  const others = new Set(known.filter((pair) => !alike(pair)).map(({ actual }) => plain(actual)));
  return others.size === 1 ? known.filter(alike) : known;
}

/** Fields of nested records that have the name of a field of the parent record, or end in that of its ID. */
function nestedPairs(all: readonly Evidence[]): ReadonlyMap<string, readonly Pair[]> {
  const groups = new Map<string, Pair[]>();
  const pairs = all.flatMap((evidence) => {
    const records = recordsOf(evidence);
    const isShared = sharedAmong(records);
    return records.flatMap((record) => keysIn(record, evidence, isShared));
  });
  for (const pair of pairs) {
    const group = groups.get(pair.location);
    if (group === undefined) groups.set(pair.location, [pair]);
    else group.push(pair);
  }
  return groups;
}

const itemsIn = (items: Decoded): readonly DecodedRecord[] => (Array.isArray(items) ? items.filter(isRecord) : []);

/** Tells items that lists of different records hold, with all their values: they have the key of one of these records. */
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

function keysIn(
  record: DecodedRecord,
  evidence: Evidence,
  isShared: (item: DecodedRecord) => boolean,
): readonly Pair[] {
  return Object.entries(record).flatMap(([list, items]) =>
    itemsIn(items).flatMap((item) =>
      Object.entries(item).flatMap(([field, actual]): readonly Pair[] => {
        // An ID is the item's own, even if it has the number of a record. A number that was never set is 0.
        if (field === 'ID' || actual === '0' || isShared(item)) return [];
        // PartialProduct_MasterID is the ID of the record around.
        const key = Object.keys(record).find((name) => name.endsWith('ID') && field.endsWith(name)) ?? field;
        const expected = record[field] ?? record[key];
        return isText(expected) && isText(actual) ? [{ evidence, expected, actual, location: `${list}.${field}` }] : [];
      }),
    ),
  );
}

/** False where the answer repeats another text for another parameter than was sent: it may answer another call. */
function repeatsOthers(evidence: Evidence, cell: Cell, but: Parameter): boolean {
  const texts = free(cell).filter(({ type, name }) => type === 'string' && name !== but.name);
  return recordsOf(evidence).every((record) =>
    texts.every(({ name }) => typeof record[name] !== 'string' || record[name] === (evidence.call.values[name] ?? '')),
  );
}

/**
 * The first of known numbers that gets the record of another, where all get the one record: it answers one of them. A number
 * that was never set is 0.
 */
function alwaysOne(pairs: readonly Pair[]): Pair | undefined {
  const known = pairs.filter(({ evidence }) => ['sample', 'known'].includes(evidence.expectation));
  const answered = new Set(known.map(({ actual }) => actual));
  const isOne = answered.size === 1 && !answered.has('0') && known.some(alike);
  return isOne && distinct(known) >= ENOUGH ? known.find((pair) => !alike(pair)) : undefined;
}

const judgeQuestion = (all: readonly Evidence[], cell: Cell): CellJudgement => {
  const problemOf = differing(({ location }) => `A call gets a record of another ${location} than it requests`);
  const numbers = free(cell).map((parameter) => {
    const own = all.filter((evidence) => repeatsOthers(evidence, cell, parameter));
    return pairsOf(own, parameter);
  });
  const [first] = numbers.flatMap((pairs) => alwaysOne(pairs) ?? []);
  if (first !== undefined) return judged(first.evidence, problemOf(first));
  return contradiction([...numbers, ...free(cell).map((parameter) => listedPairs(all, parameter))], problemOf);
};

const judgeNested = (all: readonly Evidence[]): CellJudgement => {
  const groups = [...nestedPairs(all).values()];
  const problemOf = differing(({ location }) => `${location} is not that of the record around it`);
  const [first] = groups.flatMap(ofOthers);
  if (first !== undefined) return judged(first.evidence, problemOf(first));
  return contradiction(groups, problemOf);
};

/**
 * The pairs of numbers with the key of another record of their answer, if enough have it. One that tells the records of a
 * list apart is their own.
 */
function ofOthers(pairs: readonly Pair[]): readonly Pair[] {
  const keys = new Map<Evidence, Set<string>>();
  for (const { evidence, expected } of pairs) keys.set(evidence, (keys.get(evidence) ?? new Set()).add(expected));
  const isOther = (pair: Pair): boolean => !alike(pair) && keys.get(pair.evidence)?.has(pair.actual) === true;
  const others = pairs.filter((pair) => ID.test(pair.actual) && isOther(pair));
  return distinct(others) >= ENOUGH && areEqualInLists(pairs) ? others : [];
}

/** Whether all items of a record have the same value, and some record has several. */
function areEqualInLists(pairs: readonly Pair[]): boolean {
  const byAnswer = new Map<Evidence, Map<string, string>>();
  let several = false;
  for (const { evidence, expected, actual } of pairs) {
    const known = byAnswer.get(evidence) ?? new Map<string, string>();
    byAnswer.set(evidence, known);
    const before = known.get(expected);
    if (before !== undefined && before !== actual) return false;
    several ||= before !== undefined;
    known.set(expected, actual);
  }
  return several;
}

/** Rules on data that contradicts the question or itself. */
export const dataRules: readonly Rule[] = [
  relationRule({
    id: 'data.answers-question',
    title: 'If records have the value of a parameter, it is the value that was sent.',
    requirements: ['operations.*', 'operations.matching'],
    basis: interpreted(
      'Matching rules are not shown. Where records have the number that was sent in three answers or more, and in most, ' +
        'one with another number answers another question; so does a listed record with the text of another question. ' +
        'Numbers that are equally far from those that were sent, in three values or more, are related to them too. Where three ' +
        'known numbers or more get the record of one of them, the others get another record. A 0 and a record of numbers ' +
        'alone say that nothing was found.',
    ),
    breaks: 'Clients that show or store the record for the part that they asked for.',
    example: { right: 'recid=50001 gets a record with <recid>50001</recid>', wrong: 'it gets <recid>50002</recid>' },
    defects: ['next-number-answered', 'next-number-always', 'other-item-listed', 'first-record-always'],
    appliesTo: (cell, contract) => isRead(cell) && repeatsParameter(cell, contract),
    ofPlainCalls: true,
    judgeCell: judgeQuestion,
  }),
  relationRule({
    id: 'data.nested-keys',
    title: 'A field of a nested record agrees with the field of its name in the record around it.',
    requirements: ['operations.*'],
    basis: interpreted(
      'The tables name both fields alike and say nothing about their relation. Where they agree in three values or more, ' +
        'and in most, one that differs contradicts its record; so do numbers that all differ by the same, and three or more ' +
        'that are the keys of other records of their answer. Left out are 0, a number that was never set, and nested records ' +
        'that several records share.',
    ),
    breaks: 'Clients that join nested records to others by that key.',
    example: { right: 'each Submodel_item has the Basevehicle of its table', wrong: 'one has another' },
    defects: ['nested-key-differs', 'nested-keys-shifted', 'nested-keys-of-first'],
    appliesTo: (cell, contract) => isRead(cell) && nestsItsFields(cell, contract),
    ofPlainCalls: true,
    judgeCell: judgeNested,
  }),
];
