import { dayFlag } from '../../base/days.ts';
import { thrownText } from '../../base/error.ts';
import { jsonText, member } from '../../base/json.ts';
import { mostMiB, readNamed } from '../../base/read-file.ts';
import { addressOf } from '../../base/schemas/validate.ts';
import { loadContract } from '../../contract/load.ts';
import type { Contract } from '../../contract/model.ts';
import { checkResults } from '../../results/read.ts';
import { suiteVersion } from '../../results/suite-version.ts';
import { createSchemaValidator, type SchemaValidator } from '../../xml/schema.ts';
import { parsedJson, sha256 } from './canonical-json.ts';

/** A results.json that this program can judge: read, checked, and with its contract and the SHA-256 of its bytes. */
export type CheckedEvidence = Readonly<Exclude<ReturnType<typeof readEvidence>, string>>;

/** The evidence in a file's bytes, or one sentence on why this program can't use it. */
export function readEvidence(file: Uint8Array, { version, contract: load, validator, now }: Program) {
  const value = parsedJson(Buffer.from(file).toString());
  if (value === undefined) return 'the results are not JSON';
  // Checked first: results of another version may have another form and still be right.
  const written = member(member(value, 'suite'), 'version');
  const other = `the results were written by getdata-conformance ${written}, this is ${version}`;
  if (typeof written === 'string' && written !== version)
    return `${other}, which can't judge what must be in them; use ${written}, or run it again`;
  const found = valueOr('these are not results of this version', () => {
    checkResults(value);
    return value;
  });
  if (typeof found === 'string') return found;
  // Readers differ in which of two equal names they take.
  if (!Buffer.from(jsonText(found)).equals(file))
    return 'the results are not formatted as run writes them, so the file was changed; run it again';
  const { $schema, ...results }: typeof found & { readonly $schema?: string } = found;
  if ($schema !== undefined && $schema !== addressOf('results'))
    return `the results name another schema than ${addressOf('results')}; run it again`;
  const byWsdl = 'the service was judged by its own WSDL (--wsdl)';
  if (results.wsdl !== undefined) return `${byWsdl}, and certificates are for the service of the document alone`;
  const contract = valueOr("the namespace of the results can't be used", () => load(results.namespace));
  if (typeof contract === 'string') return contract;
  const by = results.suite.contractDigest;
  if (contract.digest === by) return { results, digest: sha256(file), contract, validator, now };
  return `the results were judged by the contract ${by}, but this program has ${contract.digest}; run it again`;
}

function valueOr<T>(trouble: string, make: () => T): T | string {
  try {
    return make();
  } catch (error) {
    return `${trouble}: ${thrownText(error)}`;
  }
}

/** The bytes of a file that a tool wrote. @throws ConfigError */
export function readBytes(folder: string, file: string): Buffer {
  return readNamed({ folder, file, mostMiB: mostMiB.recorded }).bytes;
}

/** What decides which results this program can judge. */
export interface Program {
  readonly version: string;
  /** The contract for a target's {xml_namespace}. May throw ContractError. */
  readonly contract: (namespace: string) => Contract;
  readonly validator: SchemaValidator;
  /** When it is judged: no run is later. */
  readonly now: Date;
}

/** The end of the day that `--now` names; without it, this moment. @throws ConfigError if the text is not a day */
export function nowFlag(text: string | undefined): Date {
  const day = dayFlag('--now', text);
  return day === null ? new Date() : new Date(`${day}T23:59:59.999Z`);
}

export async function withProgram<T>(now: Date, use: (own: Program) => T | Promise<T>): Promise<T> {
  const validator = await createSchemaValidator();
  try {
    return await use({ version: suiteVersion(), contract: loadContract, validator, now });
  } finally {
    validator.dispose();
  }
}
