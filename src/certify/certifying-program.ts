import { loadContract } from '../contract/load.ts';
import { suiteVersion } from '../results/suite-version.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import type { Program } from './program.ts';

/** Gives this program to what certifies or verifies, and frees its validator afterwards. */
export async function withProgram<T>(use: (own: Program) => T): Promise<T> {
  const validator = await createSchemaValidator();
  try {
    return use({ version: suiteVersion(), contract: loadContract, validator });
  } finally {
    validator.dispose();
  }
}
