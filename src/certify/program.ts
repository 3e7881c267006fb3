import type { Contract } from '../contract/model.ts';
import type { SchemaValidator } from '../xml/schema.ts';

/** What of this program decides whether it can speak for results: it knows its own rules and contract only. */
export interface Program {
  readonly version: string;
  /** The contract for a target's {xml_namespace}. May throw ContractError. */
  readonly contract: (namespace: string) => Contract;
  readonly validator: SchemaValidator;
}
