import type { Operation } from '../../contract/model.ts';

/** Names and values as sent; null for what is not text. */
export type SentParameters = readonly (readonly [string, string | null])[];

/** Sorts the sent values into the call's own and credentials, in the document's order. */
export function decodeParameters(sent: SentParameters, { parameters }: Operation) {
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
