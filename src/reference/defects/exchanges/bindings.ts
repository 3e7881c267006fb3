import type { BindingName } from '../../../contract/model.ts';
import { type FieldValue, isList, type ParameterValues } from '../../value.ts';
import {
  arrays,
  both,
  everywhere,
  type Observable,
  of,
  over,
  overHttp,
  reads,
  takesNoHeader,
  takesNumber,
  takesText,
  writes,
} from '../cells.ts';
import { changes, type Defect, type Effect, orFidelity, rareChanges, recommended, table, where } from '../defect.ts';
import { lookingUpTexts, refusingNumbers, refusingTexts } from '../edits/call.ts';
import { eachText, eachValue, onRecord, onTexts } from '../edits/data.ts';

/** Reads in one binding: another one answers correctly, and shows that this one does not. */
const only = (binding: BindingName, also: Observable = everywhere): Observable => both(reads, over(binding), also);
const texts = (binding: BindingName, edit: (text: string) => string): Effect => changes(only(binding), onTexts(edit));
const records = (binding: BindingName, edit: (items: readonly FieldValue[]) => readonly FieldValue[]): Effect =>
  changes(only(binding, arrays), { result: (value) => (isList(value) ? edit(value) : value) });
const orders = (binding: BindingName): Observable => both(writes, over(binding));
/** Refuses such orders with a page, also over SOAP. */
const refusingOrders = (finds: (values: ParameterValues) => boolean, message: string): Effect =>
  changes(orders('soap12'), {
    failure: (failure, { parameters }) => (finds(parameters) ? { kind: 'plain', message } : failure),
  });

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

/** Changes the texts of every third answer: those of all cells do not count. */
function onEachThird(edit: (text: string) => string): Effect['hooks'] {
  let answers = 0;
  return {
    result: (value) => {
      answers += 1;
      return answers % 3 === 2 ? eachText(value, edit) : value;
    },
  };
}

/** One question in three, by the length of its values. */
function isThird(parameters: ParameterValues): boolean {
  return Object.values(parameters).join().length % 3 === 0;
}

/** Faults of one binding, or two, that only a comparison with the others shows: each answer alone is well formed. */
export const bindingDefects: readonly Defect[] = [
  ...table(orFidelity(recommended(['http.status-generated', 'binding.parity'])), {
    'ampersand-refused-in-one-binding: HTTP POST refuses a value with an ampersand.': refusingTexts(
      (text) => text.includes('&'),
      both(over('http-post'), takesText),
    ),
  }),
  ...table(['http.status-generated', 'binding.parity'], {
    'negative-int-refused-in-one-binding: SOAP 1.2 refuses numbers below zero.': refusingNumbers(
      (number) => number < 0n,
      both(over('soap12'), takesNumber),
    ),
  }),
  ...table(orFidelity({ foundBy: ['http.status-generated', 'binding.parity'] }), {
    'text-refused-in-one-soap-version: SOAP 1.1 refuses characters beyond U+FFFF.': refusingTexts(
      (text) => /[\u{10000}-\u{10FFFF}]/u.test(text),
      both(over('soap11'), takesText),
    ),
  }),
  ...table(['binding.parity'], {
    'no-data-in-one-binding: SOAP 1.2 answers every array with an empty one.': records('soap12', () => []),
  }),
  ...table(orFidelity({ foundBy: ['binding.same-records'] }), {
    // For operations with a header, POST is only compared with GET, and the rule names the later binding.
    'value-differs-in-one-binding: HTTP GET answers every text in capital letters.': where(
      takesNoHeader,
      texts('http-get', (text) => `${text.toUpperCase()}!`),
    ),
  }),
  ...table(['binding.same-records'], {
    'record-lost-in-one-binding: SOAP 1.1 answers with the first record of an array twice and leaves the last one out.':
      records('soap11', firstTwice),
    'record-lost-for-some-in-one-binding: For some questions SOAP 1.2 has the first record twice and not the last.':
      rareChanges(only('soap12', of('Get_Video_Links_by_Make', 'Get_Basevehicle_Images')), {
        result: (value, { parameters }) => (isList(value) && isThird(parameters) ? firstTwice(value) : value),
      }),
    'text-looked-up-trimmed-in-one-binding: SOAP 1.2 looks texts up without outer white space.': rareChanges(
      only('soap12', of('GetModel_Restricted', 'Get_Submodel_Restricted')),
      lookingUpTexts((text) => text.trim()),
    ),
    'text-looked-up-to-comma-in-one-binding: HTTP POST looks texts up to their first comma.': rareChanges(
      only('http-post', of('GetModel_VehicleType', 'GetMake_Restricted')),
      lookingUpTexts((text) => text.replace(/,.*/s, '')),
    ),
    'text-looked-up-wide-in-one-binding: HTTP GET looks texts up in any width.': rareChanges(
      only('http-get', of('GetModel_Restricted', 'Get_Submodel_Restricted')),
      lookingUpTexts((text) => text.normalize('NFKC')),
    ),
    'text-damaged-in-one-binding: HTTP POST cuts every text after its second character.': texts('http-post', (text) =>
      text.slice(0, 2),
    ),
    'number-of-chance-in-one-binding: HTTP POST gives another Quantity each time.': changes(
      only('http-post', of('Get_Inventory')),
      { result: countingUp() },
    ),
    'echo-lost-in-one-binding: Add_toCart answers without the CK_SessionID over SOAP 1.2.': changes(
      orders('soap12'),
      onRecord((order) => ({ ...order, CK_SessionID: null })),
    ),
    'order-loses-text-in-one-binding: Add_toCart reads no MaterialID over HTTP GET.': changes(orders('http-get'), {
      parameters: (values) => ({ ...values, MaterialID: null }),
    }),
  }),
  ...table(recommended(['binding.same-records']), {
    'value-wrong-at-times-in-one-binding: Every third answer over HTTP POST has its texts in lower case.': changes(
      only('http-post', of('Get_PartialProd_Resources')),
      onEachThird((text) => text.toLowerCase()),
    ),
    'price-differs-in-one-binding: Add_toCart answers with a decimal comma in the Price over HTTP GET.': changes(
      orders('http-get'),
      onRecord((order) => ({ ...order, Price: `${order.Price}`.replace('.', ',') })),
    ),
  }),
  ...table(recommended(['binding.parity']), {
    'order-refused-in-one-binding: Add_toCart refuses a recid that is no number over SOAP 1.2.': refusingOrders(
      ({ recid }) => !/^\d*$/.test(`${recid ?? ''}`),
      'Input string',
    ),
    'newer-address-refused-in-one-binding: Add_toCart refuses a Client_IP with a colon over SOAP 1.2.': refusingOrders(
      ({ Client_IP }) => `${Client_IP ?? ''}`.includes(':'),
      'An address has four numbers.',
    ),
    'empty-text-refused-in-one-binding: Add_toCart refuses an empty text over SOAP 1.2.': refusingOrders(
      (values) => Object.values(values).includes(''),
      'A value is missing.',
    ),
  }),
  ...table(['record.missing-value'], {
    'number-missing-without-order: An order of an item that nobody has gets no ItemAvailable.': changes(
      both(writes, overHttp),
      onRecord((order) => (order.Quantity === '0' ? { ...order, ItemAvailable: null } : order)),
    ),
  }),
];
