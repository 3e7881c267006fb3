import { parseJson } from '../schemas/json.ts';
import { type SchemaName, valid } from '../schemas/validate.ts';
import { ContractError } from './error.ts';
import { type ContractFiles, fileText } from './files.ts';
import type { BindingSpec, Operation, Requirement } from './model.ts';

/** specs/service.json. */
export interface ServiceSpec {
  readonly name: string;
  readonly endpointPath: string;
  readonly namespacePlaceholder: string;
  readonly defaultNamespace: string;
  readonly bindings: readonly BindingSpec[];
  readonly operations: readonly string[];
}

/** All of specs/ except its JSON Schemas, with the schemas' defaults filled in. */
export interface Specs {
  readonly service: ServiceSpec;
  readonly operations: readonly Operation[];
  readonly requirements: readonly Requirement[];
}

/**
 * Reads the specs and checks each against its JSON Schema in specs/schemas/.
 * @throws ContractError for the first that is missing, superfluous, not JSON or invalid by its schema
 */
export function readSpecs(files: ContractFiles): Specs {
  const service = read<ServiceSpec>(files, 'specs/service.json', 'service', 'every contract');
  const operations = service.operations.map((name) => {
    const operation = read<Operation>(files, operationFile(name), 'operation', 'specs/service.json');
    if (operation.name === name) return operation;
    throw new ContractError(
      `${operationFile(name)}: name is '${operation.name}'; expected '${name}', as the file is named`,
    );
  });
  const known = new Set(service.operations.map(operationFile));
  const stray = [...files.keys()].find((path) => path.startsWith('specs/operations/') && !known.has(path));
  if (stray !== undefined)
    throw new ContractError(`${stray} is not listed in specs/service.json; expected it under operations`);
  const { requirements } = read<{ requirements: Requirement[] }>(
    files,
    'specs/requirements.json',
    'requirements',
    'every contract',
  );
  return { service, operations, requirements };
}

/** The file of an operation's spec. */
export function operationFile(name: string): string {
  return `specs/operations/${name}.json`;
}

function read<T>(files: ContractFiles, file: string, schema: SchemaName, wantedBy: string): T {
  const refuse = (sentence: string): ContractError => new ContractError(sentence);
  const data = parseJson(file, fileText(files, file, wantedBy), refuse);
  return withoutSchemaKey(valid<T>(schema, data, ({ sentence }) => refuse(`${file}: ${sentence}`)));
}

function withoutSchemaKey<T>(data: T): T {
  return Object.fromEntries(Object.entries(data as object).filter(([key]) => key !== '$schema')) as T;
}
