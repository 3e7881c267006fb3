import type { BindingName, Content, Contract, Operation } from '../../contract/model.ts';
import { httpRootContent } from '../../contract/operations.ts';
import { escapeHtml } from '../answer.ts';
import { element, isSoap, NIL, type OutElement, type SoapBinding, XSD, XSI } from '../wire/element.ts';
import { contentTypeOf } from '../wire/message.ts';
import { writeDocument } from '../wire/write.ts';
import { html, type PageMarkup } from './page.ts';

/** How often ASP.NET's samples repeat an item, and how deep they go: classes below that are nil. */
const ITEMS = 2;
const DEEPEST = 4;

/** A request with placeholders, as shown by ASP.NET. */
export function requestTemplate(
  operation: Operation,
  binding: BindingName,
  contract: Contract,
  address: URL,
): PageMarkup {
  const { method, requestMediaType, charset, soapAction } = contract.bindings[binding];
  const values = operation.parameters.map(({ name }, at) => html`${at === 0 ? '' : '&'}${name}=<var>string</var>`);
  const path = isSoap(binding) ? address.pathname : `${address.pathname}/${operation.name}`;
  const start = html`${method} ${path}${binding === 'http-get' ? html`?${values}` : ''} HTTP/1.1
Host: ${address.host}`;
  if (binding === 'http-get') return start;
  const type = `${requestMediaType}${isSoap(binding) ? `; charset=${charset}` : ''}`;
  const head = html`${start}
Content-Type: ${type}
Content-Length: <var>length</var>${soapAction ? `\nSOAPAction: "${contract.namespace}${operation.name}"` : ''}

`;
  return html`${head}${isSoap(binding) ? xml(requestEnvelope(operation, binding, contract)) : values}`;
}

export function responseTemplate(operation: Operation, binding: BindingName, contract: Contract): PageMarkup {
  const { namespace } = contract;
  const { name, result } = operation;
  const content = httpRootContent(operation);
  const root = isSoap(binding)
    ? envelope(binding, contract, [], {
        ...element(`${name}Response`, [sample(`${name}Result`, content, contract, 1)]),
        namespace,
      })
    : { ...sample(result.httpRoot, content, contract, 0), namespace };
  return html`HTTP/1.1 200 OK
Content-Type: ${contentTypeOf(contract, binding)}
Content-Length: <var>length</var>

${xml(root)}`;
}

function requestEnvelope({ name, parameters, header }: Operation, binding: SoapBinding, contract: Contract) {
  const { namespace } = contract;
  const values = parameters.map((one) => element(one.name, [one.type]));
  const fields = contract.header.fields.map((one) => sample(one.name, one.content, contract, 1));
  const blocks = header === null ? [] : [{ ...element(header, fields), namespace }];
  return envelope(binding, contract, blocks, { ...element(name, values), namespace });
}

function envelope(binding: SoapBinding, { bindings }: Contract, blocks: readonly OutElement[], payload: OutElement) {
  const prefix = binding === 'soap11' ? 'soap' : 'soap12';
  const namespace = bindings[binding].envelopeNamespace ?? '';
  const attributes = { 'xmlns:xsi': XSI, 'xmlns:xsd': XSD, [`xmlns:${prefix}`]: namespace };
  const header = blocks.length === 0 ? [] : [element('Header', blocks)];
  return { name: 'Envelope', prefix, namespace, attributes, children: [...header, element('Body', [payload])] };
}

/** An element with the names of types in place of values. */
function sample(name: string, content: Content, contract: Contract, depth: number): OutElement {
  if (content.kind === 'simple') return element(name, [content.enumeration.join(' or ') || content.type]);
  if (depth >= DEEPEST) return { ...element(name), attributes: NIL };
  if (content.kind === 'open') return element(name);
  if (content.kind === 'list')
    return element(
      name,
      Array.from({ length: ITEMS }, () => sample(content.item.name, content.item.content, contract, depth + 1)),
    );
  const fields = contract.records.get(content.record)?.fields ?? [];
  return element(
    name,
    fields.map((one) => sample(one.name, one.content, contract, depth + 1)),
  );
}

/** The document as text of a page. All text in elements is a placeholder. */
function xml(root: OutElement): PageMarkup {
  const text = escapeHtml(writeDocument(root, true));
  const [open, close] = [escapeHtml('>'), escapeHtml('<')];
  return { markup: text.replace(new RegExp(`${open}([^&\\n]+)(?=${close})`, 'g'), `${open}<var>$1</var>`) };
}
