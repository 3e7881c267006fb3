import type { Mcat } from '../catalog.ts';
import { once } from '../once.ts';
import type { RecordValue } from '../value.ts';
import type { OperationFunction } from './call.ts';
import { integer } from './call.ts';

/** McatCodes: every merchandise category. */
export const McatCodes: OperationFunction = (call) => call.catalog.mcats.map(record);

/** McatCode_check: one of them; an unknown one comes back inactive and without text. */
export const McatCode_check: OperationFunction = (call) => {
  const wanted = integer(call, 'mcat');
  const known = call.catalog.mcats.find((one) => BigInt(one.Mcat) === wanted);
  return known === undefined ? { Mcat: wanted, Description: '', Prod: '', Active: false } : record(known);
};

const record = once((mcat: Mcat): RecordValue => ({ ...mcat }));
