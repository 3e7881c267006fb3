import { type FieldValue, isList, isRecord } from '../value.ts';
import { either, of } from './cells.ts';
import { changes, type Defect, rareChanges, table } from './defect.ts';
import { eachList } from './results.ts';

/** The second of two records or more has the key of the first, and its items refer to that. */
function sharingKey(records: readonly FieldValue[]): readonly FieldValue[] {
  const [first, second, ...others] = records;
  if (first === undefined || !isRecord(first) || second === undefined || !isRecord(second)) return records;
  const { Uni_ID = null } = first;
  const refer = (items: readonly FieldValue[]): readonly FieldValue[] =>
    items.map((item) => (isRecord(item) ? { ...item, Uni_ID } : item));
  const shared = Object.entries({ ...second, Uni_ID }).map(([name, one]): [string, FieldValue] => [
    name,
    isList(one) ? refer(one) : one,
  ]);
  return [first, Object.fromEntries(shared), ...others];
}

/** Lists that hold something twice, in all bindings. */
export const distinctDefects: readonly Defect[] = table(['data.distinct-records'], 'records.lists', {
  'records-doubled': [
    'Each record of an answer is there twice.',
    changes(either(of('Get_Universal_Seat_Cover'), of('McatCodes')), {
      result: (value) => eachList(value, (items) => items.flatMap((item) => [item, item])),
    }),
  ],
  'choices-repeated': [
    'A list has its first text again at its end.',
    rareChanges(either(of('Get_Year_Restricted'), of('GetModel_Restricted')), {
      result: (value) => eachList(value, (items) => [...items, ...items.slice(0, 1)]),
    }),
  ],
  'id-shared': [
    'The second record has the number of the first.',
    changes(of('Get_Universal_Seat_Cover'), { result: (value) => eachList(value, sharingKey) }),
  ],
});
