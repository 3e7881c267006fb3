/** The answer of an operation before it has a form on the wire; null is an absent value. */
export type FieldValue = string | bigint | number | boolean | null | RecordValue | readonly FieldValue[];

/** Field name → value. The contract defines the fields, their order and types. */
export interface RecordValue {
  readonly [field: string]: FieldValue;
}

export function isList(value: FieldValue): value is readonly FieldValue[] {
  return Array.isArray(value);
}

export function isRecord(value: FieldValue): value is RecordValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parameters by the document's names: text for string, bigint for int and long, null where SOAP left a string out. */
export type ParameterValues = Readonly<Record<string, string | bigint | null>>;

export function eachParameter(
  values: ParameterValues,
  edit: (value: string | bigint | null, name: string) => string | bigint | null,
): ParameterValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, edit(value, name)]));
}

/** What a server answers to that lost the values: texts are null, numbers 0. */
export function withoutValues(values: ParameterValues): ParameterValues {
  return eachParameter(values, (value) => (typeof value === 'bigint' ? 0n : null));
}

/** The document's section 'VehicleTypeHeader'; what a request leaves out has ASMX's default. */
export interface VehicleTypeHeader {
  readonly Filtervehicles: boolean;
  readonly VehicleTypeToFilter: string;
  readonly OnlyMake: readonly string[];
  readonly NoModel: readonly string[];
  readonly NoMissings: boolean;
  readonly VcdbOnly: boolean;
}

/** A header that filters nothing, as ASMX reads an empty one. */
export const neutralHeader: VehicleTypeHeader = {
  Filtervehicles: false,
  VehicleTypeToFilter: 'None',
  OnlyMake: [],
  NoModel: [],
  NoMissings: false,
  VcdbOnly: false,
};
