import { brokenReferences, disagreements, requirementFaults } from './agree.ts';
import { ContractError } from './error.ts';
import { type ContractFiles, contractDigest, readContractFiles } from './files.ts';
import type { Contract, RecordType, Requirement } from './model.ts';
import { bindingNames } from './operations.ts';
import {
  type NamedTypes,
  namedTypes,
  operationSchema,
  recordsOf,
  type SchemaReader,
  schemaReader,
} from './read-xsd.ts';
import { schemasFor, wholeSchemas } from './schemas.ts';
import { readSpecs, type ServiceSpec, type Specs } from './validate-specs.ts';

const RECORDS = 'xsd/records.xsd';
const HEADERS = 'xsd/headers.xsd';

/** What contracts of the same files share: not the namespace and the schemas that name it. */
type CheckedFiles = ReturnType<typeof checked>;

/** The package's own files, read and checked once, but for what load.test.ts checks. */
let own: CheckedFiles | null = null;

function ownFiles(): CheckedFiles {
  own ??= checked(readContractFiles(), false);
  return own;
}

/** The clauses of the document alone; the whole contract takes `explain` longer than its work. */
export function documentClauses(): readonly Requirement[] {
  return own?.specs.requirements ?? readSpecs(readContractFiles(), false).requirements;
}

/**
 * The contract of specs/ and xsd/, frozen; read and checked at the first call. @param namespace - the target's
 * {xml_namespace} @throws ContractError in one sentence if it or a file is wrong
 */
export function loadContract(namespace: string): Contract {
  return contractOf(ownFiles(), namespace);
}

/** The {xml_namespace} used if none is given, from specs/service.json. */
export function defaultNamespace(): string {
  return ownFiles().specs.service.defaultNamespace;
}

/** The contract of these files. @param files - by path in the package @throws ContractError as loadContract does */
export function buildContract(files: ContractFiles, namespace: string): Contract {
  return contractOf(checked(files, true), namespace);
}

/** @param bySchema - check the specs by their JSON Schemas too */
function checked(files: ContractFiles, bySchema: boolean) {
  const specs = readSpecs(files, bySchema);
  const read = schemaReader(files);
  const types = namedTypes([RECORDS, HEADERS].map((file) => [file, read(file, 'every contract')]));
  const records = frozenMap(recordsOf(types, RECORDS).map((record) => [record.name, record] as const));
  const [fault] = [...requirementFaults(specs.requirements), ...faults(read, specs, types, records)];
  if (fault !== undefined) throw new ContractError(fault);
  const { operations, requirements } = specs;
  const { endpointPath } = specs.service;
  const bindings = bindingTable(specs.service);
  const digest = contractDigest(files);
  const shared = { digest, endpointPath, bindings, operations, records, header: headerOf(types), requirements };
  const whole = wholeSchemas(read, specs.service.operations);
  return { files: new Map([...files, ...whole]), specs, shared: deepFreeze(shared) };
}

function contractOf({ files, specs, shared }: CheckedFiles, namespace: string): Contract {
  const schemas = schemasFor(files, specs.service, shared.bindings, namespace);
  return deepFreeze({ namespace, ...shared, schemas: frozenMap(schemas) });
}

function faults(read: SchemaReader, specs: Specs, types: NamedTypes, records: Contract['records']): string[] {
  const known = { records, operations: specs.operations, requirements: specs.requirements };
  return specs.operations.flatMap((operation) => {
    const { name } = operation;
    const file = `xsd/operations/${name}.xsd`;
    const schema = operationSchema(types, file, read(file, `specs/operations/${name}.json`));
    return [...disagreements(operation, schema, records), ...brokenReferences(operation, known)];
  });
}

function bindingTable({ bindings }: ServiceSpec): Contract['bindings'] {
  const names = bindings.map((binding) => binding.name).join(', ');
  if (names !== bindingNames.join(', ')) {
    throw new ContractError(`specs/service.json: bindings has ${names}; expected ${bindingNames.join(', ')}`);
  }
  return Object.fromEntries(bindings.map((binding) => [binding.name, binding])) as Contract['bindings'];
}

function headerOf(types: NamedTypes): RecordType {
  const header = recordsOf(types, HEADERS).find((type) => type.name === 'VehicleTypeHeader');
  if (header === undefined) throw new ContractError(`${HEADERS} has no complexType VehicleTypeHeader; expected one`);
  return header;
}

function refuseChange(): never {
  throw new TypeError('the contract is read-only');
}

/** A frozen map of these entries: set, delete and clear throw, as an assignment to a frozen object does. */
export function frozenMap<V>(entries: Iterable<readonly [string, V]>): ReadonlyMap<string, V> {
  const map = new Map<string, V>();
  for (const [key, value] of entries) map.set(key, deepFreeze(value));
  return Object.freeze(Object.assign(map, { set: refuseChange, delete: refuseChange, clear: refuseChange }));
}

/** The same value with every object and array in it frozen; maps are frozen when made. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
