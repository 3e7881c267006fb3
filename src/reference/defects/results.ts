import type { BindingName } from '../../contract/model.ts';
import { eachParameter, type FieldValue, isList, isRecord, neutralHeader, type ParameterValues } from '../value.ts';
import {
  arrays,
  both,
  echoesText,
  either,
  everywhere,
  of,
  over,
  overSoap,
  reads,
  recordTypes,
  takesHeader,
  takesNoHeader,
  takesText,
  takesValues,
  writes,
} from './cells.ts';
import { changes, type Defect, type Effect, inconclusive, type Observable, rareChanges, table } from './defect.ts';
import { operationOf } from './edit.ts';
import { texts as refusedTexts } from './needles.ts';

/** Every value of a result, changed; records and lists keep their form, unless `list` says otherwise. */
export function eachValue(
  value: FieldValue,
  change: (leaf: FieldValue) => FieldValue,
  list: EditList = (items) => items.map((item) => eachValue(item, change)),
): FieldValue {
  if (isList(value)) return list(value);
  if (!isRecord(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, eachValue(field, change, list)]));
}

type EditList = (items: readonly FieldValue[]) => FieldValue;

export function eachText(value: FieldValue, edit: (text: string) => FieldValue, list?: EditList): FieldValue {
  return eachValue(value, (leaf) => (typeof leaf === 'string' ? edit(leaf) : leaf), list);
}

export function eachList(value: FieldValue, list: EditList): FieldValue {
  return eachValue(value, (leaf) => leaf, list);
}

/** Lists and texts are replaced; numbers and booleans stay. */
function emptied(text: string | null, list: FieldValue, cells: Observable): Effect {
  const [toText, toList] = [() => text, () => list];
  return inconclusive(changes(cells, { result: (value) => eachText(value, toText, toList) }));
}

/** Elements that are empty have been seen; the fields of records are missing, and the items of a single record. */
const holdsItems = either(arrays, (cell, contract) =>
  recordTypes(cell, contract).top.fields.some(({ content }) => content.kind === 'list'),
);

/** Answers without content: no rule may fail, and none may pass for lack of something to judge. */
export const coverageDefects: readonly Defect[] = table(['record.coverage'], 'operations.empty-results', {
  'empty-answers': ['Every list and every text is empty.', emptied('', [], holdsItems)],
  'null-answers': [
    'Every list and every text is null, and so is the result of an array.',
    emptied(null, null, everywhere),
  ],
});

/** Reads in one binding: another one answers correctly, and shows that this one does not. */
const only = (binding: BindingName, also: Observable = everywhere): Observable => both(reads, over(binding), also);
const texts = (binding: BindingName, edit: (text: string) => string): Effect =>
  changes(only(binding), { result: (value) => eachText(value, edit) });
const records = (binding: BindingName, edit: (items: readonly FieldValue[]) => readonly FieldValue[]): Effect =>
  changes(only(binding, arrays), { result: (value) => (isList(value) ? edit(value) : value) });

function firstTwice(items: readonly FieldValue[]): readonly FieldValue[] {
  return [...items.slice(0, 1), ...items.slice(0, -1), ...items.slice(0, 1)];
}

/** Numbers that no two answers share. */
function countingUp(): NonNullable<Effect['hooks']['result']> {
  let next = 1000;
  return (value) => {
    next += 1;
    return eachValue(value, (leaf) => (typeof leaf === 'number' && leaf > 0 ? leaf + next : leaf));
  };
}

/** One question in three, by the length of its values. */
function isThird(parameters: ParameterValues): boolean {
  return Object.values(parameters).join().length % 3 === 0;
}

/** As if a client had sent a header that accepts only one make. */
const filteredUnasked: Effect = changes(both(overSoap, takesHeader), {
  header: (block) => block ?? { ...neutralHeader, Filtervehicles: true, OnlyMake: ['Nobody'] },
});

/** Faults of one binding, or two, that only a comparison with the others shows: each answer by itself is well formed. */
export const bindingDefects: readonly Defect[] = table(['binding.same-records'], 'service.four-bindings', {
  'ampersand-refused-in-one-binding': [
    'HTTP POST refuses a value with an ampersand.',
    { ...refusedTexts((text) => text.includes('&')), cells: only('http-post', takesText) },
    { foundBy: ['http.status-generated', 'binding.parity'] },
  ],
  'no-data-in-one-binding': [
    'SOAP 1.2 answers every array with an empty one.',
    records('soap12', () => []),
    { foundBy: ['binding.parity'] },
  ],
  'value-differs-in-one-binding': [
    'HTTP GET answers every text in capital letters.',
    // For operations with a header, POST is only compared with GET, and the rule names the later binding.
    { ...texts('http-get', (text) => `${text.toUpperCase()}!`), cells: only('http-get', takesNoHeader) },
  ],
  'record-lost-in-one-binding': [
    'SOAP 1.1 answers with the first record of an array twice and leaves the last one out.',
    records('soap11', firstTwice),
  ],
  'record-lost-for-some-in-one-binding': [
    'SOAP 1.2 answers one question in three with the first record of an array twice and leaves the last one out.',
    rareChanges(only('soap12', of('Get_Video_Links_by_Make', 'Get_Basevehicle_Images')), {
      result: (value, { parameters }) => (isList(value) && isThird(parameters) ? firstTwice(value) : value),
    }),
  ],
  'echo-lost-in-one-binding': [
    'Add_toCart answers without the CK_SessionID over SOAP 1.2.',
    changes(both(writes, over('soap12')), {
      result: (value) => (isRecord(value) ? { ...value, CK_SessionID: null } : value),
    }),
  ],
  'price-differs-in-one-binding': [
    'Add_toCart answers with a decimal comma in the Price over HTTP GET.',
    changes(both(writes, over('http-get')), {
      result: (value) => (isRecord(value) ? { ...value, Price: `${value.Price}`.replace('.', ',') } : value),
    }),
  ],
  'order-refused-in-one-binding': [
    'Add_toCart refuses a recid that is no number over SOAP 1.2.',
    changes(both(writes, over('soap12')), {
      failure: (failure, { parameters }) =>
        /^\d*$/.test(`${parameters.recid ?? ''}`) ? failure : { kind: 'plain', message: 'Input string' },
    }),
    { foundBy: ['binding.parity'] },
  ],
  'text-damaged-in-one-binding': [
    'HTTP POST cuts every text after its second character.',
    texts('http-post', (text) => text.slice(0, 2)),
  ],
  'number-of-chance-in-one-binding': [
    'HTTP POST gives another Quantity each time.',
    changes(only('http-post', of('Get_Inventory')), { result: countingUp() }),
  ],
  'absent-header-filters': [
    'SOAP calls without a VehicleTypeHeader are filtered anyway.',
    filteredUnasked,
    { requirement: 'records.same-over-http', foundBy: ['binding.same-without-header'] },
  ],
});

/** A text that no data holds. */
const INVENTED = /^(?=.{4})(?=.*[^\p{L}\p{N} .,/&'-])/su;

/** Every second call with an invented text gets what the one before sent, but not if it is sent again. */
function mixedUp(): Effect {
  const before = new Map<string, { readonly values: ParameterValues; readonly turn: number }>();
  const known = new Set<string>();
  return rareChanges(both(reads, echoesText), {
    parameters: (values, { operation, binding }) => {
      if (!Object.values(values).some((value) => typeof value === 'string' && INVENTED.test(value))) return values;
      const key = `${operation}/${binding}`;
      const call = `${key} ${Object.values(values).join('\n')}`;
      if (known.has(call)) return values;
      known.add(call);
      const last = before.get(key) ?? { values, turn: 0 };
      before.set(key, { values, turn: last.turn + 1 });
      if (last.turn % 2 === 0) return values;
      return Object.fromEntries(Object.entries(values).map(([name, own]) => [name, last.values[name] ?? own]));
    },
  });
}

/** Any call gets the answer to the document's examples. */
const canned = rareChanges(both(reads, takesValues), {
  parameters: (_values, ctx) => {
    const { parameters } = operationOf(ctx);
    const examples = parameters.map(({ name, type, example }) => [name, type === 'string' ? example : BigInt(example)]);
    return Object.fromEntries(examples);
  },
  header: (header) => header && { ...header, Filtervehicles: false },
});

export const ownCallDefects: readonly Defect[] = table(['data.varies'], 'operations.matching', {
  'canned-answers': ['Every call of an operation gets the same answer.', inconclusive(canned)],
  'answers-mixed-up': [
    'Now and then a call with an invented text gets the answer to the one before.',
    mixedUp(),
    { foundBy: ['response.own-call'] },
  ],
});

export const writeDefects: readonly Defect[] = table(['request.text-fidelity'], 'XML 1.0, section 2.2', {
  'cart-text-damaged': [
    'Orders repeat characters beyond ASCII as question marks.',
    changes(writes, {
      parameters: (values) => eachParameter(values, (value) => (typeof value === 'string' ? inAscii(value) : value)),
    }),
  ],
  'cart-text-escaped-twice': [
    'The description of an order is escaped twice.',
    changes(writes, {
      result: (value) =>
        isRecord(value) ? { ...value, ItemDescr: `${value.ItemDescr}`.replaceAll('&', '&amp;') } : value,
    }),
    { requirement: 'records.types', foundBy: ['data.readable-text'] },
  ],
});

function inAscii(text: string): string {
  return [...text].map((character) => (character > '~' ? '?' : character)).join('');
}

/** Answers that change: all of them, which the document allows, or some in one binding. */
export const stabilityDefects: readonly Defect[] = table(['response.stability'], 'operations.matching', {
  'answers-vary': [
    'Every answer has other numbers in its texts.',
    inconclusive(changes(reads, { result: (value, { n }) => eachText(value, (text) => `${text} ${n}`) })),
  ],
  'value-wrong-at-times-in-one-binding': [
    'Every third answer over HTTP POST has its texts in lower case.',
    changes(only('http-post', of('Get_PartialProd_Resources')), {
      result: (value, { n }) => (n % 3 === 0 ? eachText(value, (text) => text.toLowerCase()) : value),
    }),
    { requirement: 'records.same-over-http', foundBy: ['binding.same-records'] },
  ],
});
