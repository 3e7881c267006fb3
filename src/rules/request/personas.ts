import { ofFields } from '../../calls/spelling/header-fields.ts';
import type { BindingName, Cell } from '../../contract/model.ts';
import { type Header, type HttpRequest, withHeader } from '../../wire/http/exchange.ts';
import { isSoap, type RunContext } from '../../wire/soap/binding.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import type { Call, EncodeContext } from '../../wire/soap/call.ts';
import { type EnvelopeStyle, plainStyle, writeEnvelope, XSD_NAMESPACE } from '../../wire/soap/envelope.ts';
import { escapeAttribute } from '../../xml/escape.ts';
import { XSI_NAMESPACE } from '../../xml/tree.ts';
import type { Probe } from '../probe.ts';
import { byStandard } from '../rule.ts';
import { everyRequest, sameAnswerRule } from './same-answer-rule.ts';

/**
 * A client as seen on the wire. In its texts {type} is the media type of the binding, {action} the action; {soap},
 * {encoding} and {service} are namespaces. Headers of its HTTP library are left out: Host, Connection, Expect, Date,
 * and Accept-Encoding, since nothing here reads a compressed answer.
 */
interface Persona {
  readonly name: string;
  readonly bindings: readonly BindingName[];
  /** Its requests: fixtures/clients/<capture>-<binding>.txt; null if it is taken from the client's source. */
  readonly capture: string | null;
  readonly headers: readonly Header[];
  /** In SOAP; over SOAP 1.1 without the action. */
  readonly contentType?: string;
  readonly style?: Partial<EnvelopeStyle>;
  /** The declarations of its Envelope, if more than the style makes. */
  readonly declarations?: string;
  /** It marks its header block with mustUnderstand. */
  readonly mustUnderstand?: true;
}

const both: readonly BindingName[] = ['soap11', 'soap12'];
const XSI_DECLARED = `xmlns:xsi="${XSI_NAMESPACE}"`;
const XSD_DECLARED = `xmlns:xsd="${XSD_NAMESPACE}"`;
const TM = 'xmlns:tm="http://microsoft.com/wsdl/mime/textMatching/"';
const ON_ENVELOPE: Partial<EnvelopeStyle> & Pick<EnvelopeStyle, 'declaration'> = {
  declaration: '<?xml version="1.0" encoding="UTF-8"?>\n',
  declaredOn: 'Envelope',
};
const ACTION: Header = ['SOAPAction', '"{action}"'];

const php: Persona = {
  name: 'PHP SoapClient',
  bindings: ['soap11'],
  capture: 'php',
  headers: [['User-Agent', 'PHP-SOAP/8.2.36']],
  style: { ...ON_ENVELOPE, soapPrefix: 'SOAP-ENV', servicePrefix: 'ns1' },
};

/** The requests of these clients, which are legal SOAP and HTTP; a test compares them with the captured ones. */
export const personas: readonly Persona[] = [
  {
    name: '.NET proxy',
    bindings: both,
    capture: 'mono-asmx',
    headers: [['User-Agent', 'Mozilla/4.0 (compatible; MSIE 6.0; MS Web Services Client Protocol 4.0.30319.42000)']],
    declarations: `xmlns:soap="{soap}" ${XSI_DECLARED} ${XSD_DECLARED}`,
  },
  {
    // dotnet/wcf 503042421: TextMessageEncoder.cs:92 and 527; referencesource HttpChannelHelpers.cs:2648.
    name: 'WCF',
    bindings: both,
    capture: null,
    headers: [],
    style: { declaration: '', soapPrefix: 's' },
  },
  {
    name: 'zeep',
    bindings: both,
    capture: 'zeep',
    headers: [['User-Agent', 'Zeep/4.2.1 (www.python-zeep.org)'], ['Accept', '*/*'], ACTION],
    style: { declaration: "<?xml version='1.0' encoding='utf-8'?>\n", soapPrefix: 'soap-env', servicePrefix: 'ns0' },
  },
  {
    name: 'node-soap',
    bindings: both,
    capture: 'node-soap',
    headers: [
      ['User-Agent', 'node-soap/1.13.0'],
      ['Accept', 'text/html,application/xhtml+xml,application/xml,text/xml;q=0.9,*/*;q=0.8'],
      ['Accept-Charset', 'utf-8'],
    ],
    declarations: `xmlns:soap="{soap}" ${XSI_DECLARED}  xmlns:tns="{service}" ${TM}`,
  },
  php,
  { ...php, bindings: ['soap12'], style: { ...php.style, soapPrefix: 'env' } },
  {
    name: 'JAX-WS',
    bindings: both,
    capture: 'jaxws',
    headers: [
      ['Accept', '{type}, multipart/related'],
      // The client sends this placeholder.
      ['User-Agent', `JAX-WS RI 2.3.0.2 svn-revision#\${buildNumber}`],
    ],
    contentType: '{type}; charset=utf-8;action="{action}"',
    style: { declaration: "<?xml version='1.0' encoding='UTF-8'?>", soapPrefix: 'S' },
  },
  {
    name: 'gSOAP',
    bindings: both,
    capture: 'gsoap',
    headers: [['User-Agent', 'gSOAP/2.8'], ACTION],
    style: { ...ON_ENVELOPE, soapPrefix: 'SOAP-ENV', servicePrefix: 'ns1' },
    declarations: `xmlns:SOAP-ENV="{soap}" xmlns:SOAP-ENC="{encoding}" ${XSI_DECLARED} ${XSD_DECLARED} xmlns:ns1="{service}"`,
    mustUnderstand: true,
  },
  {
    name: 'Savon',
    bindings: both,
    capture: 'savon-nethttp',
    headers: [['Accept', '*/*'], ['User-Agent', 'Ruby'], ACTION],
    contentType: '{type};charset=UTF-8',
    style: { ...ON_ENVELOPE, declaration: ON_ENVELOPE.declaration.trim(), soapPrefix: 'env', servicePrefix: 'tns' },
    declarations: `${XSD_DECLARED} ${XSI_DECLARED} xmlns:tns="{service}" xmlns:env="{soap}"`,
  },
  {
    name: 'curl',
    bindings: ['http-get', 'http-post'],
    capture: 'curl',
    headers: [
      ['User-Agent', 'curl/7.88.1'],
      ['Accept', '*/*'],
    ],
  },
];

/** A persona's request of a call; and each of its header fields in a plain one, as a filter may refuse that alone. */
function probeOf(cell: Cell, call: Call, persona: Persona): Probe {
  const { name: client, contentType = '{type}; charset=utf-8; action="{action}"', declarations, headers } = persona;
  const isFirst = cell.binding === 'soap11';
  const ofType = isFirst ? contentType.replace(/; ?action=.*/, '') : contentType;
  const all: readonly Header[] = isSoap(cell.binding) ? [...headers, ['Content-Type', ofType]] : headers;
  const filledBy = ({ contract: { bindings: specs, namespace } }: EncodeContext) => {
    const { envelopeNamespace, requestMediaType } = specs[cell.binding];
    return (text: string): string =>
      text
        .replaceAll('{type}', requestMediaType ?? '')
        .replaceAll('{action}', () => `${namespace}${call.operation}`)
        .replaceAll('{soap}', envelopeNamespace ?? '')
        .replaceAll(
          '{encoding}',
          `http://${isFirst ? 'schemas.xmlsoap.org/soap/encoding/' : 'www.w3.org/2003/05/soap-encoding'}`,
        )
        .replaceAll('{service}', () => escapeAttribute(namespace));
  };
  /** A plain request with some of its header fields. */
  const withHeaders = (some: readonly Header[], context: RunContext): HttpRequest =>
    some.reduce(
      (one, [name, value]) => withHeader(one, name, filledBy(context)(value)),
      bindings[cell.binding].encode(call, context),
    );
  const parts = all.map((header): Probe => {
    const [name] = header;
    return {
      code: name.toLowerCase(),
      variant: `the ${name} of ${client}`,
      call,
      request: (context) => withHeaders([header], context),
      ...(name in ofFields ? { cause: `request.header-fields:${ofFields[name]}` } : {}),
    };
  });
  return {
    code: client.replaceAll(' ', '-'),
    variant: `the envelope and headers of ${client}`,
    call,
    parts,
    request: (context) => {
      const own = withHeaders(all, context);
      const { envelopeNamespace } = context.contract.bindings[cell.binding];
      if (envelopeNamespace === null) return own;
      const start = (tag: string): string =>
        `${tag.slice(0, tag.indexOf(' '))} ${filledBy(context)(declarations ?? '')}>`;
      const marked = (tag: string): string => `${tag} SOAP-ENV:mustUnderstand="${isFirst ? '1' : 'true'}"`;
      const text = writeEnvelope(call, context, envelopeNamespace, { ...plainStyle, ...persona.style });
      const declared = declarations === undefined ? text : text.replace(/<[\w-]+:Envelope [^>]*>/, start);
      const body = persona.mustUnderstand ? declared.replace(/<ns1:VehicleTypeHeader/, marked) : declared;
      return { ...own, body: new TextEncoder().encode(body) };
    },
  };
}

export const personaRule = sameAnswerRule(
  {
    id: 'request.personas',
    level: 'recommended',
    title: 'A request is answered the same whichever of the usual clients shaped it.',
    requirements: everyRequest,
    standard: 'SOAP 1.1, section 6; SOAP 1.2 Part 2, sections 6.5 and 7; RFC 9110, sections 5.1 and 8.3',
    basis: byStandard({
      'SOAPAction and action over SOAP 1.2':
        'The document has no SOAPAction there and shows no action. The seven captured clients send one or both, and ' +
        'by RFC 9110, section 5.1, servers ignore header fields that they do not know.',
    }),
    breaks: 'The client whose request is refused.',
    breaksFrom: 'definition',
    example: { right: "an envelope with prefix SOAP-ENV and PHP's User-Agent is answered", wrong: 'it gets 400' },
  },
  {
    plan: (cell, base) =>
      personas.filter((one) => one.bindings.includes(cell.binding)).map((one) => probeOf(cell, base, one)),
  },
);
