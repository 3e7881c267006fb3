import { disagreements } from './agree.ts';
import { ContractError } from './error.ts';
import { type ContractFiles, digestOf, fileText, readContractFiles } from './files.ts';
import { deepFreeze, frozenMap } from './freeze.ts';
import type { BindingName, BindingSpec, Contract, RecordType } from './model.ts';
import { bindingNames } from './operations.ts';
import { readOperationSchema } from './read-operation-xsd.ts';
import { type NamedTypes, namedTypes, readSchema, recordsOf } from './read-xsd.ts';
import { brokenReferences, requirementFaults } from './references.ts';
import { schemasFor } from './schemas.ts';
import { readService, readSpecs, type ServiceSpec, type Specs } from './validate-specs.ts';

const RECORDS = 'xsd/records.xsd';
const HEADERS = 'xsd/headers.xsd';

/**
 * Reads specs/ and xsd/ of this package, checks that they agree, and freezes them.
 * @param namespace - the target's {xml_namespace}
 * @throws ContractError in one sentence where the namespace or a file is not as it must be
 */
export function loadContract(namespace: string): Contract {
  return buildContract(readContractFiles(), namespace);
}

/** The {xml_namespace} that is taken where none is given, from specs/service.json. */
export function defaultNamespace(): string {
  return readService(readContractFiles()).defaultNamespace;
}

/**
 * The contract of these files.
 * @param files - path below the package's root → text, as readContractFiles gives them
 * @throws ContractError as loadContract does
 */
export function buildContract(files: ContractFiles, namespace: string): Contract {
  const specs = readSpecs(files);
  const types = readTypes(files);
  const records = frozenMap(recordsOf(types, RECORDS).map((record) => [record.name, record] as const));
  refuse([...requirementFaults(specs.requirements), ...faults(files, specs, types, records)]);
  const bindings = bindingTable(specs.service);
  return deepFreeze({
    namespace,
    endpointPath: specs.service.endpointPath,
    bindings,
    operations: specs.operations,
    records,
    header: headerOf(types),
    requirements: specs.requirements,
    schemas: frozenMap(schemasFor(files, service(specs, bindings), specs.service.operations, namespace)),
    digest: digestOf(files),
  });
}

function readTypes(files: ContractFiles): NamedTypes {
  return namedTypes(
    [RECORDS, HEADERS].map((file) => [file, readSchema(file, fileText(files, file, 'every contract'))]),
  );
}

function faults(files: ContractFiles, specs: Specs, types: NamedTypes, records: Contract['records']): string[] {
  const known = { records, operations: specs.operations, requirements: specs.requirements };
  return specs.operations.flatMap((operation) => {
    const { name } = operation;
    const file = `xsd/operations/${name}.xsd`;
    const schema = readOperationSchema(types, file, fileText(files, file, `specs/operations/${name}.json`));
    return [...disagreements(operation, schema, records), ...brokenReferences(operation, known)];
  });
}

function refuse(sentences: readonly string[]): void {
  const [first] = sentences;
  if (first !== undefined) throw new ContractError(first);
}

function bindingTable({ bindings }: ServiceSpec): Readonly<Record<BindingName, BindingSpec>> {
  const names = bindings.map((binding) => binding.name).join(', ');
  if (names !== bindingNames.join(', ')) {
    throw new ContractError(`specs/service.json: bindings has ${names}; expected ${bindingNames.join(', ')}`);
  }
  return Object.fromEntries(bindings.map((binding) => [binding.name, binding])) as Record<BindingName, BindingSpec>;
}

function headerOf(types: NamedTypes): RecordType {
  const header = recordsOf(types, HEADERS).find((type) => type.name === 'VehicleTypeHeader');
  if (header === undefined) throw new ContractError(`${HEADERS} has no complexType VehicleTypeHeader; expected one`);
  return header;
}

function service(specs: Specs, bindings: Readonly<Record<BindingName, BindingSpec>>) {
  const { namespacePlaceholder } = specs.service;
  const envelopes = {
    soap11: bindings.soap11.envelopeNamespace ?? '',
    soap12: bindings.soap12.envelopeNamespace ?? '',
  };
  return { namespacePlaceholder, envelopes };
}
