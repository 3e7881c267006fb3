import { groupBy, grouped } from '../../base/group-by.ts';
import { plural } from '../../base/words.ts';
import type { Cell, Contract, Operation } from '../../contract/model.ts';
import { recordNamed } from '../../contract/operations.ts';
import { type Decoded, type DecodedRecord, isList, isRecord } from '../../wire/soap/records.ts';
import type { Problem } from '../judgement.ts';
import { partInWords } from '../part-in-words.ts';
import { relationRule } from '../request/same-answer-rule.ts';
import { type CellJudgement, type Evidence, interpreted, judged } from '../rule.ts';
import { contradiction, ENOUGH, NOT_SHOWN, type Pair } from './contradiction.ts';
import { fieldsOf, isText, recordsOf, sameName } from './data.ts';
import { byCall, freeNames, isReadable } from './lists.ts';

/** A list of an answer: its records, or one that a record holds. */
interface List {
  readonly evidence: Evidence;
  readonly path: string;
  readonly items: readonly Decoded[];
  /** The items as texts, without those that may hold only what the call sent. */
  readonly keys: readonly string[];
}

/** @param sent - names of the parameters of the call */
function keysOf(items: readonly Decoded[], sent: readonly string[]): readonly string[] {
  const isOwn = (name: string): boolean => !sent.some((parameter) => sameName(parameter, name));
  return items.flatMap((item) => {
    if (!isRecord(item)) return isText(item) ? [item] : [];
    return Object.keys(item).some((name) => isText(item[name]) && isOwn(name)) ? [JSON.stringify(item)] : [];
  });
}

/** The lists of one answer to each call, each once. */
function listsOf(all: readonly Evidence[], { operation }: Cell): readonly List[] {
  const answers = byCall(all).flatMap((group) => group.find(isReadable) ?? []);
  const sent = freeNames({ operation });
  const lists = answers.flatMap((evidence): readonly List[] => {
    const records = recordsOf(evidence);
    const list = (path: string, items: readonly Decoded[]): List => ({
      evidence,
      path,
      items,
      keys: keysOf(items, sent),
    });
    const inner = records.flatMap((record) =>
      Object.entries(record).flatMap(([path, items]) => (isList(items) ? [list(path, items)] : [])),
    );
    return operation.result.kind === 'array' ? [list('', records), ...inner] : inner;
  });
  return [...new Map(lists.map((list) => [`${list.path} ${JSON.stringify(list.items)}`, list] as const)).values()];
}

/** The items that stand more than once in a list. */
function repeatedIn({ keys }: List): ReadonlySet<string> {
  return new Set([...groupBy(keys, (key) => key)].flatMap(([key, { length }]) => (length > 1 ? [key] : [])));
}

/** Whether the texts at a path are values of a parameter: one that is listed twice says nothing more. */
const isChoice = (path: string, { feeds, result }: Operation): boolean => result.kind === 'single' && path in feeds;

/**
 * The first list that says everything twice. A record may be there twice for a reason, as one per warehouse; not each
 * record of all lists. Texts to choose from are none.
 */
function repeating(lists: readonly List[], { operation }: Cell): List | null {
  const filled = lists.filter(({ keys }) => keys.length > 0);
  for (const [path, own] of groupBy(filled, (list) => list.path)) {
    const isAll = own.every((list) => repeatedIn(list).size === new Set(list.keys).size);
    if (!isAll && !isChoice(path, operation)) continue;
    const odd = own.filter((list) => repeatedIn(list).size > 0);
    const count = new Set(odd.flatMap((list) => [...repeatedIn(list)])).size;
    if ((isAll ? count : odd.length) >= ENOUGH) return odd[0] ?? null;
  }
  return null;
}

/** The numbers that are named as the ID of the records of a list: not those with the name of one of the record around it. */
function idNames(path: string, cell: Cell, contract: Contract): readonly string[] {
  const top = fieldsOf(cell, contract);
  const list = top.find(({ name }) => name === path)?.content;
  const item = list?.kind === 'list' ? list.item.content : null;
  const fields = item?.kind === 'record' ? recordNamed(contract, item.record).fields : top;
  const around = item === null ? [] : top.filter(({ name }) => name.endsWith('ID'));
  return fields.flatMap(({ name, content }) => {
    const isNumber = content.kind === 'simple' && content.type !== 'string';
    const isOwn = name === 'ID' || !around.some((field) => name.endsWith(field.name));
    return isNumber && isOwn && name.endsWith('ID') ? [name] : [];
  });
}

/** Whether two records are of different things: no text is the same in both, and each has some. */
function areUnlike(one: DecodedRecord, other: DecodedRecord, id: string): boolean {
  const texts = Object.keys(one).filter((name) => name !== id && [one[name], other[name]].every(isWords));
  return texts.length > 0 && texts.every((name) => one[name] !== other[name]);
}

/** A text that is no number and no flag. */
const isWords = (value: Decoded | undefined): value is string => isText(value) && !/^(-?\d+|true|false)$/.test(value);

/** Records with one ID that a record is compared with: enough to show one that is unlike. */
const MOST_ALIKE = 20;

/** The IDs in a list, each beside the one with which the record would be told apart. A number never set is 0 or less. */
function idPairs({ items, path, evidence }: List, contract: Contract): readonly Pair[] {
  const records = items.filter(isRecord);
  return idNames(path, evidence.reading.cell, contract).flatMap((id) => {
    const location = path === '' ? id : `${path}.${id}`;
    const withId = groupBy(
      records.filter((record) => isText(record[id])),
      (record) => `${record[id]}`,
    );
    return [...withId].flatMap(([expected, [first, ...others]]): readonly Pair[] => {
      if (others.length === 0) return [{ evidence, expected, actual: expected, location }];
      const compared = others.slice(0, MOST_ALIKE - 1);
      if (Number(expected) <= 0 || !compared.some((other) => areUnlike(first, other, id))) return [];
      return [{ evidence, expected, actual: `${expected}, as another`, location }];
    });
  });
}

function judgeDistinct(all: readonly Evidence[], cell: Cell, contract: Contract): CellJudgement {
  const lists = listsOf(all, cell);
  if (lists.length === 0) return { kind: 'not-applicable', reason: NOT_SHOWN };
  const odd = repeating(lists, cell);
  if (odd !== null) return judged(odd.evidence, repeated(odd));
  const pairs = lists.flatMap((list) => idPairs(list, contract));
  const groups = grouped(pairs, ({ location }) => location);
  const shared = contradiction(groups, ({ location, expected }) => {
    const text = `Two records of an answer have the same ${location}`;
    return { code: location, text, location, expected: 'an ID of its own', actual: `'${expected}' twice` };
  });
  return shared.kind === 'judged' ? shared : judged(lists[0]?.evidence);
}

function repeated({ path, items, keys }: List): Problem {
  const isTwice = (key: string): boolean => keys.filter((one) => one === key).length > 1;
  const item = items.find((one) => keysOf([one], []).some(isTwice)) ?? '';
  const count = keys.filter((key) => key === keysOf([item], [])[0]).length;
  return {
    code: `repeated ${path}`.trim(),
    text: `${path === '' ? 'Each record of an answer' : `An item of ${path}`} occurs more than once`,
    location: path || null,
    expected: 'once',
    actual: `${plural(count, 'time')}: ${partInWords(item)}`,
  };
}

/** No answer says anything twice, and no two records have one ID. */
export const distinctRecordsRule = relationRule({
  id: 'data.distinct-records',
  title: 'No record or ID is in an answer twice.',
  requirements: ['operations.*', 'records.lists'],
  basis: interpreted(
    'What tells records apart is not shown, so single records may be equal. Three cases count: in all lists, each ' +
      'of at least three records is there twice or more, as after a join; at least three lists of values to ' +
      'choose from have a value twice; two records with no text in common share a number named ID that is ' +
      'different in most records, at least three.',
  ),
  breaks: 'Clients that count what they read, or keep it by its ID.',
  example: { right: 'five covers with five values of Uni_ID', wrong: 'each of them twice' },
  appliesTo: ({ operation }, contract) =>
    operation.result.kind === 'array' ||
    fieldsOf({ operation }, contract).some(({ content }) => content.kind === 'list'),
  ofPlainCalls: true,
  judgeCell: judgeDistinct,
});
