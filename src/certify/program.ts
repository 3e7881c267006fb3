import { loadContract } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import { suiteVersion } from '../results/suite-version.ts';
import { createSchemaValidator, type SchemaValidator } from '../xml/schema.ts';

/** What of this program decides whether it can speak for results: it knows its own rules and contract only. */
export interface Program {
  readonly version: string;
  /** The contract for a target's {xml_namespace}. May throw ContractError. */
  readonly contract: (namespace: string) => Contract;
  readonly validator: SchemaValidator;
}

/** Gives this program to what certifies or verifies, and frees its validator afterwards. */
export async function withProgram<T>(use: (own: Program) => T): Promise<T> {
  const validator = await createSchemaValidator();
  try {
    return use({ version: suiteVersion(), contract: loadContract, validator });
  } finally {
    validator.dispose();
  }
}
