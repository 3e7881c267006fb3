import { groupBy } from '../../base/group-by.ts';
import type { Contract, Operation } from '../../contract/model.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Decoded, type DecodedRecord, isRecord, type Listed } from '../../wire/soap/records.ts';
import type { JudgeCell } from '../check.ts';
import type { Evidence } from '../evidence.ts';
import { factsOfSurplus, firstTexts, partInWords } from '../part-in-words.ts';
import { relationRule } from '../request/same-answer-rule.ts';
import { interpreted, type Rule } from '../rule.ts';
import { alike, contradiction, ENOUGH, type ValuePair } from './contradiction.ts';
import { isText, recordsOf } from './data.ts';
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

/**
 * The operations of whose records this one answers a part: it takes all that they ask for, and more. What an operation
 * answers without the header that it has is not shown, so it is no whole.
 */
export function wholesFor(cell: OfOperation, contract: Contract): readonly Operation[] {
  return contract.operations.filter(
    (operation) =>
      operation.header === null &&
      operation.result.record === cell.operation.result.record &&
      without(freeNames({ operation }), freeNames(cell)).length === 0 &&
      without(allNames(cell), allNames({ operation })).length > 0,
  );
}

/** What can be found in another answer: items of a single record's lists, or records. */
function partsOf(records: readonly DecodedRecord[], cell: OfOperation, contract: Contract): readonly Decoded[] {
  const names = cell.operation.result.kind === 'array' ? [] : listsIn(cell, contract);
  if (names.length === 0) return records;
  return records.flatMap((record) => names.flatMap((name) => [record[name] ?? []].flat()));
}

/** The texts of a part by field; '' is the field of a part that is a text. */
const textsOf = (part: Decoded): readonly (readonly [field: string, text: string])[] =>
  Object.entries(isRecord(part) ? part : { '': part }).flatMap(([field, text]) =>
    isText(text) ? [[field, text.trim().toLowerCase()]] : [],
  );

/** The fields whose text differs between any two parts: each identifies its part. */
function keysOf(parts: readonly Decoded[]): ReadonlySet<string> {
  const different = [...new Map(parts.map((part) => [JSON.stringify(textsOf(part)), textsOf(part)] as const)).values()];
  const byField = [...groupBy(different.flat(), ([field]) => field)];
  const keys = byField.filter(([, all]) => new Set(all.map(([, text]) => text)).size >= Math.max(ENOUGH, all.length));
  return new Set(keys.map(([field]) => field));
}

/** Limits are not shown: a whole of so many parts may be its first page. */
const mayBePage = (count: number): boolean =>
  [3, 5].includes(count) || [10, 12, 16, 25].some((size) => count % size === 0);

/** If more than one in so many parts is missing from the wholes, they are none: what is new, or the first of a list. */
const FEW = 2;

/** Whether the parts that no whole has are few. */
function areFew(pairs: readonly ValuePair[]): boolean {
  const missing = pairs.filter((pair) => !alike(pair)).length;
  return FEW * missing <= pairs.length - missing;
}

const judgePart: JudgeCell = ({ all, cell, contract, lists }) => {
  const answered = areRead(all);
  const { header, name: own } = cell.operation;
  // If the operation has a header, the whole list is its answer to the header that filters nothing.
  const neutral = answered.filter((one) => one.call.header !== null && isUnfiltered(one));
  const known = header === null ? lists : neutral.map((one): Listed => ({ call: one.call, records: recordsOf(one) }));
  const parts = new Map(known.map((one) => [one, partsOf(one.records, cell, contract)] as const));
  const keysIn = (whole: Operation): ReadonlySet<string> =>
    keysOf([...parts].flatMap(([{ call }, some]) => (call.operation === whole.name ? some : [])));
  const pairsOf = (evidence: Evidence, whole: Operation, keys: ReadonlySet<string>): readonly ValuePair[] => {
    const { values } = evidence.call;
    const listed = listedBy(whole, evidence, known);
    if (listed === undefined || (whole.name === own && isUnfiltered(evidence))) return [];
    if (mayBePage(parts.get(listed)?.length ?? 0)) return [];
    // The answer to a value that is not listed may say so in a record.
    const added = without(freeNames(cell), freeNames({ operation: whole })).filter((name) => pathsTo(whole, name)[0]);
    if (!added.every((name) => offers(whole, name, listed.records, values[name]))) return [];
    // data.listed-accepted judges answers without data.
    const telling = recordsOf(evidence).filter(
      (record) => saysMore(record, cell, contract) && isOwn(record, evidence, cell),
    );
    const there = new Set(
      (parts.get(listed) ?? []).flatMap((part) => [
        JSON.stringify(textsOf(part)),
        ...textsOf(part).map((text) => JSON.stringify(text)),
      ]),
    );
    return partsOf(telling, cell, contract).map((part) => {
      const texts = textsOf(part);
      const expected = JSON.stringify(texts);
      const told = texts.filter(([field]) => keys.has(field)).map((text) => JSON.stringify(text));
      // It may repeat one by chance: half of them.
      const same = told.filter((text) => there.has(text)).length;
      const isThere = there.has(expected) || (same > 0 && 2 * same >= told.length);
      return { evidence, expected, actual: isThere ? expected : '', location: whole.name, part };
    });
  };
  const wholes = [...wholesFor(cell, contract), ...(header === null ? [] : [cell.operation])];
  const groups = wholes.map((whole) => {
    const keys = keysIn(whole);
    return answered.flatMap((evidence) => pairsOf(evidence, whole, keys));
  });
  return contradiction(groups.filter(areFew), ({ location, part = '' }) => {
    const whole = location === own ? 'the answer without a filter' : location;
    const text = `An answer has a record or item that ${whole} lacks`;
    const [[field = ''] = []] = firstTexts(part);
    const values = { expected: `only what ${whole} has too`, actual: partInWords(part), facts: factsOfSurplus(part) };
    return { code: 'part', text, location: field || null, ...values };
  });
};

/** What is answered to more conditions is a part of what is answered to fewer. */
export const restrictedPartRule: Rule = relationRule({
  id: 'data.restricted-part',
  title: 'What an operation answers to more conditions is a part of what is answered to fewer.',
  requirements: ['operations.*', 'operations.matching'],
  basis: interpreted(
    'Some lists are restricted, by the first section; what restricts is not shown. The whole list comes from an ' +
      'operation with the same records and fewer parameters, or from the call without a filter. If it has at ' +
      'least three of the restricted records, and two thirds of them, every other one contradicts it, unless the ' +
      'whole list has most of its texts that tell records apart. A whole list of 3 or 5 records, or of 10, 12, ' +
      '16, 25 or a multiple of that, may be a page.',
  ),
  breaks: 'Clients that read the whole once and ask for parts of it: they meet records that they do not know.',
  example: { right: 'each video of a make is among all videos', wrong: 'one is not' },
  appliesTo: (cell, contract) =>
    wholesFor(cell, contract).length > 0 || (isSoap(cell.binding) && cell.operation.header !== null),
  checks: [besideLists(wholesFor, judgePart)],
});
