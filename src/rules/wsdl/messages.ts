import { isSoap } from '../../bindings/binding.ts';
import type { Cell, Content, Contract, Field, Operation } from '../../contract/model.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { FOREIGN_NAMESPACE } from './bound.ts';
import { attributeOf, type Description, type Placed } from './description.ts';
import { headerParts, type Part, partsOf } from './parts.ts';
import { type Described, whereOf } from './port.ts';
import { parameterField, shapeProblems } from './shape.ts';

/** Where the messages of a cell differ from the document's tables of operations and records. */
export function typeProblems(
  description: Description,
  found: Described,
  cell: Cell,
  contract: Contract,
): readonly Placed[] {
  const { operation } = cell;
  const shapes = shapeProblems(description, contract);
  const problems: Placed[] = [];
  const compareElement = (parts: readonly Part[], name: string, fields: readonly Field[] | Content): void => {
    const [only] = parts;
    if (only === undefined || parts.length > 1 || only.element === null) {
      problems.push(notOneElement(only?.part ?? found.operation, parts, name));
      return;
    }
    const { namespace, name: written, found: element } = only.element;
    if (namespace !== contract.namespace || written !== name)
      problems.push(otherElement(only, { namespace: contract.namespace, name }));
    else if (element !== null)
      shapes.compare(element, { owner: name, content: 'kind' in fields ? fields : { kind: 'fields', fields } });
  };
  const blocks = headerParts(description, found, cell);
  const inBody = ({ part }: Part): boolean => !blocks.some((block) => block.part === part);
  const [asked, answered] = [found.input, found.output].map(
    (message) => message && partsOf(description, message).filter(inBody),
  );
  if (isSoap(cell.binding)) {
    if (asked) compareElement(asked, operation.name, parametersOf(operation));
    if (answered) compareElement(answered, `${operation.name}Response`, [resultField(operation)]);
    const header = blocks.find(({ element }) => element?.name === operation.header) ?? blocks[0];
    if (header && operation.header !== null) compareElement([header], operation.header, contract.header.fields);
  } else {
    if (asked) problems.push(...parameterProblems(asked, found.input ?? found.operation, operation));
    if (answered) compareElement(answered, operation.result.httpRoot, resultField(operation).content);
  }
  return [...problems, ...shapes.problems];
}

function parametersOf({ parameters }: Operation): readonly Field[] {
  return parameters.map(({ name, type }) => parameterField(name, type));
}

function resultField({ name, result }: Operation): Field {
  const record: Content = { kind: 'record', record: result.record };
  const item = { name: result.record, anyName: false, content: record };
  const content: Content = result.kind === 'single' ? record : { kind: 'list', item };
  return { name: `${name}Result`, content, optional: true, nillable: true };
}

/** Over GET and POST a part is a parameter; they are told by name alone. */
function parameterProblems(parts: readonly Part[], message: XmlElement, { name, parameters }: Operation) {
  const written = parts.map(({ part }) => attributeOf(part, 'name') ?? '').toSorted();
  const wanted = parameters.map((one) => one.name).toSorted();
  if (written.join() === wanted.join()) return [];
  return [
    {
      code: name,
      text: `The WSDL gives ${name} other parameters`,
      location: whereOf(message),
      expected: wanted.join(', '),
      actual: written.join(', ').slice(0, 200) || 'none',
      at: message,
    },
  ];
}

function notOneElement(at: XmlElement, parts: readonly Part[], name: string): Placed {
  return {
    code: 'message-part',
    text: 'A message of the WSDL is not one part that is an element',
    location: whereOf(at),
    expected: `one <part element="…:${name}">`,
    actual: parts.length === 1 ? 'a part without an element' : `${parts.length} parts`,
    at,
  };
}

function otherElement(
  { part, element }: Part,
  expected: { readonly namespace: string; readonly name: string },
): Placed {
  const [namespace = '', name = ''] = [element?.namespace, element?.name];
  const isForeign = name === expected.name;
  return {
    code: isForeign ? 'namespace' : expected.name,
    text: `The WSDL names the element of a message otherwise than the document`,
    location: whereOf(part),
    expected: `{${expected.namespace}}${expected.name}`,
    actual: `{${namespace}}${name}`.slice(0, 300),
    at: part,
    ...(isForeign ? { cause: FOREIGN_NAMESPACE, namespace } : {}),
  };
}
