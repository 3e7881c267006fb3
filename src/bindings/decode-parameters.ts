import type { Operation } from '../contract/model.ts';
import type { Credentials } from './call.ts';

/** The parameters of a request: the call's own, and credentials. */
export interface DecodedParameters {
  readonly values: Readonly<Record<string, string>>;
  readonly credentials: Credentials;
}

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

/** Characters of a name that are shown. */
const LONGEST = 80;

/** A foreign name as a sentence may show it. */
export function quoted(name: string): string {
  return `'${name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name}'`;
}
