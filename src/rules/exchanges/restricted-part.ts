import { isSoap } from '../../bindings/binding.ts';
import { type Decoded, type DecodedRecord, isRecord, type Listed } from '../../bindings/records.ts';
import type { Contract, Operation } from '../../contract/model.ts';
import { excerpt } from '../inspect/element.ts';
import { type Evidence, interpreted, type Rule } from '../rule.ts';
import { contradiction, isText, type Pair, recordsOf } from './data.ts';
import {
  allNames,
  areRead,
  freeNames,
  isOwn,
  isUnfiltered,
  type JudgeLists,
  listedBy,
  listsIn,
  type OfOperation,
  offers,
  pathsTo,
  saysMore,
  without,
} from './lists.ts';

/** The operations of whose records this one answers a part: it takes all that they ask for, and more. */
export function wholesFor(cell: OfOperation, contract: Contract): readonly Operation[] {
  return contract.operations.filter(
    (operation) =>
      operation.result.record === cell.operation.result.record &&
      without(freeNames({ operation }), freeNames(cell)).length === 0 &&
      without(allNames(cell), allNames({ operation })).length > 0,
  );
}

/** The texts of what can be found in another answer: items of a single record's lists, or records without their lists. */
function partsOf(records: readonly DecodedRecord[], cell: OfOperation, contract: Contract): readonly string[] {
  const textOf = (part: Decoded): string =>
    isRecord(part) ? JSON.stringify(Object.entries(part).filter(([, value]) => isText(value))) : `${part ?? ''}`;
  const names = cell.operation.result.kind === 'array' ? [] : listsIn(cell, contract);
  if (names.length === 0) return records.map(textOf);
  return records.flatMap((record) => names.flatMap((name) => [record[name] ?? []].flat().map(textOf)));
}

const judgePart: JudgeLists = (all, cell, contract, _unused, lists) => {
  const answered = areRead(all);
  const { header, name: own } = cell.operation;
  // Of an operation with a header, its answer to the header that filters nothing is the whole.
  const neutral = header === null ? [] : answered.filter(isUnfiltered);
  const known = [...lists, ...neutral.map((one): Listed => ({ call: one.call, records: recordsOf(one) }))];
  const parts = new Map(known.map((one) => [one, new Set(partsOf(one.records, cell, contract))] as const));
  const pairsOf = (evidence: Evidence, whole: Operation): readonly Pair[] => {
    const { values } = evidence.call;
    const listed = listedBy(whole, evidence, known);
    if (listed === undefined || (whole.name === own && isUnfiltered(evidence))) return [];
    // The answer to a value that is not listed may say so in a record.
    const added = without(freeNames(cell), freeNames({ operation: whole })).filter((name) => pathsTo(whole, name)[0]);
    if (!added.every((name) => offers(whole, name, listed.records, values[name]))) return [];
    // Of answers without data data.listed-accepted speaks.
    const telling = recordsOf(evidence).filter(
      (record) => saysMore(record, cell, contract) && isOwn(record, evidence, cell),
    );
    return partsOf(telling, cell, contract).map((expected) => {
      const isThere = parts.get(listed)?.has(expected) === true;
      return { evidence, expected, actual: isThere ? expected : '', location: whole.name };
    });
  };
  const wholes = [...wholesFor(cell, contract), ...(header === null ? [] : [cell.operation])];
  const groups = wholes.map((whole) => answered.flatMap((evidence) => pairsOf(evidence, whole)));
  return contradiction(groups, ({ location, expected: actual }) => {
    const text = `An answer has what ${location === own ? 'the answer without a filter' : location} lacks`;
    const expected = 'a part of what is answered to fewer conditions';
    return { code: location, text, location: null, expected, actual: excerpt(actual) };
  });
};

/** What is answered to more conditions is a part of what is answered to fewer. */
export const restrictedPartRule: Rule = {
  id: 'data.restricted-part',
  level: 'recommended',
  layer: 'several exchanges',
  title: 'What an operation answers to more conditions is a part of what is answered to fewer.',
  requirements: ['operations.*', 'operations.matching'],
  basis: interpreted(
    'Some lists are restricted, by the first section; what restricts is not shown. Where an operation with the same ' +
      'records and fewer parameters, or the call without a filter, has three of the records or more, and most, a ' +
      'record that it lacks contradicts it.',
  ),
  breaks: 'Clients that read the whole once and ask for parts of it: they meet records that they do not know.',
  breaksFrom: 'definition',
  example: { right: 'each video of a make is among all videos', wrong: 'one is not' },
  defects: ['restricted-list-adds'],
  appliesTo: (cell, contract) =>
    wholesFor(cell, contract).length > 0 || (isSoap(cell.binding) && cell.operation.header !== null),
  ofAllAnswers: true,
  ofPlainCalls: true,
  listing: (cell, contract) => wholesFor(cell, contract).map(({ name }) => name),
  judgeCell: judgePart,
};
