import { operationNamed } from '../contract/operations.ts';
import { escapeAttribute, escapeText } from '../xml/escape.ts';
import { type EncodeContext, parameterValues } from './binding.ts';
import type { Call } from './call.ts';

/** An element of a request before it is written: in the service namespace, with text or children. */
export interface Part {
  readonly name: string;
  readonly content: string | readonly Part[];
}

/** One of the ways in which XML can write the same envelope. */
export interface EnvelopeStyle {
  readonly declaration: string;
  readonly soapPrefix: string;
  /** null: the default namespace, declared on each block. */
  readonly servicePrefix: string | null;
  /** Declare the service prefix on the Envelope and not on the block that uses it. */
  readonly declareOnEnvelope: boolean;
  readonly quote: '"' | "'";
  /** Written between elements, never inside a text. */
  readonly between: string;
  readonly text: (value: string) => string;
  /** An element without content: `<a/>` or `<a></a>`. */
  readonly emptyTag: boolean;
  /** An empty Header where the call has none. */
  readonly emptyHeader: boolean;
}

/** As the document's samples have it. */
export const plainStyle: EnvelopeStyle = {
  declaration: '<?xml version="1.0" encoding="utf-8"?>',
  soapPrefix: 'soap',
  servicePrefix: null,
  declareOnEnvelope: false,
  quote: '"',
  between: '',
  text: escapeText,
  emptyTag: false,
  emptyHeader: false,
};

/** The header block of a call; null where it has none. */
function headerPart(call: Call, { contract }: EncodeContext): Part | null {
  const values = call.header;
  if (values === null) return null;
  const content = contract.header.fields.flatMap(({ name }): readonly Part[] => {
    const value = values[name];
    if (value === undefined) return [];
    return [
      { name, content: typeof value === 'string' ? value : value.map((item) => ({ name: 'string', content: item })) },
    ];
  });
  return { name: contract.header.name, content };
}

/** The Body element of a call: one child per parameter (the document, table 'Bindings', column 'Request payload'). */
function bodyPart(call: Call, context: EncodeContext): Part {
  const operation = operationNamed(context.contract, call.operation);
  const parameters = parameterValues(call, operation, context.credentials);
  return { name: operation.name, content: parameters.map(([name, content]) => ({ name, content })) };
}

/** The text of the envelope of a call, written in a style; every style says the same to an XML parser. */
export function writeEnvelope(
  call: Call,
  context: EncodeContext,
  envelopeNamespace: string,
  style: EnvelopeStyle = plainStyle,
): string {
  const { soapPrefix: soap, between } = style;
  const declared = (prefix: string | null, uri: string): string =>
    ` xmlns${prefix === null ? '' : `:${prefix}`}=${style.quote}${attribute(uri, style)}${style.quote}`;
  const service = declared(style.servicePrefix, context.contract.namespace);
  const block = (part: Part): string => writePart(part, style, style.declareOnEnvelope ? '' : service);
  const header = headerPart(call, context);
  const headerText =
    header === null
      ? style.emptyHeader
        ? `<${soap}:Header/>`
        : ''
      : `<${soap}:Header>${between}${block(header)}${between}</${soap}:Header>`;
  const envelope = `<${soap}:Envelope${declared(soap, envelopeNamespace)}${style.declareOnEnvelope ? service : ''}>`;
  const body = `<${soap}:Body>${between}${block(bodyPart(call, context))}${between}</${soap}:Body>`;
  return `${style.declaration}${envelope}${between}${headerText}${between}${body}${between}</${soap}:Envelope>`;
}

function attribute(value: string, { quote }: EnvelopeStyle): string {
  return quote === '"' ? escapeAttribute(value) : escapeAttribute(value).replaceAll("'", '&apos;');
}

function writePart({ name, content }: Part, style: EnvelopeStyle, declarations: string): string {
  const qualified = style.servicePrefix === null ? name : `${style.servicePrefix}:${name}`;
  if (content.length === 0 && style.emptyTag) return `<${qualified}${declarations}/>`;
  const inner =
    typeof content === 'string'
      ? style.text(content)
      : `${style.between}${content.map((part) => writePart(part, style, '')).join(style.between)}${style.between}`;
  return `<${qualified}${declarations}>${inner}</${qualified}>`;
}
