import type { XmlElement } from '../../xml/tree.ts';
import type { Content, Operation, Parameter, RecordType, Result } from '../model.ts';
import { bindingNames } from '../operations.ts';
import type { Components } from './components.ts';
import { type Contents, openContents } from './contents.ts';
import { fieldCounter } from './fields-of.ts';
import { bodyElement, checkStyles, headerElements, type MessageElement } from './messages.ts';
import { attributeOf, childrenOf, NS } from './names.ts';
import { openParameters, parameterOf } from './parameters.ts';
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

/** The record of an answer that holds nothing. */
const NOTHING = 'xs:nothing';

/** What an answer holds, and where. */
type DescribedAnswer = Pick<Result, 'wrapper' | 'element' | 'empty'> & { readonly holds: Content };

/** Reads the operations of a WSDL; the records are those that they need. */
export function openOperations(components: Components, namespace: string) {
  const contents = openContents(components);
  const countOf = fieldCounter(contents.records);

  /** @throws Untaken with the reason if calls of it can't be made or read */
  function operationOf(name: string, bound: readonly BoundOperation[], shared: RecordType | null): DescribedOperation {
    checkedName(name);
    const twice = bindingNames.find((one) => bound.filter(({ binding }) => binding === one).length > 1);
    if (twice !== undefined) return untaken(`the WSDL has it twice for ${twice}`);
    const soap = bound.filter(({ binding }) => binding === 'soap11' || binding === 'soap12');
    const [first] = soap;
    checkStyles(soap);
    const plain = bound.filter((one) => !soap.includes(one));
    const request = first === undefined ? null : bodyElement(components, first, 'input');
    const own =
      request === null ? partParameters(components, plain[0]) : openParameters(contents, namespace).ofRequest(request);
    const { header, inHeader } = first === undefined ? { header: null, inHeader: [] } : headerOf(first, shared);
    const http = plain.filter((one) => isCarried(components, one, name, own));
    const [root = null] = http.flatMap((one) => partsIn(components, one, 'output')?.[0]?.element?.found ?? []);
    const offered = [...soap, ...http].map(({ binding }) => binding);
    if (offered.length === 0) return untaken('the messages of its ports are not those of SOAP, GET or POST');
    const answer = first === undefined ? answerOfRoot(name, root) : answerOf(name, first);
    if (countOf(answer.holds) > MOST_FIELDS) return untaken(`its answer has more than ${MOST_FIELDS} fields`);
    const actions = new Map(soap.map((one) => [one.binding, checkedAction(one.action)]));
    const action12 = actions.get('soap12');
    const action = actions.get('soap11') ?? action12;
    const isWrapped = request === null || (request.name === name && request.namespace === namespace);
    const operation: Operation = {
      name,
      ...(offered.length === bindingNames.length
        ? {}
        : { bindings: bindingNames.filter((one) => offered.includes(one)) }),
      ...(action === undefined || action === `${namespace}${name}` ? {} : { soapAction: action }),
      ...(action12 === undefined || action12 === action ? {} : { soapAction12: action12 }),
      ...(first?.style === 'rpc' ? { style: 'rpc' } : {}),
      ...(isWrapped ? {} : { request: { name: request.name, namespace: request.namespace } }),
      effect: 'write',
      parameters: [...inHeader, ...own],
      header: header?.name ?? null,
      result: resultOf(answer, root),
      feeds: {},
      requirements: [],
    };
    return { operation, header, holds: answer.holds };
  }

  /** What an answer holds: the one element in its wrapper, or the wrapper as a whole. */
  function answerOf(name: string, bound: BoundOperation): DescribedAnswer {
    const body = bodyElement(components, bound, 'output');
    const wrapper = body.name === `${name}Response` ? {} : { wrapper: body.name };
    const inside = 'parts' in body ? body.parts : contents.plainElements(body.in);
    const [only] = inside ?? [];
    if (only === undefined && inside !== null) {
      contents.records.set(NOTHING, { name: NOTHING, fields: [] });
      return { ...wrapper, holds: { kind: 'record', record: NOTHING }, element: null, empty: true };
    }
    if (only === undefined || inside?.length !== 1 || only.isRepeated) {
      const holds = 'parts' in body ? contents.recordOf(body.parts, body.name) : contents.contentOf(body.in, body.name);
      return { ...wrapper, holds, element: null };
    }
    const holds = contents.contentOf(only.in, only.name);
    return { ...wrapper, holds, ...(only.name === `${name}Result` ? {} : { element: only.name }) };
  }

  function answerOfRoot(name: string, root: XmlElement | null): DescribedAnswer {
    if (root === null) return untaken('its answer is no element that the WSDL has');
    return { holds: contents.contentOf(root, name) };
  }

  /** The one block of simple fields that all operations take, and no parameters; or the parameters of its blocks. */
  function headerOf(bound: BoundOperation, shared: RecordType | null) {
    const blocks = headerElements(components, bound);
    const [block, another] = blocks;
    if (block === undefined) return { header: null, inHeader: [] };
    const header = another === undefined ? plainBlock(block) : null;
    if (header !== null && (shared === null || shared.name === header.name)) return { header, inHeader: [] };
    return { header: null, inHeader: openParameters(contents, namespace).ofHeader(blocks) };
  }

  function plainBlock(block: MessageElement): RecordType | null {
    const elements = contents.plainElements(block.in);
    if (elements === null || [block, ...elements].some((one) => one.namespace !== namespace)) return null;
    if (elements.some(({ isRepeated }) => isRepeated)) return null;
    const fields = elements.map((one) => contents.fieldOf(one, block.name));
    return fields.every(({ content }) => isHeaderField(content)) ? { name: block.name, fields } : null;
  }

  function resultOf({ holds, ...places }: DescribedAnswer, root: XmlElement | null): Result {
    const own = root === null ? null : attributeOf(root, 'name');
    const item = holds.kind === 'list' ? holds.item.content : holds;
    const record = item.kind === 'record' ? item.record : simpleName(contents, item);
    const isArray = holds.kind === 'list';
    const { attributes, text } = contents.records.get(record) ?? {};
    const isRecord = item.kind === 'record' && attributes === undefined && text === undefined;
    const isPlain = isRecord && (holds.kind !== 'list' || holds.item.name === record);
    return {
      kind: isArray ? 'array' : 'single',
      record,
      httpRoot: own ?? (isArray ? `ArrayOf${record}` : record),
      ...(isPlain ? {} : { content: holds }),
      ...places,
    };
  }

  return { operationOf, contents };
}

/** A name for a type that is no record: that of a record with the one field `value`, which no type in a WSDL has. */
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
