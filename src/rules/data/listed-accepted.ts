import type { Contract } from '../../contract/model.ts';
import { type Call, callKey, withoutRepeats } from '../../wire/soap/call.ts';
import { type Listed, valuesAt } from '../../wire/soap/records.ts';
import type { JudgeCell } from '../check.ts';
import { type CellEvidence, type Evidence, judged } from '../evidence.ts';
import type { Problem } from '../judgement.ts';
import { relationRule } from '../request/same-answer-rule.ts';
import { interpreted, type Rule } from '../rule.ts';
import { alike, contradiction, distinct, ENOUGH, type ValuePair } from './contradiction.ts';
import { recordsOf } from './data.ts';
import {
  allNames,
  areRead,
  besideLists,
  freeNames,
  isOwn,
  isUnfiltered,
  listedBy,
  listsIn,
  type OfOperation,
  offers,
  pathsTo,
  saysMore,
  without,
} from './lists.ts';

/** So many listed values, all without data, contradict an operation that has data for others. */
const MANY = 4;

/**
 * The lists that complete a call of this operation, each with the parameter whose values it lists: the operation takes
 * its parameters and this one, and no credential that it lacks. It has the values in a list, or is of the same records.
 */
export function listsFor(cell: OfOperation, contract: Contract) {
  return contract.operations.flatMap((list) => {
    const [own, its] = [freeNames(cell), freeNames({ operation: list })];
    const [parameter = '', ...more] = without(own, its);
    // What a header selects, or that none is sent, is not shown.
    if ((list.header === null) !== (cell.operation.header === null)) return [];
    const isBeyond = without(allNames(cell), [...allNames({ operation: list }), parameter]).length > 0;
    if (isBeyond || more.length > 0 || without(its, own).length > 0) return [];
    const isSame = list.result.record === cell.operation.result.record;
    const inLists = listsIn({ operation: list }, contract);
    return pathsTo(list, parameter).some((path) => isSame || inLists.includes(path)) ? [{ list, parameter }] : [];
  });
}

/** Whether calls with listed values get data, by the list; and the answers from which that is told. */
function listedPairs({ all, cell, contract, lists }: CellEvidence) {
  const pairOf = (evidence: Evidence, location: string): ValuePair => {
    const expected = JSON.stringify(evidence.call.values);
    const hasData = recordsOf(evidence).some((record) => saysMore(record, cell, contract));
    return { evidence, expected, actual: hasData ? expected : '', location };
  };
  const answered = areRead(all).filter(
    (evidence) => isUnfiltered(evidence) && recordsOf(evidence).every((record) => isOwn(record, evidence, cell)),
  );
  const groups = listsFor(cell, contract).map(({ list, parameter }) => ({
    ...{ list, parameter },
    pairs: answered.flatMap((evidence) => {
      const value = evidence.call.values[parameter];
      // A listed text that could not be read was damaged in the list: xml.encoding or data.readable-text.
      if (value?.includes('\uFFFD')) return [];
      const isOffered = listedBy(list, evidence, withHeaderOf(evidence, lists))?.records.some(
        (record) => offers(list, parameter, [record], value) && saysMore(record, { operation: list }, contract),
      );
      return isOffered ? [pairOf(evidence, `${parameter} that ${list.name} lists`)] : [];
    }),
  }));
  return { groups, known: answered.map((evidence) => pairOf(evidence, '')).filter(alike) };
}

function withHeaderOf({ call }: Evidence, lists: readonly Listed[]): readonly Listed[] {
  const header = JSON.stringify(call.header);
  return lists.filter((one) => JSON.stringify(one.call.header) === header);
}

/** Calls with more listed values, where the few that were sent got no data: as many as tell whether any gets it. */
export function moreListedCalls(evidence: CellEvidence): readonly Call[] {
  const sent = new Set(evidence.all.map(({ call }) => callKey(call)));
  return listedPairs(evidence).groups.flatMap(({ list, parameter, pairs }) => {
    const [first] = pairs;
    if (first === undefined || pairs.some(alike)) return [];
    const { call: asked } = first.evidence;
    const calls = withHeaderOf(first.evidence, evidence.lists).flatMap(({ call, records }) =>
      call.operation !== list.name
        ? []
        : pathsTo(list, parameter)
            .flatMap((path) => valuesAt(records, path.split('.')))
            .filter((value) => offers(list, parameter, records, value))
            .map((value): Call => ({ ...asked, values: { ...asked.values, ...call.values, [parameter]: value } })),
    );
    const news = withoutRepeats(calls).filter((call) => !sent.has(callKey(call)));
    return news.slice(0, Math.max(0, MANY - distinct(pairs)));
  });
}

const judgeListed: JudgeCell = (evidence) => {
  const { groups, known } = listedPairs(evidence);
  const pairs = groups.map((group) => group.pairs);
  const problemOf = (text: string, { evidence, location }: ValuePair): Problem => {
    const value = evidence.call.values[location.split(' ')[0] ?? ''];
    return { code: text, text, location: null, expected: 'data, as for others', actual: `nothing for '${value}'` };
  };
  const found = contradiction(pairs, (pair) => problemOf(`A ${pair.location} gets no data`, pair));
  const [unknown] = pairs.find((some) => distinct(some) >= MANY && !some.some(alike)) ?? [];
  if (unknown === undefined || distinct(known) < ENOUGH || (found.kind === 'judged' && found.problem)) return found;
  return judged(unknown.evidence, problemOf(`No ${unknown.location} gets data`, unknown));
};

/** What an operation lists is accepted by the one that takes it. */
export const listedAcceptedRule: Rule = relationRule({
  id: 'data.listed-accepted',
  title: 'A value that one operation lists gets data from the operation that takes it.',
  requirements: ['operations.*', 'operations.matching'],
  basis: interpreted(
    'Year, make, model and submodel are a tree to walk, by the first section: the values that one operation lists ' +
      'are parameters of the next. If at least three such calls, and most, get data, a call that gets nothing ' +
      'contradicts the list. Four such calls or more that all get nothing contradict it too, if other calls get ' +
      'data. What a header selects is not shown, so both operations get the same header or none.',
  ),
  breaks: 'Clients that offer a list to choose from: a choice leads nowhere.',
  example: { right: 'GetModel_Restricted has models for each make of the year', wrong: 'for one it has none' },
  checks: [besideLists((cell, contract) => listsFor(cell, contract).map(({ list }) => list), judgeListed)],
});
