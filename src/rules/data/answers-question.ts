import type { Cell, Contract, Parameter } from '../../contract/model.ts';
import { free } from '../../wire/soap/call.ts';
import { canonicalValue } from '../../wire/soap/canonical-value.ts';
import { type DecodedRecord, isRecord } from '../../wire/soap/records.ts';
import { fieldPaths } from '../fields.ts';
import { isRead, relationRule } from '../request/same-answer-rule.ts';
import { type CellJudgement, type Evidence, interpreted, judged, type Rule } from '../rule.ts';
import { alike, contradiction, differing, distinct, ENOUGH, ID, type Pair } from './contradiction.ts';
import { isText, recordsOf, sameName } from './data.ts';

/** Whether a record, or one in a list of it, has a field with the name of a parameter: it may repeat what was sent. */
const repeatsParameter = (cell: Cell, contract: Contract): boolean =>
  fieldPaths(cell, contract).some(({ path }) =>
    free(cell).some(({ name }) => sameName(name, path.replace(/^.*\./, ''))),
  );

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

const isKnown = ({ evidence }: Pair): boolean => ['sample', 'known'].includes(evidence.expectation);

/** The pairs of numbers that are in data, and those that agree: what stands for a number that nobody has is not shown. */
function ofKnown(pairs: readonly Pair[]): readonly Pair[] {
  const known = new Set(pairs.flatMap((pair) => (isKnown(pair) ? [pair.expected, pair.actual] : pair.actual)));
  return pairs.filter((pair) => alike(pair) || known.has(pair.expected));
}

/** Only the pairs that agree, if most numbers that differ come for each other: the parameter does not tell them apart. */
function toldApart(pairs: readonly Pair[]): readonly Pair[] {
  const odd = new Set(pairs.flatMap((pair) => (alike(pair) ? [] : `${pair.expected} ${pair.actual}`)));
  const mutual = [...odd].filter((one) => odd.has(one.split(' ').toReversed().join(' ')));
  return mutual.length > 0 && 2 * mutual.length >= odd.size ? pairs.filter(alike) : pairs;
}

/** The records that an answer lists: those of an array, or in the lists of a single one. */
function listedIn(evidence: Evidence): readonly DecodedRecord[] {
  const records = recordsOf(evidence);
  if (evidence.reading.cell.operation.result.kind === 'array') return records;
  return records.flatMap((record) =>
    Object.values(record).flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : [])),
  );
}

const plain = (text: string): string => text.trim().toLowerCase();

/**
 * A text of listed records with the name of a parameter, and the text that was sent, where a record has that too. One that
 * contains it counts as it, and one that all other texts are may stand for any: matching rules are not shown. Another
 * text is odd where the answer to it lacks the one that was sent: a parameter may select nothing. If no text of a record
 * comes for itself, all these are odd.
 */
function listedPairs(all: readonly Evidence[], { name, type }: Parameter): readonly Pair[] {
  if (type !== 'string') return [];
  const pairs = all.flatMap((evidence) => {
    const expected = evidence.call.values[name] ?? '';
    if (expected === '') return [];
    return listedIn(evidence).flatMap((record) =>
      Object.entries(record).flatMap(([field, text]): readonly Pair[] => {
        if (!sameName(field, name) || !isText(text)) return [];
        const actual = plain(text).includes(plain(expected)) ? expected : text;
        return [{ evidence, expected, actual, location: field, shown: text }];
      }),
    );
  });
  const texts = new Set(pairs.map(({ actual }) => plain(actual)));
  const known = pairs.filter(({ expected }) => texts.has(plain(expected)));
  const whole = new Set(pairs.map(({ shown }) => shown));
  const exact = known.filter(({ expected }) => whole.has(expected));
  if (exact.length > 0 && !exact.some(alike)) return exact;
  const others = new Set(known.filter((pair) => !alike(pair)).map(({ actual }) => plain(actual)));
  if (others.size === 1) return known.filter(alike);
  const question = ({ call }: Evidence, text: string): string =>
    JSON.stringify({ ...call.values, [name]: plain(text) });
  const listed = new Map<string, Set<string>>();
  for (const { evidence, expected, actual } of pairs) {
    const asked = question(evidence, expected);
    listed.set(asked, (listed.get(asked) ?? new Set()).add(plain(actual)));
  }
  const isOdd = ({ evidence, expected, actual }: Pair): boolean =>
    listed.get(question(evidence, actual))?.has(plain(expected)) === false;
  return known.filter((pair) => alike(pair) || isOdd(pair));
}

/** False where the answer repeats another text for another parameter than was sent: it may answer another call. */
function repeatsOthers(evidence: Evidence, cell: Cell, but: Parameter): boolean {
  const texts = free(cell).filter(({ type, name }) => type === 'string' && name !== but.name);
  return recordsOf(evidence).every((record) =>
    texts.every(({ name }) => typeof record[name] !== 'string' || record[name] === (evidence.call.values[name] ?? '')),
  );
}

/** The first of enough listed texts, where each gets only the records of others. */
function neverOwn(pairs: readonly Pair[]): Pair | undefined {
  return distinct(pairs) >= ENOUGH && !pairs.some(alike) ? pairs[0] : undefined;
}

/**
 * The first of known numbers that gets the record of another, where all get the one record: it answers one of them. A number
 * that was never set is 0.
 */
function alwaysOne(pairs: readonly Pair[]): Pair | undefined {
  const known = pairs.filter(isKnown);
  const answered = new Set(known.map(({ actual }) => actual));
  const isOne = answered.size === 1 && !answered.has('0') && known.some(alike);
  return isOne && distinct(known) >= ENOUGH ? known.find((pair) => !alike(pair)) : undefined;
}

const judgeQuestion = (all: readonly Evidence[], cell: Cell): CellJudgement => {
  const problemOf = differing(({ location }) => `A call gets a record of another ${location} than it requests`);
  const numbers = free(cell).map((parameter) => {
    const own = all.filter((evidence) => repeatsOthers(evidence, cell, parameter));
    return toldApart(ofKnown(pairsOf(own, parameter)));
  });
  const texts = free(cell).map((parameter) => listedPairs(all, parameter));
  const [first] = [...numbers.map(alwaysOne), ...texts.map(neverOwn)].filter((one) => one !== undefined);
  if (first !== undefined) return judged(first.evidence, problemOf(first));
  return contradiction([...numbers, ...texts], problemOf);
};

/** An answer has the values of its own question. */
export const answersQuestionRule: Rule = relationRule({
  id: 'data.answers-question',
  title: 'If records have the value of a parameter, it is the value that was sent.',
  requirements: ['operations.*', 'operations.matching'],
  basis: interpreted(
    'Matching rules are not shown. If records have the number that was sent in at least three answers, and in ' +
      'most, a record with another number answers another question. Two things must hold then: data has the ' +
      'number that was sent, and most such numbers do not come for each other. A listed record with the text of ' +
      'another question counts too, if the answer to that question lacks the text that was sent. Three or more ' +
      'numbers that all differ from the sent ones by the same amount are related to them as well. If at least ' +
      'three known numbers get the record of one of them, the others get a wrong record. At least three listed texts ' +
      'that get records, but none of its own, get wrong ones. A 0, or a record of numbers alone, says that nothing was found.',
  ),
  breaks: 'Clients that show or store the record for the part that they asked for.',
  example: { right: 'recid=50001 gets a record with <recid>50001</recid>', wrong: 'it gets <recid>50002</recid>' },
  appliesTo: (cell, contract) => isRead(cell) && repeatsParameter(cell, contract),
  ofPlainCalls: true,
  judgeCell: judgeQuestion,
});
