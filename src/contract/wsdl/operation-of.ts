import type { Content, Operation, Parameter, RecordType, Result } from '../model.ts';
import { bindingNames } from '../operations.ts';
import type { Components } from './components.ts';
import { type Contents, openContents } from './contents.ts';
import { fieldCounter } from './fields-of.ts';
import { actionOf, bodyElement, checkStyle, headerElements, type MessageElement } from './messages.ts';
import { attributeOf, childrenOf, NS } from './names.ts';
import { parameterOf, parametersOf } from './parameters.ts';
import { type BoundOperation, partsIn } from './ports.ts';
import { simpleTypeOf, typeOf } from './schema-type.ts';
import { checkedName, shownName, untaken } from './untaken.ts';

/** Fields of an answer, nested ones too: records within records multiply. */
const MOST_FIELDS = 2_000;

/** An operation as the WSDL describes it, its header block, and what its answers hold. */
export interface DescribedOperation {
  readonly operation: Operation;
  readonly header: RecordType | null;
  readonly holds: Content;
}

/** Reads the operations of a WSDL; the records are those that they need. */
export function openOperations(components: Components, namespace: string) {
  const contents = openContents(components);
  const countOf = fieldCounter(contents.records);

  /** @throws Untaken with the reason if calls of it can't be made or read */
  function operationOf(name: string, bound: readonly BoundOperation[]): DescribedOperation {
    checkedName(name);
    const twice = bindingNames.find((one) => bound.filter(({ binding }) => binding === one).length > 1);
    if (twice !== undefined) return untaken(`the WSDL has it twice for ${twice}`);
    const soap = bound.filter(({ binding }) => binding === 'soap11' || binding === 'soap12');
    const [first] = soap;
    soap.forEach(checkStyle);
    const plain = bound.filter((one) => !soap.includes(one));
    const parameters = first === undefined ? partParameters(components, plain[0]) : requestOf(name, first);
    const http = plain.filter((one) => isCarried(components, one, name, parameters));
    const [root = null] = http.flatMap((one) => partsIn(components, one, 'output')?.[0]?.element?.found ?? []);
    const offered = [...soap, ...http].map(({ binding }) => binding);
    if (offered.length === 0) return untaken('the messages of its ports are not those of SOAP, GET or POST');
    const answer = first === undefined ? null : answerOf(name, first);
    const held = answer?.in ?? root;
    if (held === null) return untaken('its answer is no element that the WSDL has');
    const holds = contents.contentOf(held, answer?.name ?? name);
    if (countOf(holds) > MOST_FIELDS) return untaken(`its answer has more than ${MOST_FIELDS} fields`);
    const action = first === undefined ? null : checkedAction(actionOf(first));
    const header = first === undefined ? null : headerOf(first);
    const operation: Operation = {
      name,
      ...(offered.length === bindingNames.length
        ? {}
        : { bindings: bindingNames.filter((one) => offered.includes(one)) }),
      ...(action === null || action === `${namespace}${name}` ? {} : { soapAction: action }),
      effect: 'write',
      parameters,
      header: header?.name ?? null,
      result: resultOf(holds, root, answer !== null && answer.name !== `${name}Result` ? answer.name : null),
      feeds: {},
      requirements: [],
    };
    return { operation, header, holds };
  }

  /** The parameters of a wrapped request: what stands in the one element of the operation's name. */
  function requestOf(name: string, bound: BoundOperation): readonly Parameter[] {
    const request = bodyElement(components, bound, 'input');
    if (request.name !== name)
      return untaken(`its request is ${shownName(request.name)}, not ${shownName(name)}: it is not wrapped`);
    if (request.namespace !== namespace) return untaken('its request is in another namespace than others');
    return parametersOf(contents, request.in, namespace);
  }

  function answerOf(name: string, bound: BoundOperation): Pick<MessageElement, 'name' | 'in'> {
    const wrapper = bodyElement(components, bound, 'output');
    if (wrapper.name !== `${name}Response`)
      return untaken(`its answer is ${shownName(wrapper.name)}, not ${shownName(`${name}Response`)}`);
    const inside = contents.elementsOf(typeOf(components, wrapper.in), 'its answer');
    const [only] = inside;
    if (only === undefined) return untaken('its answer holds nothing');
    if (inside.length > 1) return untaken(`its answer has ${inside.length} parts, out parameters among them`);
    return only.isRepeated ? untaken('the element in its answer may come again and again') : only;
  }

  function headerOf(bound: BoundOperation): RecordType | null {
    const [block, another] = headerElements(components, bound);
    if (block === undefined) return null;
    if (another !== undefined) return untaken('it takes several header blocks');
    if (block.namespace !== namespace) return untaken('its header block is in another namespace');
    const fields = contents.elementsOf(typeOf(components, block.in), 'its header block').map((one) => {
      if (one.isRepeated || one.namespace !== namespace)
        return untaken('its header block has repeated or other fields');
      return contents.fieldOf(one, block.name);
    });
    if (fields.some(({ content }) => !isHeaderField(content))) return untaken('its header block has nested fields');
    return { name: block.name, fields };
  }

  function resultOf(holds: Content, root: MessageElement['in'] | null, element: string | null) {
    const own = root === null ? null : attributeOf(root, 'name');
    const item = holds.kind === 'list' ? holds.item.content : holds;
    const record = item.kind === 'record' ? item.record : simpleName(contents, item);
    const isArray = holds.kind === 'list';
    const isPlain = item.kind === 'record' && (holds.kind !== 'list' || holds.item.name === record);
    const result: Result = {
      kind: isArray ? 'array' : 'single',
      record,
      httpRoot: own ?? (isArray ? `ArrayOf${record}` : record),
      ...(isPlain ? {} : { content: holds }),
      ...(element === null ? {} : { element }),
    };
    return result;
  }

  return { operationOf, contents };
}

/** A name for a type that is no record: that of a record with the one field `value`, which no type of the WSDL can have. */
function simpleName({ records }: Contents, content: Content): string {
  const name = content.kind === 'simple' ? `xs:${content.type}` : 'xs:any';
  records.set(name, { name, fields: [{ name: 'value', content, optional: true, nillable: true }] });
  return name;
}

function checkedAction(action: string): string {
  if (/^[\x21\x23-\x7e]{0,1000}$/.test(action)) return action;
  return untaken('its SOAPAction has characters that a quoted header cannot carry');
}

function isHeaderField(content: Content): boolean {
  if (content.kind === 'simple') return true;
  return content.kind === 'list' && content.item.name === 'string' && content.item.content.kind === 'simple';
}

/** What GET or POST alone says of parameters: names and types of the parts. */
function partParameters(components: Components, bound: BoundOperation | undefined): readonly Parameter[] {
  const parts = bound === undefined ? null : partsIn(components, bound, 'input');
  if (parts === null) return untaken('it has no input');
  return parts.map(({ part }) => {
    const name = attributeOf(part, 'name');
    const simple = simpleTypeOf(components, typeOf(components, part));
    if (simple?.name !== 'string') return untaken(`its parameter ${shownName(name ?? '')} is no string`);
    return parameterOf(checkedName(name), 'string', simple.values);
  });
}

/** Whether a binding of GET or POST carries these parameters at the address of the operation's name. */
function isCarried(
  components: Components,
  bound: BoundOperation,
  name: string,
  parameters: readonly Parameter[],
): boolean {
  const [own] = childrenOf(bound.operation, NS.http, 'operation');
  const names = partsIn(components, bound, 'input')?.map(({ part }) => attributeOf(part, 'name')) ?? [];
  const wanted = parameters.map((one) => one.name);
  return (
    own !== undefined && attributeOf(own, 'location') === `/${name}` && `${names.toSorted()}` === `${wanted.toSorted()}`
  );
}
