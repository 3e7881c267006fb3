import type { Operation, Parameter } from '../contract/model.ts';
import type { Credentials } from './call.ts';
import { canonicalValue } from './canonical-value.ts';

/** The parameters of a request: the call's own, and credentials. */
export interface DecodedParameters {
  readonly values: Readonly<Record<string, string>>;
  readonly credentials: Credentials;
}

const ranges = { int: 2n ** 31n, long: 2n ** 63n } as const;

/** Sorts the sent values (null: not text) by an operation's parameters, in the document's order. */
export function decodeParameters(
  sent: readonly (readonly [string, string | null])[],
  { parameters }: Operation,
): DecodedParameters {
  const values: Record<string, string> = {};
  const credentials: Record<string, string> = {};
  for (const { name, credential } of parameters) {
    const value = sent.find(([key]) => key === name)?.[1] ?? null;
    if (value !== null) (credential ? credentials : values)[name] = value;
  }
  return { values, credentials };
}

/** Whether a text is a value of a parameter's type. XML Schema Part 2, sections 3.3.16 and 3.3.17. */
export function isOfType(value: string, { type }: Parameter): boolean {
  if (type === 'string') return true;
  const canonical = canonicalValue(value, type);
  if (!/^-?[0-9]{1,19}$/.test(canonical)) return false;
  const number = BigInt(canonical);
  return number >= -ranges[type] && number < ranges[type];
}

/** Characters of a name that are shown. */
const LONGEST = 80;

/** A foreign name as a sentence may show it. */
export function quoted(name: string): string {
  return `'${name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name}'`;
}
