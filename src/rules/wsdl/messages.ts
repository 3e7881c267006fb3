import { plural } from '../../base/words.ts';
import type { Cell, Content, Contract, Field, Operation } from '../../contract/model.ts';
import { attributeOf } from '../../contract/wsdl/names.ts';
import { type MessagePart, partsOf } from '../../contract/wsdl/ports.ts';
import { simpleTypeOf, typeOf } from '../../contract/wsdl/schema-type.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { FOREIGN_NAMESPACE } from './bound.ts';
import { type Description, type Placed, problemAt } from './description.ts';
import { headerParts } from './parts.ts';
import type { Described } from './port.ts';
import { type Expected, shapeProblems } from './shape.ts';

/** Where the messages of a cell differ from the document's tables of operations and records. */
export function typeProblems(description: Description, found: Described, cell: Cell, contract: Contract) {
  const { operation } = cell;
  const shapes = shapeProblems(description, contract);
  const problems: Placed[] = [];
  const compareElement = (parts: readonly MessagePart[], name: string, content: Expected['content']): void => {
    const [only] = parts;
    if (only === undefined || parts.length > 1 || only.element === null) {
      const text = 'A message of the WSDL is not one part that is an element';
      const actual = parts.length === 1 ? 'a part without an element' : `${plural(parts.length, 'part')}`;
      const at = only?.part ?? found.operation;
      problems.push(problemAt(at, 'message-part', text, `one <part element="…:${name}">`, actual));
    } else if (only.element.namespace !== contract.namespace || only.element.name !== name)
      problems.push(otherElement(only.part, only.element, contract.namespace, name));
    else if (only.element.found !== null) shapes.compare(only.element.found, { owner: name, content });
  };
  const blocks = headerParts(description, found, cell);
  const inBody = ({ part }: MessagePart): boolean => !blocks.some((block) => block.part === part);
  const [request, response] = [found.input, found.output].map(
    (message) => message && partsOf(description, message).filter(inBody),
  );
  if (isSoap(cell.binding)) {
    if (request) compareElement(request, operation.name, parametersOf(operation));
    if (response) compareElement(response, `${operation.name}Response`, fieldsOf([resultField(operation)]));
    const header = blocks.find(({ element }) => element?.name === operation.header) ?? blocks[0];
    if (header && operation.header !== null)
      compareElement([header], operation.header, fieldsOf(contract.header.fields));
  } else {
    if (request) problems.push(...parameterProblems(description, request, found.input ?? found.operation, operation));
    if (response) compareElement(response, operation.result.httpRoot, resultField(operation).content);
  }
  return [...problems, ...shapes.problems];
}

const fieldsOf = (fields: readonly Field[]): Expected['content'] => ({ kind: 'fields', fields });

/** Every request has the parameter. */
function parametersOf({ parameters }: Operation): Expected['content'] {
  const fields = parameters.map(({ name, type }): Field => {
    return { name, content: { kind: 'simple', type, enumeration: [] }, optional: false, nillable: false };
  });
  return fieldsOf(fields);
}

function resultField({ name, result }: Operation): Field {
  const record: Content = { kind: 'record', record: result.record };
  const item = { name: result.record, anyName: false, content: record };
  const content: Content = result.kind === 'single' ? record : { kind: 'list', item };
  return { name: `${name}Result`, content, optional: true, nillable: true };
}

/** Over GET and POST a part is a parameter, carried as text; only the name identifies it. */
function parameterProblems(
  description: Description,
  parts: readonly MessagePart[],
  message: XmlElement,
  { name, parameters }: Operation,
) {
  const other = parts.find(({ part }) => {
    const parameter = parameters.find((one) => one.name === attributeOf(part, 'name'));
    const type = simpleTypeOf(description, typeOf(description, part))?.name;
    return parameter?.type === 'string' && type !== undefined && ['int', 'long', 'boolean'].includes(type);
  });
  if (other !== undefined) {
    const path = `${name}.${attributeOf(other.part, 'name')}`;
    const text = `The WSDL gives ${path} another type`;
    return [problemAt(other.part, path, text, 'xs:string', attributeOf(other.part, 'type') ?? 'none')];
  }
  const written = parts.map(({ part }) => attributeOf(part, 'name') ?? '').toSorted();
  const wanted = parameters.map((one) => one.name).toSorted();
  if (written.join() === wanted.join()) return [];
  const text = `The WSDL gives ${name} other parameters`;
  return [problemAt(message, name, text, wanted.join(', '), written.join(', ') || 'none')];
}

function otherElement(part: XmlElement, found: { namespace: string; name: string }, uri: string, name: string): Placed {
  const isForeign = found.name === name;
  const text = 'The WSDL names the element of a message differently from the document';
  const actual = `{${found.namespace}}${found.name}`;
  const problem = problemAt(part, isForeign ? 'namespace' : name, text, `{${uri}}${name}`, actual);
  if (!isForeign) return { ...problem, facts: { wanted: [name], found: [found.name] } };
  return { ...problem, cause: FOREIGN_NAMESPACE, namespace: found.namespace };
}
