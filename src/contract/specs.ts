import { parseJson } from '../base/json.ts';
import type { SchemaName } from '../base/schemas/validate.ts';
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

/**
 * Reads the specs, with the defaults of their JSON Schemas; a test checks them by these schemas. @throws ContractError
 * for a file that is missing, no JSON, or not listed
 */
export function readSpecs(files: ContractFiles) {
  const read = reader(files);
  const service = read<ServiceSpec>('specs/service.json', 'service', 'every contract');
  const operations = service.operations.map((name) => {
    const operation = read<Operation>(operationFile(name), 'operation', 'specs/service.json');
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
    'specs/requirements.json',
    'requirements',
    'every contract',
  );
  return { service, operations, requirements };
}

export function operationFile(name: string): string {
  return `specs/operations/${name}.json`;
}

function reader(files: ContractFiles) {
  const refuse = (sentence: string): ContractError => new ContractError(sentence);
  return <T>(file: string, schema: SchemaName, wantedBy: string): T => {
    const data = parseJson(file, fileText(files, file, wantedBy), refuse);
    const { properties }: JsonSchema = JSON.parse(fileText(files, `specs/schemas/${schema}.schema.json`, file));
    return withoutSchemaKey(withDefaults(data, { properties }) as T);
  };
}

interface JsonSchema {
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly items?: JsonSchema;
}

/** Fills in the defaults of a schema. ajv could, but loading it takes `list` and `explain` longer than their work. */
function withDefaults(value: unknown, { properties, items }: JsonSchema): unknown {
  if (Array.isArray(value)) return items === undefined ? value : value.map((one) => withDefaults(one, items));
  if (typeof value !== 'object' || value === null) return value;
  const given: Readonly<Record<string, unknown>> = { ...value };
  const filled = Object.entries(properties ?? {}).flatMap(([name, property]) => {
    const own = name in given ? given[name] : property.default;
    return own === undefined ? [] : [[name, withDefaults(own, property)] as const];
  });
  return { ...given, ...Object.fromEntries(filled) };
}

function withoutSchemaKey<T>(data: T): T {
  return Object.fromEntries(Object.entries(data as object).filter(([key]) => key !== '$schema')) as T;
}
