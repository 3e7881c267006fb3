import { ContractError } from './error.ts';
import { type ContractFiles, contractDigest, readContractFiles } from './files.ts';
import type { Contract, RecordType, Requirement } from './model.ts';
import { bindingNames } from './operations.ts';
import { type NamedTypes, namedTypes, recordsOf, schemaReader } from './read-xsd.ts';
import { schemasFor, wholeSchemas } from './schemas.ts';
import { readSpecs, type ServiceSpec } from './specs.ts';

const RECORDS = 'xsd/records.xsd';
const HEADERS = 'xsd/headers.xsd';

/** What contracts of the same files share: not the namespace and the schemas that name it. */
type ReadFiles = ReturnType<typeof readFiles>;

/** The package's own files, read once; load.test.ts checks them. */
let own: ReadFiles | null = null;

function ownFiles(): ReadFiles {
  own ??= readFiles(readContractFiles());
  return own;
}

/** The clauses of the document alone; the whole contract takes `explain` longer than its work. */
export function documentClauses(): readonly Requirement[] {
  return own?.specs.requirements ?? readSpecs(readContractFiles()).requirements;
}

/**
 * The contract of specs/ and xsd/, frozen; read at the first call. @param namespace - the target's
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
  return contractOf(readFiles(files), namespace);
}

function readFiles(files: ContractFiles) {
  const specs = readSpecs(files);
  const read = schemaReader(files);
  const types = namedTypes([RECORDS, HEADERS].map((file) => [file, read(file, 'every contract')]));
  const records = frozenMap(recordsOf(types, RECORDS).map((record) => [record.name, record] as const));
  const { operations, requirements } = specs;
  const { endpointPath } = specs.service;
  const bindings = bindingTable(specs.service);
  const digest = contractDigest(files);
  const shared = {
    by: 'document',
    digest,
    endpointPath,
    bindings,
    operations,
    records,
    header: headerOf(types),
    requirements,
  } as const;
  const whole = wholeSchemas(read, specs.service.operations);
  return { files: new Map([...files, ...whole]), specs, shared: deepFreeze(shared) };
}

function contractOf({ files, specs, shared }: ReadFiles, namespace: string): Contract {
  const schemas = schemasFor(files, specs.service, shared.bindings, namespace);
  return deepFreeze({ namespace, ...shared, schemas: frozenMap(schemas) });
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
