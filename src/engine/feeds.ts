import type { Decoded, DecodedRecord } from '../bindings/records.ts';
import type { Contract, Operation, Parameter } from '../contract/model.ts';
import { isPlainText } from '../generate/values.ts';

/** Values that belong together, by parameter. */
export type Row = Readonly<Record<string, string>>;

/** A list gives this many rows: enough for variety, few enough to keep a walk short. */
const PER_LIST = 3;

/**
 * What a record says about parameters of other operations, as the operation's spec has it in `feeds`: one row, or
 * several where a list holds several values. Values that the parameter's type can't hold are left out.
 */
export function rowsOf(record: DecodedRecord, operation: Operation, contract: Contract): readonly Row[] {
  let rows: readonly Row[] = [{}];
  for (const [path, parameters] of Object.entries(operation.feeds)) {
    for (const parameter of parameters) {
      const values = valuesAt(record, path.split('.')).filter((value) => fits(value, parameter, contract));
      if (values.length === 0) continue;
      rows = crossed(rows, parameter, [...new Set(values)].slice(0, PER_LIST));
    }
  }
  return rows.filter((row) => Object.keys(row).length > 0);
}

function crossed(rows: readonly Row[], parameter: string, values: readonly string[]): readonly Row[] {
  return rows
    .flatMap((row) => values.map((value) => ({ ...row, [parameter]: row[parameter] ?? value })))
    .slice(0, 2 * PER_LIST);
}

function valuesAt(value: Decoded | undefined, path: readonly string[]): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return path.length === 0 ? [value] : [];
  if (isList(value)) return value.flatMap((item) => valuesAt(item, path));
  const [field, ...rest] = path;
  return field === undefined ? [] : valuesAt(value[field], rest);
}

function isList(value: Decoded): value is readonly Decoded[] {
  return Array.isArray(value);
}

/** True for a value that every operation with a parameter of that name can be sent. */
function fits(value: string, parameter: string, contract: Contract): boolean {
  if (value === '' || value.length > 200 || !isPlainText(value)) return false;
  const types = contract.operations.flatMap(({ parameters }) => parameters.filter(({ name }) => name === parameter));
  return types.every((type) => holds(type, value));
}

function holds({ type }: Parameter, value: string): boolean {
  if (type === 'string') return true;
  if (!/^-?\d{1,18}$/.test(value)) return false;
  return type === 'long' || Math.abs(Number(value)) < 2 ** 31;
}
