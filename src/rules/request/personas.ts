import { editBody } from '../../calls/spelling/edit-envelope.ts';
import type { SpelledCall, Trait } from '../../calls/spelling/trait.ts';
import type { BindingName } from '../../contract/model.ts';
import { placeOf } from '../../contract/operations.ts';
import { type Header, withHeader } from '../../wire/http/exchange.ts';
import { type EnvelopeStyle, XSD_NAMESPACE } from '../../wire/soap/envelope.ts';
import { escapeAttribute } from '../../xml/escape.ts';
import { XSI_NAMESPACE } from '../../xml/tree.ts';
import { byStandard, soapBindings } from '../rule.ts';
import { sameAnswerRule, spelledProbe } from './same-answer-rule.ts';

/**
 * A client as seen on the wire. In its texts {type} is the media type of the binding, {action} the action; {soap},
 * {encoding} and {service} are namespaces. Headers of its HTTP library are left out: Host, Connection, Expect, Date,
 * and Accept-Encoding, since nothing here reads a compressed answer.
 */
interface Persona {
  /** How the names of its requests in fixtures/clients begin; WCF was not captured. */
  readonly id: string;
  readonly name: string;
  readonly headers: readonly Header[];
  /** Over SOAP 1.1 without the action. */
  readonly contentType?: string;
  readonly style?: Partial<EnvelopeStyle>;
  /** What its style has otherwise over SOAP 1.2. */
  readonly style12?: Partial<EnvelopeStyle>;
  /** The declarations of its Envelope, if more than the style makes. */
  readonly declarations?: string;
  /** It marks its header block with mustUnderstand. */
  readonly mustUnderstand?: true;
}

const XSI_DECLARED = `xmlns:xsi="${XSI_NAMESPACE}"`;
const XSD_DECLARED = `xmlns:xsd="${XSD_NAMESPACE}"`;
const XSI_AND_XSD = `${XSI_DECLARED} ${XSD_DECLARED}`;
const TM = 'xmlns:tm="http://microsoft.com/wsdl/mime/textMatching/"';
const ON_ENVELOPE: Partial<EnvelopeStyle> & Pick<EnvelopeStyle, 'declaration'> = {
  declaration: '<?xml version="1.0" encoding="UTF-8"?>\n',
  declaredOn: 'Envelope',
};
const ACTION: Header = ['SOAPAction', '"{action}"'];

/** The usual clients, whose requests are legal SOAP and HTTP; a test compares them with the captured ones. */
export const personas: readonly Persona[] = [
  {
    id: 'mono-asmx',
    name: '.NET proxy',
    headers: [['User-Agent', 'Mozilla/4.0 (compatible; MSIE 6.0; MS Web Services Client Protocol 4.0.30319.42000)']],
    declarations: `xmlns:soap="{soap}" ${XSI_AND_XSD}`,
  },
  {
    id: 'savon-nethttp',
    name: 'Savon',
    headers: [['Accept', '*/*'], ['User-Agent', 'Ruby'], ACTION],
    contentType: '{type};charset=UTF-8',
    style: { ...ON_ENVELOPE, declaration: ON_ENVELOPE.declaration.trim(), soapPrefix: 'env', servicePrefix: 'tns' },
    declarations: `${XSD_DECLARED} ${XSI_DECLARED} xmlns:tns="{service}" xmlns:env="{soap}"`,
  },
  {
    id: 'gsoap',
    name: 'gSOAP',
    headers: [['User-Agent', 'gSOAP/2.8'], ACTION],
    style: { ...ON_ENVELOPE, soapPrefix: 'SOAP-ENV', servicePrefix: 'ns1' },
    declarations: `xmlns:SOAP-ENV="{soap}" xmlns:SOAP-ENC="{encoding}" ${XSI_AND_XSD} xmlns:ns1="{service}"`,
    mustUnderstand: true,
  },
  {
    id: 'zeep',
    name: 'zeep',
    headers: [['User-Agent', 'Zeep/4.2.1 (www.python-zeep.org)'], ['Accept', '*/*'], ACTION],
    style: { declaration: "<?xml version='1.0' encoding='utf-8'?>\n", soapPrefix: 'soap-env', servicePrefix: 'ns0' },
  },
  {
    id: 'node-soap',
    name: 'node-soap',
    headers: [
      ['User-Agent', 'node-soap/1.13.0'],
      ['Accept', 'text/html,application/xhtml+xml,application/xml,text/xml;q=0.9,*/*;q=0.8'],
      ['Accept-Charset', 'utf-8'],
    ],
    declarations: `xmlns:soap="{soap}" ${XSI_DECLARED}  xmlns:tns="{service}" ${TM}`,
  },
  {
    id: 'php',
    name: 'PHP SoapClient',
    headers: [['User-Agent', 'PHP-SOAP/8.2.36']],
    style: { ...ON_ENVELOPE, soapPrefix: 'SOAP-ENV', servicePrefix: 'ns1' },
    style12: { soapPrefix: 'env' },
  },
  {
    id: 'jaxws',
    name: 'JAX-WS',
    headers: [
      ['Accept', '{type}, multipart/related'],
      // The client sends this placeholder.
      ['User-Agent', `JAX-WS RI 2.3.0.2 svn-revision#\${buildNumber}`],
    ],
    contentType: '{type}; charset=utf-8;action="{action}"',
    style: { declaration: "<?xml version='1.0' encoding='UTF-8'?>", soapPrefix: 'S' },
  },
  // dotnet/wcf 503042421: TextMessageEncoder.cs:92 and 527; referencesource HttpChannelHelpers.cs:2648.
  { id: 'wcf', name: 'WCF', headers: [], style: { declaration: '', soapPrefix: 's' } },
];

/** A text of a persona for a call. */
function filled(text: string, { cell, contract: { bindings, namespace } }: SpelledCall): string {
  const { envelopeNamespace, requestMediaType } = bindings[cell.binding];
  const encoding =
    cell.binding === 'soap11' ? 'schemas.xmlsoap.org/soap/encoding/' : 'www.w3.org/2003/05/soap-encoding';
  return text
    .replaceAll('{type}', requestMediaType ?? '')
    .replaceAll('{action}', () => `${namespace}${cell.operation.name}`)
    .replaceAll('{soap}', envelopeNamespace ?? '')
    .replaceAll('{encoding}', `http://${encoding}`)
    .replaceAll('{service}', () => escapeAttribute(namespace));
}

const STANDARD = 'SOAP 1.1, section 6; SOAP 1.2 Part 2, sections 6.5 and 7; RFC 9110, sections 5.1 and 8.3';

/** What a client does over a version of SOAP, all of it at once: its envelope, and each of its header fields. */
export function traitsOf(persona: Persona, binding: BindingName): readonly Trait[] {
  const { id, name, headers, contentType = '{type}; charset=utf-8; action="{action}"', declarations } = persona;
  const isFirst = binding === 'soap11';
  const trait = (part: string, edit: NonNullable<Trait['edit']>): Trait => {
    const family = part.toLowerCase();
    return { id: `${id}-${family}`, variant: `the ${part} of ${name}`, standard: STANDARD, family, edit };
  };
  const marked = (tag: string): string => `${tag} SOAP-ENV:mustUnderstand="${isFirst ? '1' : 'true'}"`;
  const envelope: NonNullable<Trait['edit']> = (request, of) =>
    editBody(request, (text) => {
      const start = (tag: string): string => `${tag.split(' ', 1)[0]} ${filled(declarations ?? '', of)}>`;
      const declared = declarations === undefined ? text : text.replace(/<[\w-]+:Envelope [^>]*>/, start);
      return persona.mustUnderstand ? declared.replace(/<ns1:VehicleTypeHeader/, marked) : declared;
    });
  const ofType = isFirst ? contentType.replace(/; ?action=.*/, '') : contentType;
  const fields: readonly Header[] = [...headers, ['Content-Type', ofType]];
  return [
    { ...trait('envelope', envelope), style: { ...persona.style, ...(isFirst ? {} : persona.style12) } },
    ...fields.map(([field, text]) => trait(field, (request, of) => withHeader(request, field, filled(text, of)))),
  ];
}

export const personaRule = sameAnswerRule(
  {
    id: 'request.personas',
    level: 'recommended',
    title: 'A request is answered the same whichever of the usual clients shaped it.',
    requirements: ['bindings.soap11.request', 'bindings.soap12.request'],
    bindings: soapBindings,
    standard: STANDARD,
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
    // A server reads all operations alike: each gets the request of another client.
    plan: (cell, base, contract) => {
      const turn = placeOf(cell, contract) % personas.length;
      return personas.slice(turn, turn + 1).map((persona) => {
        const traits = traitsOf(persona, cell.binding);
        const parts = traits.map((trait) => spelledProbe([trait], cell, base));
        const variant = `the envelope and headers of ${persona.name}`;
        return { ...spelledProbe(traits, cell, base), code: persona.id, variant, parts };
      });
    },
  },
);
