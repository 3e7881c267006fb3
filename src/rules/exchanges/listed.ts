import { isSoap } from '../../bindings/binding.ts';
import { type Decoded, type DecodedRecord, type Listed, valuesAt } from '../../bindings/records.ts';
import type { Cell, Contract, Operation } from '../../contract/model.ts';
import { excerpt } from '../inspect/element.ts';
import type { Problem } from '../judgement.ts';
import { type Evidence, interpreted, type Rule } from '../rule.ts';
import { digestOf } from '../same-answer.ts';
import {
  alike,
  contradiction,
  distinct,
  ENOUGH,
  fieldsOf,
  isRecord,
  isText,
  type Pair,
  recordsOf,
  sameName,
} from './data.ts';
import { free } from './echo.ts';

/** So many listed values, all without data, contradict an operation that has data for others. */
const MANY = 4;

type OfOperation = Pick<Cell, 'operation'>;
type JudgeLists = NonNullable<Rule['judgeCell']>;

const freeNames = (cell: OfOperation): readonly string[] => free(cell).map(({ name }) => name);
const allNames = ({ operation }: OfOperation): readonly string[] => operation.parameters.map(({ name }) => name);
const without = (names: readonly string[], others: readonly string[]): readonly string[] =>
  names.filter((name) => !others.includes(name));

/** The paths at which an operation's answers hold values of a parameter. */
const pathsTo = ({ feeds }: Operation, parameter: string): readonly string[] =>
  Object.keys(feeds).filter((path) => feeds[path]?.includes(parameter));

/** True where answers list a value. A nil item is none, and outer white space may not reach the target. */
const offers = (list: Operation, parameter: string, records: readonly DecodedRecord[], value = ''): boolean =>
  value !== '' &&
  value === value.trim() &&
  pathsTo(list, parameter).some((path) => valuesAt(records, path.split('.')).includes(value));

/** The fields of an answer that are lists. */
const listsIn = (cell: OfOperation, contract: Contract): readonly string[] =>
  fieldsOf(cell, contract).flatMap(({ name, content }) => (content.kind === 'list' ? [name] : []));

/**
 * The lists that complete a call of this operation, each with the parameter whose values it lists: the operation takes
 * its parameters and this one, and no credential that it lacks. It has the values in a list, or is of the same records.
 */
export function listsFor(cell: OfOperation, contract: Contract) {
  return contract.operations.flatMap((list) => {
    const [own, its] = [freeNames(cell), freeNames({ operation: list })];
    const [parameter = '', ...more] = without(own, its);
    const isBeyond = without(allNames(cell), [...allNames({ operation: list }), parameter]).length > 0;
    if (isBeyond || more.length > 0 || without(its, own).length > 0) return [];
    const isSame = list.result.record === cell.operation.result.record;
    const inLists = listsIn({ operation: list }, contract);
    return pathsTo(list, parameter).some((path) => isSame || inLists.includes(path)) ? [{ list, parameter }] : [];
  });
}

/** The operations of whose records this one answers a part: it takes all that they ask for, and more. */
export function wholesFor(cell: OfOperation, contract: Contract): readonly Operation[] {
  return contract.operations.filter(
    (operation) =>
      operation.result.record === cell.operation.result.record &&
      without(freeNames({ operation }), freeNames(cell)).length === 0 &&
      without(allNames(cell), allNames({ operation })).length > 0,
  );
}

/** True for a call without a header, or with the one that filters nothing. */
const isUnfiltered = ({ call: { header } }: Evidence): boolean =>
  Object.values(header ?? {}).every((value) => ['false', 'None', ''].includes(`${value}`));

/** Answers that could be read, with records or without. */
const areRead = (all: readonly Evidence[]): readonly Evidence[] =>
  all.filter(({ reading, contract, inspection }) => {
    const isSound = (inspection?.irregularities.length ?? 0) === 0;
    return isSound && reading.response?.status === 200 && digestOf(reading, contract).kind === 'records';
  });

/** The answer of an operation to what a call asks, as far as it can be asked that. */
const listedBy = ({ name }: Operation, { call }: Evidence, lists: readonly Listed[]): Listed | undefined =>
  lists.find(
    ({ call: { operation, values } }) =>
      operation === name && Object.keys(values).every((parameter) => call.values[parameter] === values[parameter]),
  );

/** Whether a record has items, or a text that is no parameter's. SOAP may mark a list of records nil, whatever it holds. */
const saysMore = (record: DecodedRecord, cell: OfOperation, contract: Contract): boolean =>
  fieldsOf(cell, contract).some(({ name, content }) => {
    const value = record[name];
    if (content.kind !== 'simple') return value === null || (Array.isArray(value) && value.length > 0);
    return content.type === 'string' && !freeNames(cell).includes(name) && isText(value);
  });

const judgeListed: JudgeLists = (all, cell, contract, _unused, lists) => {
  const pairOf = (evidence: Evidence, location: string): Pair => {
    const expected = JSON.stringify(evidence.call.values);
    const hasData = recordsOf(evidence).some((record) => saysMore(record, cell, contract));
    return { evidence, expected, actual: hasData ? expected : '', location };
  };
  const answered = areRead(all).filter(isUnfiltered);
  const groups = listsFor(cell, contract).map(({ list, parameter }) =>
    answered.flatMap((evidence) => {
      const value = evidence.call.values[parameter];
      const isOffered = listedBy(list, evidence, lists)?.records.some(
        (record) => offers(list, parameter, [record], value) && saysMore(record, { operation: list }, contract),
      );
      return isOffered ? [pairOf(evidence, `${parameter} that ${list.name} lists`)] : [];
    }),
  );
  const problemOf = (text: string, { evidence, location }: Pair): Problem => {
    const value = evidence.call.values[location.split(' ')[0] ?? ''];
    return { code: text, text, location: null, expected: 'data, as for others', actual: `nothing for '${value}'` };
  };
  const judged = contradiction(groups, (pair) => problemOf(`A ${pair.location} gets no data`, pair));
  const known = answered.map((evidence) => pairOf(evidence, '')).filter(alike);
  const [unknown] = groups.find((pairs) => distinct(pairs) >= MANY && !pairs.some(alike)) ?? [];
  if (unknown === undefined || distinct(known) < ENOUGH || (judged.kind === 'judged' && judged.problem)) return judged;
  return {
    kind: 'judged',
    problem: problemOf(`No ${unknown.location} gets data`, unknown),
    evidence: unknown.evidence,
  };
};

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
    // Of answers without data, and to other questions, data.listed-accepted and data.answers-question speak.
    const isOwn = (record: DecodedRecord): boolean =>
      freeNames(cell).every((name) =>
        Object.keys(record).every((field) => !sameName(name, field) || record[field] === values[name]),
      );
    const telling = recordsOf(evidence).filter((record) => saysMore(record, cell, contract) && isOwn(record));
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

/** Rules on what one operation lists and another takes, or answers a part of. */
export const listedRules: readonly Rule[] = [
  {
    id: 'data.listed-accepted',
    level: 'recommended',
    layer: 'several exchanges',
    title: 'A value that one operation lists gets data from the operation that takes it.',
    requirements: ['operations.*', 'operations.matching'],
    basis: interpreted(
      'Year, make, model and submodel are a tree to walk, by the first section. A list has parameters of an operation, ' +
        'and the values of the one that it lacks. Where three such calls or more, and most, get data, a call that gets ' +
        'nothing contradicts the list; so do four or more of which none does, where other calls get data.',
    ),
    breaks: 'Clients that offer a list to choose from: a choice leads nowhere.',
    breaksFrom: 'definition',
    example: { right: 'GetModel_Restricted has models for each make of the year', wrong: 'for one it has none' },
    defects: ['listed-value-unknown', 'listed-values-differ'],
    appliesTo: (cell, contract) => listsFor(cell, contract).length > 0,
    ofAllAnswers: true,
    ofPlainCalls: true,
    listing: (cell, contract) => listsFor(cell, contract).map(({ list }) => list.name),
    judgeCell: judgeListed,
  },
  {
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
  },
];
