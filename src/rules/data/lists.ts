import { grouped } from '../../base/group-by.ts';
import type { Cell, Contract, Operation } from '../../contract/model.ts';
import { callKey, free } from '../../wire/soap/call.ts';
import { type DecodedRecord, type Listed, valuesAt } from '../../wire/soap/records.ts';
import type { CellCheck, JudgeCell } from '../check.ts';
import type { Evidence } from '../evidence.ts';
import { digestOf } from '../same-answer.ts';
import { fieldsOf, isText, sameName } from './data.ts';

/** An operation, in whatever binding. */
export type OfOperation = Pick<Cell, 'operation'>;

/** The names of an operation's parameters but credentials; and of all. */
export const freeNames = (cell: OfOperation): readonly string[] => free(cell).map(({ name }) => name);
export const allNames = ({ operation }: OfOperation): readonly string[] => operation.parameters.map(({ name }) => name);
/** The names that are not among others. */
export const without = (names: readonly string[], others: readonly string[]): readonly string[] =>
  names.filter((name) => !others.includes(name));

/** The paths at which an operation's answers hold values of a parameter. */
export const pathsTo = ({ feeds }: Operation, parameter: string): readonly string[] =>
  Object.keys(feeds).filter((path) => feeds[path]?.includes(parameter));

/** True where answers list a value. A nil item is none, and outer white space may not reach the target. */
export const offers = (list: Operation, parameter: string, records: readonly DecodedRecord[], value = ''): boolean =>
  value !== '' &&
  value === value.trim() &&
  pathsTo(list, parameter).some((path) => valuesAt(records, path.split('.')).includes(value));

/** The fields of an answer that are lists. */
export const listsIn = (cell: OfOperation, contract: Contract): readonly string[] =>
  fieldsOf(cell, contract).flatMap(({ name, content }) => (content.kind === 'list' ? [name] : []));

/** True for a call without a header, or with the one that filters nothing. */
export const isUnfiltered = ({ call: { header } }: Evidence): boolean =>
  Object.values(header ?? {}).every((value) => ['false', 'None', ''].includes(`${value}`));

/** True for an answer that could be read, with records or without. */
export const isReadable = ({ reading, contract, inspection }: Evidence): boolean => {
  const isSound = (inspection?.irregularities.length ?? 0) === 0;
  return isSound && reading.response?.status === 200 && digestOf(reading, contract).kind === 'records';
};
export const areRead = (all: readonly Evidence[]): readonly Evidence[] => all.filter(isReadable);

export const byCall = (all: readonly Evidence[]) => grouped(all, ({ call }) => callKey(call));

/** The answer of an operation to the parameters of a call that it has too. */
export const listedBy = ({ name }: Operation, { call }: Evidence, lists: readonly Listed[]): Listed | undefined =>
  lists.find(
    ({ call: { operation, values } }) =>
      operation === name && Object.keys(values).every((parameter) => call.values[parameter] === values[parameter]),
  );

/** False where a record repeats another value than was sent: data.answers-question judges that. */
export const isOwn = (record: DecodedRecord, { call }: Evidence, cell: OfOperation): boolean =>
  freeNames(cell).every((name) =>
    Object.keys(record).every((field) => !sameName(name, field) || record[field] === call.values[name]),
  );

/** Whether a record has items, or a text that is no parameter's. SOAP may mark a list nil, whatever it holds. */
export const saysMore = (record: DecodedRecord, cell: OfOperation, contract: Contract): boolean =>
  fieldsOf(cell, contract).some(({ name, content }) => {
    const value = record[name];
    if (content.kind !== 'simple') return value === null || (Array.isArray(value) && value.length > 0);
    return content.type === 'string' && !freeNames(cell).includes(name) && isText(value);
  });

/** Judges answers of a cell beside those of other operations, from before the cells were run. */
export function besideLists(
  lists: (cell: Cell, contract: Contract) => readonly Operation[],
  judge: JudgeCell,
  sees: CellCheck['sees'] = 'plain calls',
): CellCheck {
  const namesOf = (cell: Cell, contract: Contract) => lists(cell, contract).map(({ name }) => name);
  return { kind: 'cell', sees, needsAll: true, lists: namesOf, judge };
}
