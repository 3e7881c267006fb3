import { loadContract } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import { upgraded } from '../results/old-results.ts';
import { checkResults } from '../results/read.ts';
import type { Results } from '../results/results.ts';
import { suiteVersion } from '../results/suite-version.ts';
import { dayFlag } from '../schemas/days.ts';
import { thrownText } from '../schemas/error.ts';
import { jsonText } from '../schemas/json.ts';
import { mostMiB, readNamed } from '../schemas/read-file.ts';
import { createSchemaValidator, type SchemaValidator } from '../xml/schema.ts';
import { member, parsedJson, sha256 } from './canonical-json.ts';

/** A results.json that this program can judge: read, checked, and with its contract. */
export interface Evidence {
  readonly results: Results;
  /** SHA-256 (hex) of the file's bytes. */
  readonly digest: string;
  readonly contract: Contract;
  readonly validator: SchemaValidator;
  /** When it is judged: no run is later. */
  readonly now: Date;
}

/** The evidence in a file's bytes, or one sentence on why this program can't use it. */
export function readEvidence(file: Uint8Array, program: Program): Evidence | string {
  const value = parsedJson(Buffer.from(file).toString());
  if (value === undefined) return 'the results are not JSON';
  const foreign = otherSuite(value, program);
  if (foreign !== null) return foreign;
  const found = valueOr('these are not results of this version', () => checkedValue(value));
  if (typeof found === 'string') return found;
  if (!Buffer.from(jsonText(found)).equals(file)) {
    // A duplicate name, say: readers differ in which one they take.
    return 'the results are not formatted as run writes them, so the file was changed; run it again';
  }
  const results = upgraded(found);
  const unusable = "the namespace of the results can't be used";
  const contract = valueOr(unusable, () => program.contract(results.namespace));
  if (typeof contract === 'string') return contract;
  if (contract.digest === results.suite.contractDigest)
    return { results, digest: sha256(file), contract, validator: program.validator, now: program.now };
  return `the results were judged by the contract ${results.suite.contractDigest}, but this program has ${contract.digest}; run it again`;
}

/** Checked first: results of another version may have another form and still be right. */
function otherSuite(value: unknown, { version }: Program): string | null {
  const written = member(member(value, 'suite'), 'version');
  if (typeof written !== 'string' || written === version) return null;
  return `the results were written by getdata-conformance ${written}, this is ${version}, which can't judge what must be in them; use ${written}, or run it again`;
}

function checkedValue(value: unknown): Parameters<typeof upgraded>[0] {
  checkResults(value);
  return value;
}

/** What a function makes, or one sentence on why it can't. */
function valueOr<T>(trouble: string, make: () => T): T | string {
  try {
    return make();
  } catch (error) {
    return `${trouble}: ${thrownText(error)}`;
  }
}

/** The bytes of a file that a tool wrote. @throws ConfigError in one sentence if it can't be read or is too long */
export function readBytes(folder: string, file: string): Buffer {
  return readNamed({ folder, file, mostMiB: mostMiB.recorded }).bytes;
}

/** The parts of this program that decide what it can judge: it knows only its own rules and contract. */
export interface Program {
  readonly version: string;
  /** The contract for a target's {xml_namespace}. May throw ContractError. */
  readonly contract: (namespace: string) => Contract;
  readonly validator: SchemaValidator;
  readonly now: Date;
}

/** The end of the day that `--now` names; without it, this moment. @throws ConfigError if the text is not a day */
export function nowFlag(text: string | undefined): Date {
  const day = dayFlag('--now', text);
  return day === null ? new Date() : new Date(`${day}T23:59:59.999Z`);
}

/** Passes this program to certify or verify, and frees its validator afterwards. */
export async function withProgram<T>(now: Date, use: (own: Program) => T | Promise<T>): Promise<T> {
  const validator = await createSchemaValidator();
  try {
    return await use({ version: suiteVersion(), contract: loadContract, validator, now });
  } finally {
    validator.dispose();
  }
}
