import { member, parseJson } from '../../base/json.ts';
import { mostMiB, readNamed, textOfFile, unpacked } from '../../base/read-file.ts';
import { attributeOf, childrenOf } from '../../contract/wsdl/names.ts';
import { ENVELOPE_NAMESPACES } from '../../wire/soap/envelope.ts';
import { parseXml } from '../../xml/parse.ts';
import { childElements, textOf, type XmlElement } from '../../xml/tree.ts';

const SOAPUI = 'http://eviware.com/soapui/config';
/** Characters that the properties of one request have together. */
const MOST_EXPANDED = 1024 * 1024;
/** Folders within folders of a Postman collection. */
const DEEPEST = 20;

/** A request that a project holds, before its properties have their values. */
interface ProjectRequest {
  readonly method: string;
  readonly address: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

type Properties = ReadonlyMap<string, string>;

/**
 * What `--calls` names, as the data of a HAR: a HAR, or the requests of a SoapUI project (XML) or a Postman collection
 * (JSON, version 2), with the values of its properties. No script of it is run. @throws ConfigError if it can't be read
 */
export function readCallsFile(folder: string, file: string): unknown {
  const named = { folder, file, mostMiB: mostMiB.recorded };
  const text = textOfFile({ file }, unpacked(named, readNamed(named).bytes));
  if (/^\uFEFF?\s*</.test(text)) {
    const parsed = parseXml(text.replace(/^\uFEFF/, ''));
    const root = parsed.kind === 'document' ? parsed.document.root : null;
    if (root?.name === 'soapui-project' && root.namespace === SOAPUI) return soapUiCalls(root);
  }
  const data = parseJson(file, text);
  return Array.isArray(member(data, 'item')) && member(data, 'info') !== undefined ? postmanCalls(data) : data;
}

function harOf(requests: readonly ProjectRequest[], properties: Properties, expansion: RegExp): object {
  return { log: { version: '1.2', entries: requests.map((request) => entryOf(request, properties, expansion)) } };
}

/** An entry without a response; `_leftOut` says why its request is not known. */
function entryOf({ method, address, headers, body }: ProjectRequest, properties: Properties, expansion: RegExp) {
  const unknown = new Set<string>();
  let room = MOST_EXPANDED;
  const expanded = (text: string): string =>
    text.replaceAll(expansion, (written, name: string) => {
      const value = properties.get(name);
      room -= value?.length ?? 0;
      if (value !== undefined && room >= 0) return value;
      unknown.add(written.slice(0, 80));
      return '';
    });
  // Nothing is ever sent to it: only what follows the host counts.
  const path = address.replace(/^(?:[a-z]+:\/\/[^/?]*|\$\{[^}]*\}|\{\{[^}]*\}\})/i, '');
  const request = {
    method,
    url: expanded(`http://recorded.invalid${path.startsWith('/') ? '' : '/'}${path}`),
    headers: headers.map(([name, value]) => ({ name, value: expanded(value) })),
    ...(body === null ? {} : { postData: { mimeType: '', text: expanded(body) } }),
  };
  const [first] = unknown;
  return {
    request,
    ...(first === undefined ? {} : { _leftOut: `the file has no value for ${first} that can be sent` }),
  };
}

/** The SOAP requests of a SoapUI project and of its test cases; each names an endpoint. */
function soapUiCalls(project: XmlElement): object {
  const all = allBelow(project);
  const properties = childrenOf(project, SOAPUI, 'properties').flatMap((list) =>
    childrenOf(list, SOAPUI, 'property').map(
      (one) => [`#Project#${propertyText(one, 'name')}`, propertyText(one, 'value')] as const,
    ),
  );
  const actions = new Map(
    all.filter(({ name }) => name === 'operation').map((one) => [attributeOf(one, 'name'), attributeOf(one, 'action')]),
  );
  const requests = all.flatMap((one): readonly ProjectRequest[] => {
    const body = propertyText(one, 'request');
    const address = propertyText(one, 'endpoint');
    if (body.trim() === '' || address === '') return [];
    const names = [...body.matchAll(/<(?:[\w.-]+:)?([\w.-]+)/g)].map(([, name = '']) => name);
    const called = names.find((name) => actions.has(name));
    const headers = soapHeaders(body, (called === undefined ? null : actions.get(called)) ?? '');
    return [{ method: 'POST', address, headers, body }];
  });
  return harOf(requests, new Map(properties), /\$\{(?:([^{}$]*)\})?/g);
}

/** As SoapUI sends them. */
function soapHeaders(body: string, action: string): ProjectRequest['headers'] {
  if (body.includes(ENVELOPE_NAMESPACES.soap12))
    return [['Content-Type', `application/soap+xml;charset=UTF-8;action="${action}"`]];
  return [
    ['Content-Type', 'text/xml;charset=UTF-8'],
    ['SOAPAction', `"${action}"`],
  ];
}

function allBelow(element: XmlElement): readonly XmlElement[] {
  return [element, ...childElements(element).flatMap(allBelow)];
}

function propertyText(element: XmlElement, name: string): string {
  const [child] = childrenOf(element, SOAPUI, name);
  return child === undefined ? '' : textOf(child);
}

/** The requests of a Postman collection, in folders or not. */
function postmanCalls(collection: unknown): object {
  const pairs = pairsOf(member(collection, 'variable'));
  return harOf(itemsOf(collection, DEEPEST).map(postmanRequest), new Map(pairs), /\{\{([^{}]*)\}\}/g);
}

function itemsOf(folder: unknown, deepest: number): readonly unknown[] {
  const items = member(folder, 'item');
  if (!Array.isArray(items) || deepest === 0) return [];
  return items.flatMap((item) => {
    const request = member(item, 'request');
    return request === undefined ? itemsOf(item, deepest - 1) : [request];
  });
}

function postmanRequest(request: unknown): ProjectRequest {
  const url = member(request, 'url');
  const data = member(request, 'body');
  const isForm = member(data, 'mode') === 'urlencoded';
  const headers = pairsOf(member(request, 'header'));
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const form = pairsOf(member(data, 'urlencoded')).map(([name, value]) => `${name}=${formText(value)}`);
  const raw = textFrom(member(data, 'raw'));
  return {
    method: textFrom(typeof request === 'string' ? 'GET' : (member(request, 'method') ?? 'GET')),
    address: textFrom(typeof request === 'string' ? request : typeof url === 'string' ? url : member(url, 'raw')),
    headers: isForm && !isTyped ? [...headers, ['Content-Type', 'application/x-www-form-urlencoded']] : headers,
    body: isForm ? form.join('&') : raw === '' ? null : raw,
  };
}

/** A value as Postman writes it into a form, its variables still to be replaced. */
const formText = (value: string): string =>
  value
    .split(/(\{\{[^{}]*\}\})/)
    .map((part) => (part.startsWith('{{') ? part : encodeURIComponent(part)))
    .join('');

/** Names and values of a list of Postman's, without those switched off. */
function pairsOf(list: unknown): readonly (readonly [string, string])[] {
  const all: readonly unknown[] = Array.isArray(list) ? list : [];
  const enabled = all.filter((one) => member(one, 'disabled') !== true);
  return enabled.map((one) => [textFrom(member(one, 'key')), textFrom(member(one, 'value'))] as const);
}

const textFrom = (value: unknown): string => (typeof value === 'string' ? value : '');
