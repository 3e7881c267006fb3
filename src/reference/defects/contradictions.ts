import { eachParameter, type FieldValue, isList, isRecord, type RecordValue } from '../value.ts';
import { both, echoesText, of, reads, repeatsNumber, sharesKey, single } from './cells.ts';
import { changes, type Defect, type Effect, rareChanges, table } from './defect.ts';
import { eachList, eachText, eachValue } from './results.ts';

/** The first nested record of the last list has another key than the record around it, in every second record. */
function otherKey(value: FieldValue): FieldValue {
  if (isList(value)) return value.map((item, at) => (at % 2 === 0 ? otherKey(item) : item));
  if (!isRecord(value)) return value;
  const edited = Object.entries(value).map(([name, field]): [string, FieldValue] => {
    if (!isList(field)) return [name, field];
    return [name, field.map((item, at) => (at === 0 && isRecord(item) ? withOtherKey(item, value) : item))];
  });
  return Object.fromEntries(edited);
}

function withOtherKey(item: RecordValue, around: RecordValue): RecordValue {
  const own = item.Basevehicle;
  if (own === undefined || own !== around.Basevehicle) return item;
  return { ...item, Basevehicle: typeof own === 'string' ? `${own}0` : BigInt(`${own}`) + 1n };
}

/** Each nested record has a Uni_ID that is one more than before. */
function keysShifted(value: FieldValue): FieldValue {
  return eachList(value, (items) =>
    items.map((item) => {
      if (!isRecord(item)) return item;
      const isNested = item.Uni_cat_ID !== undefined;
      return isNested ? { ...item, Uni_ID: BigInt(`${item.Uni_ID}`) + 1n } : keysShifted(item);
    }),
  );
}

/** Each category has the key of the first record. */
function keysOfFirst(value: FieldValue): FieldValue {
  const [first] = isList(value) ? value : [];
  const key = first !== undefined && isRecord(first) ? first.ID : undefined;
  const withKey = (items: readonly FieldValue[]): readonly FieldValue[] =>
    items.map((item) =>
      isRecord(item) && item.PartialProduct_MasterID !== undefined
        ? { ...item, PartialProduct_MasterID: key ?? null }
        : eachList(item, withKey),
    );
  return eachList(value, withKey);
}

/** Texts that a conversion damaged, alike in all bindings; none repeats a parameter. */
export const readableDefects: readonly Defect[] = table(['data.readable-text'], 'records.types', {
  'text-misread': [
    'Texts are read as Latin-1 while they are UTF-8.',
    changes(of('Get_Video_Links', 'McatCodes'), {
      result: (value) => eachText(value, (text) => Buffer.from(text).toString('latin1')),
    }),
  ],
  'list-as-type-name': [
    'Lists of texts hold the name of their type.',
    changes(of('Get_Video_Links', 'GetMake_Restricted'), {
      result: (value) => {
        const named = (items: readonly FieldValue[]): FieldValue =>
          typeof items[0] === 'string' ? ['System.String[]'] : items.map((item) => eachList(item, named));
        return eachList(value, named);
      },
    }),
  ],
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

/** Data that contradicts the question or itself, alike in all bindings. */
export const contradictionDefects: readonly Defect[] = table(['data.answers-question'], 'operations.matching', {
  'list-empty-at-times': [
    'One answer in 20 has an empty list of years.',
    rareChanges(of('Get_Year_Restricted'), {
      result: (value, { n }) => (n % 20 === 3 && isRecord(value) ? { ...value, Years: [] } : value),
    }),
    { foundBy: ['data.lasting'] },
  ],
  'lists-empty-later': [
    'After 60 calls the lists of models stay empty.',
    rareChanges(of('Get_Model_MMSY'), {
      result: (value, { n }) => (n > 60 && isRecord(value) ? { ...value, Model_list: [] } : value),
    }),
    { foundBy: ['data.lasting'] },
  ],
  'next-number-answered': [
    'A call with an odd number gets a record with the next one.',
    nextNumber((number) => number % 2n !== 0n && number < 1_000_000n),
  ],
  'next-number-always': [
    'A call with a number gets a record with the next one.',
    nextNumber((number) => number > 0n && number < 1_000_000n),
  ],
  'first-record-always': [
    'McatCode_check answers the first code for each that it knows.',
    rareChanges(of('McatCode_check'), {
      parameters: ({ mcat = null, ...others }) => ({
        ...others,
        mcat: typeof mcat === 'bigint' && mcat >= 210n && mcat < 300n ? 210n : mcat,
      }),
    }),
  ],
  'nested-keys-shifted': [
    'Each nested record has the number after the key of the record around it.',
    rareChanges(of('Get_Universal_Seat_Cover'), { result: keysShifted }),
    { foundBy: ['data.nested-keys'] },
  ],
  'nested-keys-of-first': [
    'Each nested record has the key of the first record in the answer.',
    rareChanges(of('Get_PartialProd_Resources'), { result: keysOfFirst }),
    { foundBy: ['data.nested-keys'] },
  ],
  'echoes-padded': [
    'Texts of the call come back with spaces up to 20 characters.',
    rareChanges(both(reads, echoesText), {
      result: (value, { parameters }) => {
        const sent = new Set(Object.values(parameters));
        return eachText(value, (text) => (sent.has(text) ? text.padEnd(20) : text));
      },
    }),
    { foundBy: ['request.text-fidelity'] },
  ],
  'echoes-crosswise': [
    'SessionID and CK_SessionID, or Make and ProductID, each have the value of the other.',
    rareChanges(of('Add_toCart', 'GetModel_Restricted', 'Get_Submodel_Restricted'), {
      result: (value) => {
        if (!isRecord(value)) return value;
        const { Make, ProductID, SessionID, CK_SessionID } = value;
        const crossed =
          Make === undefined
            ? { SessionID: CK_SessionID, CK_SessionID: SessionID }
            : { Make: ProductID, ProductID: Make };
        return Object.fromEntries(Object.entries({ ...value, ...crossed }).map(([name, one]) => [name, one ?? null]));
      },
    }),
    { foundBy: ['request.text-fidelity'] },
  ],
  'markup-as-undefined': [
    'A text with markup comes back as the word undefined.',
    rareChanges(both(reads, echoesText), {
      parameters: (parameters) =>
        eachParameter(parameters, (value) => (/[&<>]/.test(`${value}`) ? 'undefined' : value)),
    }),
    { requirement: 'operations.parameter-types', foundBy: ['request.text-fidelity'] },
  ],
  'nested-key-differs': [
    'A nested record has another key than the record around it.',
    // A run reaches too few base vehicles that have images.
    rareChanges(
      both(reads, sharesKey('Basevehicle'), ({ operation }) => operation.name !== 'Get_Basevehicle_Images'),
      { result: otherKey },
    ),
    { foundBy: ['data.nested-keys'] },
  ],
});
