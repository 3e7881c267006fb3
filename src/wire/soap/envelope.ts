import { grouped } from '../../base/group-by.ts';
import type { Parameter, SimpleType } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { escapeAttribute, escapeText } from '../../xml/escape.ts';
import { XSI_NAMESPACE } from '../../xml/tree.ts';
import { type Call, type EncodeContext, parameterValues } from './call.ts';

/** An element of a request to be written, with text or children. */
interface EnvelopePart {
  readonly name: string;
  /** Left out for that of the service; '' for none. */
  readonly namespace?: string | undefined;
  readonly content: string | readonly EnvelopePart[];
  readonly type?: SimpleType;
  /** In no namespace. */
  readonly attributes?: readonly (readonly [name: string, value: string])[];
}

/** One of the ways in which XML can write the same envelope. */
export interface EnvelopeStyle {
  readonly declaration: string;
  /** Before the root, and after it. */
  readonly before: string;
  readonly after: string;
  /** null: the default namespace. */
  readonly soapPrefix: string | null;
  /** For a block: the call's element or the header's. null: the default namespace, declared on each block. */
  readonly servicePrefix: string | null;
  /** The block has the envelope's prefix, which it binds to the service. */
  readonly rebinds: boolean;
  /** For the parameters and the fields of the header: the block's, or one that each declares; 'none': the default. */
  readonly parameterPrefix: 'of the block' | 'p-1.a' | 'numbered' | 'none';
  /** Where the service prefix is declared: on the block that uses it, on Header and Body, or on the Envelope. */
  readonly declaredOn: 'block' | 'Body' | 'Envelope';
  /** Further declarations of the Envelope. */
  readonly declared: Readonly<Record<string, string>>;
  /** Parameters say their type, as `xsi:type="xsd:string"`: the prefixes of both. null: they don't. */
  readonly typed: readonly [instance: string, schema: string] | null;
  readonly quote: '"' | "'";
  /** How the name of a namespace is written where it is declared, for either kind of quotes. */
  readonly uri: (value: string) => string;
  /** Written between elements, never inside a text. */
  readonly between: string;
  /** White space before each attribute, around its =, and before the end of each tag. */
  readonly inTags: string;
  readonly text: (value: string) => string;
  /** An element without content: `<a/>` or `<a></a>`. */
  readonly emptyTag: boolean;
  /** An empty Header where the call has none. */
  readonly emptyHeader: boolean;
}

/** As in the document's samples. */
export const plainStyle: EnvelopeStyle = {
  declaration: '<?xml version="1.0" encoding="utf-8"?>',
  before: '',
  after: '',
  soapPrefix: 'soap',
  servicePrefix: null,
  rebinds: false,
  parameterPrefix: 'of the block',
  declaredOn: 'block',
  declared: {},
  typed: null,
  quote: '"',
  uri: escapeAttribute,
  between: '',
  inTags: '',
  text: escapeText,
  emptyTag: false,
  emptyHeader: false,
};

export const XSD_NAMESPACE = 'http://www.w3.org/2001/XMLSchema';
export const ENVELOPE_NAMESPACES = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
} as const;

/** The header blocks: that of the contract, and those that parameters of the operation are in. */
function headerParts(call: Call, context: EncodeContext): readonly EnvelopePart[] {
  const block = contractBlock(call, context);
  const [inHeader] = partedValues(call, context);
  return [...(block === null ? [] : [block]), ...nestedParts(inHeader).elements];
}

/** The values of a call: those in the header, and those in the Body. */
function partedValues(call: Call, { contract, credentials }: EncodeContext) {
  const all = parameterValues(call, operationNamed(contract, call.operation), credentials);
  const isInHeader = ([, , { inHeader }]: ParameterValue): boolean => inHeader === true;
  return [all.filter(isInHeader), all.filter((one) => !isInHeader(one))] as const;
}

function contractBlock(call: Call, { contract }: EncodeContext): EnvelopePart | null {
  const values = call.header;
  if (values === null) return null;
  const content = contract.header.fields.flatMap(({ name }): readonly EnvelopePart[] => {
    const value = values[name];
    if (value === undefined) return [];
    return [
      { name, content: typeof value === 'string' ? value : value.map((item) => ({ name: 'string', content: item })) },
    ];
  });
  return { name: contract.header.name, content };
}

/** The Body element of a call: one child per parameter (the document, table 'Bindings', column 'Request payload'). */
function bodyPart(call: Call, context: EncodeContext): EnvelopePart {
  const operation = operationNamed(context.contract, call.operation);
  const [, inBody] = partedValues(call, context);
  const { elements, attributes } = nestedParts(inBody);
  return { name: operation.name, ...operation.request, content: elements, attributes };
}

type ParameterValue = readonly [name: string, value: string, parameter: Parameter];

/** What says its type is one of XML Schema's. */
const typeOf = ({ type }: Parameter): Pick<EnvelopePart, 'type'> => (type === 'guid' ? {} : { type });

/** Parameters as elements, those of one path in the same element, and as attributes of the element around them. */
function nestedParts(parameters: readonly ParameterValue[], depth = 0) {
  const stepOf = ({ name, path }: Parameter): string => path?.[depth] ?? name;
  const isAttribute = ([, , parameter]: ParameterValue): boolean => stepOf(parameter).startsWith('@');
  const attributes = parameters.filter(isAttribute).map(([, value, one]) => [stepOf(one).slice(1), value] as const);
  const others = parameters.filter((one) => !isAttribute(one));
  if (others.every(([, , { path }]) => path === undefined)) {
    const elements = others.map(([name, content, one]): EnvelopePart => {
      return { name, content, ...typeOf(one), namespace: one.namespaces?.[0] };
    });
    return { attributes, elements };
  }
  const elements = grouped(others, ([, , parameter]) => stepOf(parameter)).map((inside): EnvelopePart => {
    const [[, content, parameter], ...more] = inside;
    const name = stepOf(parameter).replace(/\[\d+\]$/, '');
    const namespace = parameter.namespaces?.[depth];
    const isText = (parameter.path?.length ?? 1) === depth + 1;
    const nested = nestedParts(isText ? more : inside, depth + 1);
    const { attributes: own } = nested;
    if (isText) return { name, namespace, content, ...typeOf(parameter), attributes: own };
    return { name, namespace, content: nested.elements, attributes: own };
  });
  return { attributes, elements };
}

/** The namespaces of prefixes in scope at an element; the default namespace has ''. */
type EnvelopeScope = Readonly<Record<string, string>>;

/** The text of the envelope of a call, written in a style; every style says the same to an XML parser. */
export function writeEnvelope(
  call: Call,
  context: EncodeContext,
  envelopeNamespace: string,
  given: EnvelopeStyle = plainStyle,
): string {
  const style = given.rebinds ? { ...given, servicePrefix: given.soapPrefix } : given;
  const { between } = style;
  const [instance, schema] = style.typed ?? [];
  const typed: EnvelopeScope = instance && schema ? { [instance]: XSI_NAMESPACE, [schema]: XSD_NAMESPACE } : {};
  const service: EnvelopeScope = { [style.servicePrefix ?? '']: context.contract.namespace };
  const declared: EnvelopeScope = { [style.soapPrefix ?? '']: envelopeNamespace, ...typed, ...style.declared };
  // One prefix can't mean both on the same element.
  const declaredOn = style.servicePrefix === style.soapPrefix ? 'block' : style.declaredOn;
  const onEnvelope = declaredOn === 'Envelope' ? { ...declared, ...service } : declared;
  const onBody = declaredOn === 'Body' ? service : {};
  const scope = { ...onEnvelope, ...onBody };
  const soap = (name: string, declarations: EnvelopeScope, content: string): string => {
    const tag = qualifiedName(style.soapPrefix, name);
    return `<${tag}${writtenDeclarations(declarations, style)}${style.inTags}>${content}</${tag}${style.inTags}>`;
  };
  const block = (part: EnvelopePart): string => {
    const writer = { style, namespace: context.contract.namespace };
    return `${between}${writePart(part, writer, { prefix: style.servicePrefix, scope })}${between}`;
  };
  const headers = headerParts(call, context);
  const empty = style.emptyHeader ? `<${qualifiedName(style.soapPrefix, 'Header')}/>` : '';
  const headerText = headers.length === 0 ? empty : soap('Header', onBody, headers.map(block).join(''));
  const content = `${between}${headerText}${between}${soap('Body', onBody, block(bodyPart(call, context)))}${between}`;
  return `${style.declaration}${style.before}${soap('Envelope', onEnvelope, content)}${style.after}`;
}

function qualifiedName(prefix: string | null, name: string): string {
  return prefix === null ? name : `${prefix}:${name}`;
}

function writtenDeclarations(declarations: EnvelopeScope, style: EnvelopeStyle): string {
  return Object.entries(declarations)
    .map(([prefix, uri]) => attribute(prefix === '' ? 'xmlns' : `xmlns:${prefix}`, style.uri(uri), style))
    .join('');
}

/** @param value - escaped */
function attribute(name: string, value: string, { quote, inTags }: EnvelopeStyle): string {
  return `${inTags === '' ? ' ' : inTags}${name}${inTags}=${inTags}${quote}${value}${quote}`;
}

/** No name of a namespace: a default one that each element declares again. */
const AGAIN = ' ';

/** Writes an element with a prefix, which it declares unless it is in scope; one in no namespace without. */
function writePart(
  { name, content, type, attributes = [], ...part }: EnvelopePart,
  writer: { readonly style: EnvelopeStyle; readonly namespace: string },
  { prefix: given, scope }: { readonly prefix: string | null; readonly scope: EnvelopeScope },
): string {
  const { style } = writer;
  const namespace = part.namespace ?? writer.namespace;
  const prefix = namespace === '' ? null : given;
  const own: EnvelopeScope | null = (scope[prefix ?? ''] ?? '') === namespace ? null : { [prefix ?? '']: namespace };
  const qualified = qualifiedName(prefix, name);
  const [instance, schema] = type === undefined ? [] : (style.typed ?? []);
  const typed = instance === undefined ? '' : attribute(`${instance}:type`, `${schema}:${type}`, style);
  const written = attributes.map(([key, value]) => attribute(key, escapeAttribute(value), style)).join('');
  const start = `<${qualified}${own === null ? '' : writtenDeclarations(own, style)}${typed}${written}${style.inTags}`;
  if (content.length === 0 && style.emptyTag) return `${start}/>`;
  const end = `</${qualified}${style.inTags}>`;
  if (typeof content === 'string') return `${start}>${style.text(content)}${end}`;
  const around = own === null ? scope : { ...scope, ...own };
  const inside = style.parameterPrefix === 'none' ? { ...around, '': AGAIN } : around;
  const children = content.map((part, at) =>
    writePart(part, writer, { prefix: prefixOf(at, given, style), scope: inside }),
  );
  return `${start}>${style.between}${children.join(style.between)}${style.between}${end}`;
}

/** The prefix of a child of a block, or of its children. */
function prefixOf(at: number, block: string | null, { parameterPrefix }: EnvelopeStyle): string | null {
  const prefixes = { 'of the block': block, numbered: `n${at + 1}`, none: null, 'p-1.a': parameterPrefix };
  return prefixes[parameterPrefix];
}
