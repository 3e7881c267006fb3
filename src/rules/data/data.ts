import type { Cell, Contract, Field } from '../../contract/model.ts';
import { recordNamed } from '../../contract/operations.ts';
import { type Decoded, type DecodedRecord, isRecord } from '../../wire/soap/records.ts';
import type { Evidence } from '../evidence.ts';
import { digestOf } from '../same-answer.ts';

export const fieldsOf = ({ operation }: Pick<Cell, 'operation'>, contract: Contract): readonly Field[] =>
  recordNamed(contract, operation.result.record).fields;

export const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The records of an answer, decoded once for all rules; empty if there are none. */
export function recordsOf({ reading, contract }: Evidence): readonly DecodedRecord[] {
  const digest = digestOf(reading, contract);
  return digest.kind === 'records' && reading.response?.status === 200 ? digest.records.filter(isRecord) : [];
}

export const isText = (value: Decoded | undefined): value is string => typeof value === 'string' && value !== '';
