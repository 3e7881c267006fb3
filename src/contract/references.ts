import type { Content, Contract, Operation, Parameter, RecordType, Requirement } from './model.ts';
import { operationFile } from './validate-specs.ts';

/** The possible targets of the specs' references. */
type Referable = Pick<Contract, 'records' | 'operations' | 'requirements'>;

/**
 * References that lead nowhere: the fields and parameters of `feeds`, requirement ids, examples that are not of their type.
 * @returns one sentence each, with the files, the entry, what was found and what was expected; empty where all is right
 */
export function brokenReferences(operation: Operation, known: Referable): string[] {
  const sentences = [
    ...feedSentences(operation, known),
    ...requirementSentences(operation, known.requirements),
    ...operation.parameters.flatMap(exampleSentences),
  ];
  return sentences.map((sentence) => `${operationFile(operation.name)}: ${sentence}`);
}

function feedSentences(operation: Operation, known: Referable): string[] {
  const parameters = new Set(known.operations.flatMap((each) => each.parameters.map((parameter) => parameter.name)));
  return Object.entries(operation.feeds).flatMap(([path, targets]) => {
    const trouble = fieldTrouble(known.records, operation.result.record, path.split('.'));
    if (trouble !== null) return [`feeds has the field '${path}'; ${trouble}`];
    const unknown = targets.filter((name) => !parameters.has(name));
    return unknown.map((name) => `feeds.${path} has '${name}'; expected a parameter of some operation`);
  });
}

/** Null where the path ends at a text or number, or a list of those. */
function fieldTrouble(
  records: ReadonlyMap<string, RecordType>,
  record: string,
  path: readonly string[],
): string | null {
  const [name, ...rest] = path;
  const field = records.get(record)?.fields.find((candidate) => candidate.name === name);
  if (field === undefined) return `expected a field of ${record} in xsd/records.xsd`;
  const content = itemContent(field.content);
  if (content.kind === 'record' && rest.length > 0) return fieldTrouble(records, content.record, rest);
  if (content.kind === 'simple' && rest.length === 0) return null;
  return `expected a path that ends at a simple type in xsd/records.xsd, where ${record}.${name} is of kind ${field.content.kind}`;
}

function itemContent(content: Content): Content {
  return content.kind === 'list' ? content.item.content : content;
}

function requirementSentences(operation: Operation, requirements: readonly Requirement[]): string[] {
  const ids = new Set(requirements.map((requirement) => requirement.id));
  const unknown = operation.requirements.filter((id) => !ids.has(id));
  return unknown.map((id) => `requirements has '${id}'; expected an id of specs/requirements.json`);
}

function exampleSentences({ name, type, example }: Parameter): string[] {
  if (type === 'string' || /^-?[0-9]{1,10}$/.test(example)) return [];
  return [`the example of ${name} is '${example}'; expected ${type}`];
}

/** Ids that specs/requirements.json gives twice, and gaps with neither a probe nor a reason, one sentence each. */
export function requirementFaults(requirements: readonly Requirement[]): string[] {
  const ids = requirements.map((requirement) => requirement.id);
  const twice = ids.filter((id, place) => ids.indexOf(id) !== place);
  const idle = requirements.filter(
    ({ kind, probe, untestable }) => kind === 'gap' && (probe === null) === (untestable === null),
  );
  return [
    ...twice.map((id) => `specs/requirements.json: the id '${id}' is there twice; expected once`),
    ...idle.map(
      ({ id }) => `specs/requirements.json: the gap '${id}' has both or neither of probe and untestable; expected one`,
    ),
  ];
}
