import type { Cell, Contract, Parameter } from '../../contract/model.ts';
import { free } from '../../wire/soap/call.ts';
import { canonicalValue } from '../../wire/soap/canonical-value.ts';
import type { DecodedRecord } from '../../wire/soap/records.ts';
import type { JudgeCell } from '../check.ts';
import type { Evidence } from '../evidence.ts';
import { isRead, relationRule } from '../request/same-answer-rule.ts';
import { interpreted, type Rule } from '../rule.ts';
import { alike, contradiction, differing, ID, type ValuePair } from './contradiction.ts';
import { fieldsOf, isText, recordsOf, sameName } from './data.ts';

/** Whether a record has a field with the name of a parameter: it may repeat what was sent. */
const repeatsParameter = (cell: Cell, contract: Contract): boolean =>
  fieldsOf(cell, contract).some((field) => free(cell).some(({ name }) => sameName(name, field.name)));

/** False for the record of a class whose fields were never set, or only numbers: nothing was found. */
const isFilled = (record: DecodedRecord): boolean =>
  Object.values(record).some((value) =>
    isText(value) ? !/^(?:-?\d+|true|false)$/.test(value) : Array.isArray(value) && value.length > 0,
  );

const isKnown = ({ expectation }: Evidence): boolean => ['sample', 'known'].includes(expectation);

/**
 * The number that was sent, and the one in a field with the name of its parameter, in any case: the same if a record
 * has it, as a list may hold others too. A number never set is 0; what stands for one that nobody has is not shown.
 */
function pairsOf(all: readonly Evidence[], { name, type }: Parameter): readonly ValuePair[] {
  const pairs = all.flatMap((evidence): readonly ValuePair[] => {
    const expected = canonicalValue(evidence.call.values[name] ?? '', type);
    if (!ID.test(expected)) return [];
    const own = recordsOf(evidence).flatMap((record) =>
      Object.entries(record).flatMap(([field, actual]): readonly ValuePair[] =>
        sameName(field, name) && isText(actual) && (actual === expected || (actual !== '0' && isFilled(record)))
          ? [{ evidence, expected, actual, location: field }]
          : [],
      ),
    );
    return (own.some(alike) ? own.filter(alike) : own).slice(0, 1);
  });
  const held = new Set(pairs.map(({ actual }) => actual));
  return pairs.filter(({ evidence, expected }) => isKnown(evidence) || held.has(expected));
}

/** False where the answer repeats another text for another parameter than was sent: it may answer another call. */
function repeatsOthers(evidence: Evidence, cell: Cell, but: Parameter): boolean {
  const texts = free(cell).filter(({ type, name }) => type === 'string' && name !== but.name);
  return recordsOf(evidence).every((record) =>
    texts.every(({ name }) => typeof record[name] !== 'string' || record[name] === (evidence.call.values[name] ?? '')),
  );
}

const judgeQuestion: JudgeCell = ({ all, cell }) => {
  const problemOf = differing(({ location }) => `A call gets a record of another ${location} than it requests`);
  const numbers = free(cell).map((parameter) => {
    const own = all.filter((evidence) => repeatsOthers(evidence, cell, parameter));
    return pairsOf(own, parameter);
  });
  return contradiction(numbers, problemOf);
};

/** An answer has the values of its own question. */
export const answersQuestionRule: Rule = relationRule({
  id: 'data.answers-question',
  title: 'If records have the value of a parameter, it is the value that was sent.',
  requirements: ['operations.*', 'operations.matching'],
  basis: interpreted(
    'Matching rules are not shown. If records have the number that was sent in at least three answers, and in ' +
      'most, an answer whose records all have another number answers another question. Three or more numbers that ' +
      'all differ from the sent ones by the same amount are related to them as well. What stands for a number that ' +
      'nobody has is not judged; a 0, or a record of numbers alone, says that nothing was found.',
  ),
  breaks: 'Clients that show or store the record for the part that they asked for.',
  example: { right: 'recid=50001 gets a record with <recid>50001</recid>', wrong: 'it gets <recid>50002</recid>' },
  appliesTo: (cell, contract) => isRead(cell) && repeatsParameter(cell, contract),
  checks: [{ kind: 'cell', sees: 'plain calls', needsAll: true, judge: judgeQuestion }],
});
