import type { Contract } from '../../contract/model.ts';
import { bodied } from '../defects/answers/envelope.ts';
import { overSoap } from '../defects/cells.ts';
import { answered } from '../defects/edits/answer.ts';
import { bearing, inEnvelope, inPayload, inText } from '../defects/edits/tree.ts';
import type { MutationContext } from '../mutation.ts';
import { type OutAttributes, XSD, XSI } from '../wire/element.ts';
import { layoutVariations } from './layout.ts';
import { enveloped } from './namespaces.ts';
import type { VariationChange } from './variation.ts';

interface ServerStack {
  readonly id: string;
  readonly title: string;
  /** How it is known. */
  readonly source: string;
  /** Differences that no rule may object to. */
  readonly legal: readonly VariationChange[];
  /** Departures from the document, as `--defect` names them. */
  readonly departures: readonly string[];
}

/** Only over SOAP: most stacks do not serve HTTP GET and POST as ASP.NET does. */
const SOAP_ONLY = ['binding-off@http-get', 'binding-off@http-post'];
const CAPTURED = 'captured here, from a server made of our WSDL';

const xsi: OutAttributes = { 'xmlns:xsi': XSI };
const xsd: OutAttributes = { 'xmlns:xsd': XSD };
const service =
  (prefix: string) =>
  ({ namespace }: Contract): OutAttributes => ({ [`xmlns:${prefix}`]: namespace });

/** soapcpp2 declares the version's encoding, which nothing uses. */
const encoding = (_contract: Contract, { binding }: MutationContext): OutAttributes => ({
  'xmlns:SOAP-ENC':
    binding === 'soap11' ? 'http://schemas.xmlsoap.org/soap/encoding/' : 'http://www.w3.org/2003/05/soap-encoding',
});

type Declared = readonly (OutAttributes | ((contract: Contract, ctx: MutationContext) => OutAttributes))[];

/** An envelope with only these declarations, its prefix by the version of SOAP. */
function envelope(soap11: string, soap12: string, ...declared: Declared): VariationChange {
  const prefixOf = ({ binding }: MutationContext) => (binding === 'soap11' ? soap11 : soap12);
  return inEnvelope((root, ctx) => {
    const all = declared.map((one) => (typeof one === 'function' ? one(ctx.contract, ctx) : one));
    const plain = { ...root, attributes: { 'xmlns:soap': root.attributes['xmlns:soap'] ?? '' } };
    const moved = enveloped(prefixOf(ctx)).hooks.envelope?.(plain, ctx) ?? plain;
    return bearing(Object.assign({}, ...all))(moved);
  });
}

const declaration = (written: string): VariationChange =>
  inText((xml) => xml.replace(/^<\?xml[^>]*\?>\n?/, () => written), overSoap);
const payloadPrefix = (prefix: string): VariationChange => inPayload((payload) => ({ ...payload, prefix }), overSoap);
const layout = (id: string): readonly VariationChange[] => layoutVariations.filter((one) => one.id === id);
const headers = (...lines: readonly (readonly [string, string])[]): VariationChange =>
  answered((response) => ({ ...response, headers: [...response.headers, ...lines] }));

export const stacks: readonly ServerStack[] = [
  {
    id: 'aspnet',
    title: 'ASP.NET .asmx on IIS',
    source: 'fixtures/asmx for the document; IIS adds the headers',
    legal: [headers(['Server', 'Microsoft-IIS/10.0'], ['X-AspNet-Version', '4.0.30319'], ['X-Powered-By', 'ASP.NET'])],
    departures: [],
  },
  {
    id: 'wcf',
    title: 'WCF, basicHttpBinding with the XmlSerializer format',
    source: "WCF's own traces: prefix s, no declaration, xsi and xsd on Body",
    legal: [
      envelope('s', 's'),
      bodied(bearing({ ...xsi, ...xsd })),
      declaration(''),
      headers(['Server', 'Microsoft-HTTPAPI/2.0']),
    ],
    departures: SOAP_ONLY,
  },
  {
    id: 'spyne',
    title: 'spyne (Python, lxml)',
    source: "spyne's own tests and issues",
    legal: [
      envelope('soap11env', 'soap12env', service('tns')),
      payloadPrefix('tns'),
      declaration("<?xml version='1.0' encoding='UTF-8'?>\n"),
      ...layout('empty-tags-tight'),
    ],
    departures: SOAP_ONLY,
  },
  {
    id: 'php',
    title: "PHP's SoapServer",
    source: `PHP 8.2, ${CAPTURED}`,
    legal: [
      envelope('SOAP-ENV', 'env', service('ns1')),
      payloadPrefix('ns1'),
      declaration('<?xml version="1.0" encoding="UTF-8"?>\n'),
      ...layout('empty-pairs'),
      headers(['X-Powered-By', 'PHP/8.2.36']),
    ],
    departures: SOAP_ONLY,
  },
  {
    id: 'gsoap',
    title: 'gSOAP (C++)',
    source: 'gSOAP 2.8.124: soapcpp2 writes these answers for our WSDL; shared/research/interop.md for the media type',
    legal: [
      envelope('SOAP-ENV', 'SOAP-ENV', encoding, xsi, xsd, service('ns1')),
      payloadPrefix('ns1'),
      declaration('<?xml version="1.0" encoding="UTF-8"?>\n'),
      ...layout('empty-pairs'),
      headers(['Server', 'gSOAP/2.8']),
    ],
    departures: [...SOAP_ONLY, 'media-type-of-other-version@soap11'],
  },
  {
    id: 'jaxws',
    title: 'JAX-WS RI (Metro)',
    source: 'shared/research/interop.md: chunked, so without Content-Length; its envelopes have the prefix S',
    legal: [envelope('S', 'S'), declaration("<?xml version='1.0' encoding='UTF-8'?>"), ...layout('empty-pairs')],
    departures: [...SOAP_ONLY, 'length-missing@soap11', 'length-missing@soap12'],
  },
  {
    id: 'axis',
    title: 'Apache Axis 1.4',
    source: "Axis' own samples: prefix soapenv; SOAP 1.1 as in shared/research/interop.md",
    legal: [envelope('soapenv', 'soapenv', xsd, xsi), ...layout('empty-tags-tight')],
    departures: [...SOAP_ONLY, 'binding-off@soap12'],
  },
];
