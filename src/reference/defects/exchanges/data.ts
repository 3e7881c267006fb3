import { type FieldValue, isList, isRecord, type RecordValue } from '../../value.ts';
import {
  arrays,
  both,
  either,
  everywhere,
  of,
  overSoap,
  reads,
  recordTypes,
  repeatsNumber,
  sharesKey,
  single,
} from '../cells.ts';
import { changes, type Defect, type Effect, inconclusive, rareChanges, table } from '../defect.ts';
import { readingNumbers } from '../edits/call.ts';
import { eachField, eachList, eachText, eachValue, onTexts } from '../edits/data.ts';

/** Lists and texts are replaced; numbers and booleans stay. */
function emptied(text: string | null, list: FieldValue): Effect['hooks'] {
  return {
    result: (value) =>
      eachText(
        value,
        () => text,
        () => list,
      ),
  };
}

/** Elements that are empty have been seen; the fields of records are missing, and the items of a single record. */
const holdsItems = either(arrays, (cell, contract) =>
  recordTypes(cell, contract).top.fields.some(({ content }) => content.kind === 'list'),
);

/** Answers without content: no rule may fail, and none may pass for lack of something to judge. */
const emptyDefects = table(['record.coverage'], {
  'empty-answers: Every list and every text is empty.': inconclusive(changes(holdsItems, emptied('', []))),
  'null-answers: Every list and every text is null, and so is the result of an array.': inconclusive(
    changes(everywhere, emptied(null, null)),
  ),
});

/** Texts that a conversion damaged, alike in all bindings; none repeats a parameter. */
const textDefects = table(['data.readable-text'], {
  'text-misread: Texts are read as Latin-1 while they are UTF-8.': changes(
    of('Get_Video_Links', 'McatCodes'),
    onTexts((text) => Buffer.from(text).toString('latin1')),
  ),
  'list-as-type-name: Lists of texts hold the name of their type.': changes(
    of('Get_Video_Links', 'GetMake_Restricted'),
    {
      result: (value) => {
        const named = (items: readonly FieldValue[]): FieldValue =>
          typeof items[0] === 'string' ? ['System.String[]'] : items.map((item) => eachList(item, named));
        return eachList(value, named);
      },
    },
  ),
});

/** A call with some numbers gets a record with the next one. */
const nextNumber = (wanted: (number: bigint) => boolean): Effect =>
  rareChanges(both(reads, repeatsNumber, single), {
    result: (value, { parameters }) => {
      const sent = new Set(Object.values(parameters).filter((one) => typeof one === 'bigint' && wanted(one)));
      return eachValue(value, (leaf) =>
        (typeof leaf === 'bigint' || typeof leaf === 'number') && sent.has(BigInt(leaf)) ? BigInt(leaf) + 1n : leaf,
      );
    },
  });

/** Edits each record of the lists of a result's records, by its place there and the record around it. */
function eachNested(
  value: FieldValue,
  edit: (item: RecordValue, place: number, around: RecordValue, aroundPlace: number) => RecordValue,
): FieldValue {
  const edited = (isList(value) ? value : [value]).map((record, at) => {
    if (!isRecord(record)) return record;
    return eachList(record, (items) =>
      items.map((item, place) => (isRecord(item) ? edit(item, place, record, at) : item)),
    );
  });
  return isList(value) ? edited : (edited[0] ?? null);
}

/** The first nested record of every second record has another key than the record around it. */
function withOtherKey(item: RecordValue, place: number, around: RecordValue, aroundPlace: number): RecordValue {
  const key = item.Basevehicle;
  if (place > 0 || aroundPlace % 2 === 1 || key === undefined || key !== around.Basevehicle) return item;
  return { ...item, Basevehicle: typeof key === 'string' ? `${key}0` : BigInt(`${key}`) + 1n };
}

/** Each category has the key of the first record. */
function keysOfFirst(value: FieldValue): FieldValue {
  const [first] = isList(value) ? value : [];
  const key = first !== undefined && isRecord(first) ? first.ID : undefined;
  return eachNested(value, (item) =>
    item.PartialProduct_MasterID === undefined ? item : { ...item, PartialProduct_MasterID: key ?? null },
  );
}

function idsOfLast(value: FieldValue): FieldValue {
  return (isList(value) ? value : []).map((record) => {
    const items = isRecord(record) ? (record.PartialProd_Categories ?? null) : null;
    const [last = null] = isList(items) ? items.slice(-1) : [];
    return isRecord(record) && isRecord(last) ? { ...record, ID: last.ID ?? null } : record;
  });
}

function withOneMore(items: readonly FieldValue[]): readonly FieldValue[] {
  const [first = null] = items;
  if (!isRecord(first)) return typeof first === 'string' ? [...items, `${first} II`] : items;
  const another = ([name, value]: [string, FieldValue]): [string, FieldValue] => {
    if (isList(value)) return [name, []];
    if (name === 'ID') return [name, Number(value) + 100_000];
    return [name, /^(Title|Link|.*name)$/i.test(name) ? `${value} II` : value];
  };
  return [...items, Object.fromEntries(Object.entries(first).map(another))];
}

/** Changes the list of codes, which shows in the operation that takes them. */
const inMcatCodes = (edit: (value: FieldValue) => FieldValue): Effect => ({
  ...rareChanges(of('McatCode_check'), {
    result: (value, { operation }) => (operation === 'McatCodes' ? edit(value) : value),
  }),
  lists: of('McatCodes'),
});

const isListedUnknown = (sent: readonly unknown[]): boolean =>
  [...sent.join()].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 3 === 0;

/** Data that contradicts the question, itself, or what another operation answers, alike in all bindings. */
const contradictionDefects = [
  ...table(['data.answers-question'], {
    'next-number-answered: A call with an odd number gets a record with the next one.': nextNumber(
      (number) => number % 2n !== 0n && number < 1_000_000n,
    ),
    'next-number-always: A call with a number gets a record with the next one.': nextNumber(
      (number) => number > 0n && number < 1_000_000n,
    ),
    'first-record-always: McatCode_check answers the first code for each that it knows.': rareChanges(
      of('McatCode_check'),
      readingNumbers((code) => (code >= 210n && code < 300n ? 210n : code)),
    ),
  }),
  ...table(['data.nested-keys'], {
    'nested-keys-shifted: Each nested record has the number after the key of the record around it.': rareChanges(
      of('Get_Universal_Seat_Cover'),
      { result: (value) => eachNested(value, (item) => ({ ...item, Uni_ID: BigInt(`${item.Uni_ID}`) + 1n })) },
    ),
    'nested-keys-of-first: Each nested record has the key of the first record in the answer.': rareChanges(
      of('Get_PartialProd_Resources'),
      { result: keysOfFirst },
    ),
    'ids-of-last-nested: Each record has the ID of its last nested record, as if a join had two columns of a name.':
      rareChanges(of('Get_PartialProd_Resources'), { result: idsOfLast }),
    // A run reaches too few base vehicles that have images.
    'nested-key-differs: A nested record has another key than the record around it.': rareChanges(
      both(reads, sharesKey('Basevehicle'), ({ operation }) => operation.name !== 'Get_Basevehicle_Images'),
      { result: (value) => eachNested(value, withOtherKey) },
    ),
  }),
  ...table(['data.listed-accepted'], {
    'listed-value-unknown: An operation has no data for some of the values that another one lists.': rareChanges(
      of('GetMake_Restricted', 'McatCode_check', 'Get_Video_Links_by_Make'),
      {
        result: (value, { parameters }) => {
          const sent = Object.values(parameters);
          const kept = (text: string): string => (sent.includes(text) ? text : '');
          return isListedUnknown(sent) ? eachText(value, kept, () => []) : value;
        },
      },
    ),
    'listed-values-differ: McatCodes adds 1000 to each code, which McatCode_check does not know.': inMcatCodes(
      (value) => eachValue(value, (leaf) => (typeof leaf === 'number' ? leaf + 1000 : leaf)),
    ),
  }),
  ...table(['data.same-record'], {
    'same-record-differs: A record has other names, or the opposite flags, than the same record of another operation.':
      rareChanges(of('McatCode_check', 'Get_Video_Links_by_Make'), {
        result: (value) =>
          eachField(value, (name, leaf) => {
            if (name === 'Title') return `New: ${leaf}`;
            return name === 'Active' ? leaf !== true : leaf;
          }),
      }),
    'list-flag-stuck: McatCodes lists every code as active.': inMcatCodes((value) =>
      eachField(value, (name, leaf) => (name === 'Active' ? true : leaf)),
    ),
  }),
  ...table(['data.restricted-part'], {
    'restricted-list-adds: A restricted or filtered list has an item more than the whole.': rareChanges(
      either(
        of('Get_Video_Links_by_Make', 'Get_PartialProd_Resources_vehicle'),
        both(overSoap, of('GetModel_VehicleType')),
      ),
      { result: (value, { header }) => (header?.Filtervehicles === false ? value : eachList(value, withOneMore)) },
    ),
  }),
];

export const dataDefects: readonly Defect[] = [...emptyDefects, ...textDefects, ...contradictionDefects];
