import type { Contract, Field, SimpleType } from '../../contract/model.ts';
import type { DecodedRecord } from '../../wire/soap/records.ts';
import type { JudgeCell } from '../check.ts';
import { type Evidence, judged } from '../evidence.ts';
import type { Problem } from '../judgement.ts';
import { relationRule } from '../request/same-answer-rule.ts';
import { interpreted, type Rule } from '../rule.ts';
import { changedFields, digestOf } from '../same-answer.ts';
import { alike, contradiction, distinct, ENOUGH, NOT_SHOWN, type ValuePair } from './contradiction.ts';
import { fieldsOf, isText, recordsOf, sameName } from './data.ts';
import { areRead, besideLists, byCall, freeNames, isOwn, isUnfiltered, listedBy, type OfOperation } from './lists.ts';
import { wholesFor } from './restricted-part.ts';

/** The address of a link may depend on that of the request. */
const ADDRESS = /:\/\//;

/** The fields that are one text, number or boolean. */
const simpleFields = (cell: OfOperation, contract: Contract): readonly Field[] =>
  fieldsOf(cell, contract).filter(({ content }) => content.kind === 'simple');

/** The values that both records have, by field. */
function shared(one: DecodedRecord, other: DecodedRecord, fields: readonly Field[]) {
  return fields.flatMap(({ name }) => {
    const [actual, expected] = [one[name], other[name]];
    return isText(actual) && isText(expected) ? [{ name, actual, expected }] : [];
  });
}

/** The one record among others with the same key; undefined if none has it, or keys repeat. */
function withKeyOf(record: DecodedRecord, others: readonly DecodedRecord[], key: string): DecodedRecord | undefined {
  if (new Set(others.map((other) => other[key])).size < others.length) return undefined;
  return others.find((other) => isText(record[key]) && other[key] === record[key]);
}

/** The values of a record, and those of the one among others that is the same by most of them; none if none is. */
function besideItsLike(record: DecodedRecord, others: readonly DecodedRecord[], fields: readonly Field[]) {
  let [nearest, most]: [ReturnType<typeof shared>, number] = [[], 0];
  for (const other of others) {
    const values = shared(record, other, fields);
    const equal = values.filter(({ actual, expected }) => actual === expected).length;
    if (equal > values.length / 2 && equal > most) [nearest, most] = [values, equal];
  }
  return nearest;
}

/** The fields that differ between equal calls; null if no call was made twice, or whole records come and go. */
function changing(all: readonly Evidence[], contract: Contract): ReadonlySet<string> | null {
  let changed: ReadonlySet<string> | null = null;
  for (const [before, ...others] of byCall(all))
    for (const { reading } of others.filter((one) => recordsOf(one).length > 0)) {
      changed = changedFields(digestOf(before.reading, contract), digestOf(reading, contract), changed ?? undefined);
      if (changed === null) return null;
    }
  return changed;
}

const isOfType = ({ content }: Field, type: SimpleType): boolean => content.kind === 'simple' && content.type === type;

/** Enough values to tell: a boolean has no more than two. */
const isEnough = (pairs: readonly ValuePair[], field: Field): boolean =>
  distinct(pairs) >= (isOfType(field, 'boolean') ? 2 : ENOUGH);

const judgeSame: JudgeCell = ({ all, cell, contract, lists }) => {
  const answered = areRead(all).filter(isUnfiltered);
  const changed = changing(answered, contract);
  const fields = simpleFields(cell, contract).filter(({ name }) => changed?.has(name) === false);
  const isRepeated = (name: string): boolean => freeNames(cell).some((own) => sameName(own, name));
  const key = fields.find(({ name }) => isRepeated(name))?.name;
  let shown: Evidence | null = null;
  for (const whole of wholesFor(cell, contract)) {
    const pairs = answered.flatMap((evidence): readonly ValuePair[] => {
      const others = listedBy(whole, evidence, lists)?.records ?? [];
      const own = recordsOf(evidence).filter((record) => isOwn(record, evidence, cell));
      return own.flatMap((record) => {
        const same = key === undefined ? undefined : withKeyOf(record, others, key);
        const values = same === undefined ? besideItsLike(record, others, fields) : shared(record, same, fields);
        const of = same && key && { of: `${record[key]}` };
        return values.map(
          ({ name, actual, expected }): ValuePair => ({ evidence, expected, actual, location: name, ...of }),
        );
      });
    });
    // Of a field that repeats a parameter data.answers-question and data.listed-accepted speak.
    for (const field of fields.filter(({ name }) => !isRepeated(name))) {
      const own = pairs.filter(
        (pair) => pair.location === field.name && !ADDRESS.test(pair.expected) && (alike(pair) || !isCut(pair)),
      );
      // For some records a text may be in other words or in another language.
      const keyed = isOfType(field, 'string') ? [] : own.filter((pair) => pair.of !== undefined);
      const found = contradiction([keyed], (pair) => problemOf(pair, whole.name, 'not'));
      if (found.kind === 'judged' && found.problem !== null) return found;
      if (!isEnough(own, field)) continue;
      const [first] = own;
      shown ??= first?.evidence ?? null;
      if (first === undefined || own.some(alike)) continue;
      return judged(first.evidence, problemOf(first, whole.name, 'never'));
    }
  }
  if (shown === null) return { kind: 'not-applicable', reason: NOT_SHOWN };
  return judged(shown);
};

/** Whether one of two texts begins with the other, which may end in dots. */
function isCut({ expected, actual }: ValuePair): boolean {
  const [one, other] = [expected, actual].map((text) => text.replace(/(?<!\s)\s*(?:…|\.{3})$/, ''));
  return one !== undefined && other !== undefined && (one.startsWith(other) || other.startsWith(one));
}

function problemOf({ location, expected, actual }: ValuePair, whole: string, often: 'not' | 'never'): Problem {
  const text = `${location} of a record is ${often} what ${whole} says`;
  return { code: location, text, location, expected: `'${expected}'`, actual: `'${actual}'` };
}

/** Two operations say the same of the same record. */
export const sameRecordRule: Rule = relationRule({
  id: 'data.same-record',
  title: 'A record that two operations return has the same values in both.',
  requirements: ['operations.*', 'operations.matching'],
  basis: interpreted(
    'The tables give both operations the same record. If most values of the records are equal, a field that never ' +
      'is contradicts, with at least three values (a boolean: with both). If the list has the key of each record ' +
      'once, a number or boolean that differs for a few records and agrees for more, at least three, contradicts ' +
      'too. Not compared: addresses, texts that one of the two cuts, and what changes between equal reads.',
  ),
  breaks: 'Clients that read the list once and ask for single records later: the two do not agree.',
  example: {
    right: 'McatCode_check has the Description that McatCodes has for the code',
    wrong: 'it has another one for every code',
  },
  checks: [besideLists(wholesFor, judgeSame, 'answers')],
});
