import type { Cell } from '../contract/model.ts';
import type { Call, Credentials } from './call.ts';

/** What a request says, whoever wrote it. */
export type DecodedRequest =
  | {
      readonly kind: 'call';
      readonly cell: Cell;
      readonly call: Call;
      readonly credentials: Credentials;
      /** The service namespace that an envelope uses; null over GET and POST, where none travels. */
      readonly namespace: string | null;
      /** How the request departs from the document's; empty where it is as described. */
      readonly oddities: readonly string[];
    }
  /** It goes to the service, but calls no operation in one of the four bindings: its page, its WSDL, a preflight. */
  | { readonly kind: 'other' }
  | { readonly kind: 'malformed'; readonly message: string };

/** A request that can't be read as a call, and why. */
export function malformed(message: string): DecodedRequest {
  return { kind: 'malformed', message };
}

/** Characters of a name that are shown. */
const LONGEST = 80;

/** A name from outside as a sentence may show it. */
export function quoted(name: string): string {
  return `'${name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name}'`;
}
