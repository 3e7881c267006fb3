import { type FieldValue, isList, isRecord, neutralHeader } from '../value.ts';
import { both, either, of, over, overSoap } from './cells.ts';
import { type Defect, type Effect, rareChanges, table } from './defect.ts';
import { eachList, eachText, eachValue } from './results.ts';

function withOneMore(items: readonly FieldValue[]): readonly FieldValue[] {
  const [first = null] = items;
  if (!isRecord(first)) return typeof first === 'string' ? [...items, `${first} II`] : items;
  const another = ([name, one]: [string, FieldValue]): [string, FieldValue] => {
    if (isList(one)) return [name, []];
    if (name === 'ID') return [name, Number(one) + 100_000];
    return [name, /^(Title|Link|.*name)$/i.test(name) ? `${one} II` : one];
  };
  return [...items, Object.fromEntries(Object.entries(first).map(another))];
}

/** Each simple field of a record, or of the records of a list, edited by its name. */
function editNamed(value: FieldValue, edit: (name: string, leaf: FieldValue) => FieldValue): FieldValue {
  if (isList(value)) return value.map((item) => editNamed(item, edit));
  if (!isRecord(value)) return value;
  const edited = Object.entries(value).map(([name, leaf]) => [name, isList(leaf) ? leaf : edit(name, leaf)] as const);
  return Object.fromEntries(edited);
}

/** Changes the list of codes, which shows in the operation that takes them. */
const inMcatCodes = (edit: (value: FieldValue) => FieldValue): Effect => ({
  ...rareChanges(of('McatCode_check'), {
    result: (value, { operation }) => (operation === 'McatCodes' ? edit(value) : value),
  }),
  lists: of('McatCodes'),
});

/** Data that contradicts what another operation, or another call, answers. */
export const relationDefects: readonly Defect[] = table(['data.listed-accepted'], 'operations.matching', {
  'listed-value-unknown': [
    'An operation has no data for some of the values that another one lists.',
    rareChanges(of('GetMake_Restricted', 'McatCode_check', 'Get_Video_Links_by_Make'), {
      result: (value, { parameters }) => {
        const sent = Object.values(parameters);
        const sum = [...sent.join()].reduce((all, one) => all + one.charCodeAt(0), 0);
        return sum % 3 === 0
          ? eachText(
              value,
              (text) => (sent.includes(text) ? text : ''),
              () => [],
            )
          : value;
      },
    }),
  ],
  'listed-values-differ': [
    'McatCodes adds 1000 to each code, which McatCode_check does not know.',
    inMcatCodes((value) => eachValue(value, (leaf) => (typeof leaf === 'number' ? leaf + 1000 : leaf))),
  ],
  'same-record-differs': [
    'A record has other names, or the opposite flags, than the same record of another operation.',
    rareChanges(of('McatCode_check', 'Get_Video_Links_by_Make'), {
      result: (value) =>
        editNamed(value, (name, leaf) => {
          if (name === 'Title') return `New: ${leaf}`;
          return name === 'Active' ? leaf !== true : leaf;
        }),
    }),
    { foundBy: ['data.same-record'] },
  ],
  'list-flag-stuck': [
    'McatCodes lists every code as active.',
    inMcatCodes((value) => editNamed(value, (name, leaf) => (name === 'Active' ? true : leaf))),
    { foundBy: ['data.same-record'] },
  ],
  'header-not-switched-off': [
    'SOAP 1.2 leaves out the models of NoModel although Filtervehicles is false.',
    rareChanges(both(over('soap12'), of('GetModel_VehicleType')), {
      header: (block) => block && { ...neutralHeader, Filtervehicles: true, NoModel: block.NoModel },
    }),
    { requirement: 'header.Filtervehicles', foundBy: ['binding.same-records'] },
  ],
  'restricted-list-adds': [
    'A restricted or filtered list has an item more than the whole.',
    rareChanges(
      either(
        of('Get_Video_Links_by_Make', 'Get_PartialProd_Resources_vehicle'),
        both(overSoap, of('GetModel_VehicleType')),
      ),
      { result: (value, { header }) => (header?.Filtervehicles === false ? value : eachList(value, withOneMore)) },
    ),
    { foundBy: ['data.restricted-part'] },
  ],
});
