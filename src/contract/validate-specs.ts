import { Ajv, type ErrorObject } from 'ajv';
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

/** All of specs/ but its JSON Schemas, with the schemas' defaults filled in. */
export interface Specs {
  readonly service: ServiceSpec;
  readonly operations: readonly Operation[];
  readonly requirements: readonly Requirement[];
}

/**
 * Reads the specs and checks each against its JSON Schema in specs/schemas/.
 * @throws ContractError for the first that is missing, superfluous, not JSON or not as its schema says
 */
export function readSpecs(files: ContractFiles): Specs {
  const check = checker(files);
  const service = check<ServiceSpec>('specs/service.json', 'service', 'every contract');
  const operations = service.operations.map((name) => {
    const operation = check<Operation>(operationFile(name), 'operation', 'specs/service.json');
    if (operation.name === name) return operation;
    throw new ContractError(
      `${operationFile(name)}: name is '${operation.name}'; expected '${name}', as the file is named`,
    );
  });
  const known = new Set(service.operations.map(operationFile));
  const stray = [...files.keys()].find((path) => path.startsWith('specs/operations/') && !known.has(path));
  if (stray !== undefined)
    throw new ContractError(`${stray} is not listed in specs/service.json; expected it under operations`);
  const { requirements } = check<{ requirements: Requirement[] }>(
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

function checker(files: ContractFiles): <T>(file: string, schema: string, wantedBy: string) => T {
  const ajv = new Ajv({ allowUnionTypes: true, useDefaults: true, verbose: true });
  return <T>(file: string, schema: string, wantedBy: string): T => {
    const schemaFile = `specs/schemas/${schema}.schema.json`;
    const data = parseJson(file, fileText(files, file, wantedBy));
    const definition = parseJson(schemaFile, fileText(files, schemaFile, file));
    const validate = ajv.getSchema<T>(`urn:getdata-conformance:${schema}`) ?? ajv.compile<T>(definition as object);
    if (validate(data)) return withoutSchemaKey(data as T);
    const [error] = validate.errors ?? [];
    throw new ContractError(`${file}: ${error === undefined ? `not as ${schemaFile} says` : schemaSentence(error)}`);
  };
}

function withoutSchemaKey<T>(data: T): T {
  return Object.fromEntries(Object.entries(data as object).filter(([key]) => key !== '$schema')) as T;
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ContractError(
      `${file} cannot be read (${error instanceof Error ? error.message : error}); expected JSON`,
    );
  }
}

/**
 * What is wrong, without the file: the entry, what was found and what was expected.
 * @param error - of an Ajv made with `verbose`
 */
export function schemaSentence(error: ErrorObject): string {
  const entry = error.instancePath.slice(1).replaceAll('/', '.') || 'the file';
  const { params } = error;
  const found = JSON.stringify(error.data)?.slice(0, 80);
  switch (error.keyword) {
    case 'additionalProperties': {
      const allowed = Object.keys((error.parentSchema?.properties ?? {}) as object);
      return `${entry} has the key '${params.additionalProperty}'; expected one of ${allowed.join(', ')}`;
    }
    case 'required':
      return `${entry} has no '${params.missingProperty}'; expected one`;
    case 'enum':
      return `${entry} is ${found}; expected one of ${params.allowedValues.map((value: unknown) => JSON.stringify(value)).join(', ')}`;
    case 'type':
      return `${entry} is ${found}; expected ${[params.type].flat().join(' or ')}`;
    default:
      return `${entry} is ${found}; expected a value that ${error.message ?? 'the schema allows'}`;
  }
}
