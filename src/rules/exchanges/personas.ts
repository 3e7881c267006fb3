import { bindings } from '../../bindings/bindings.ts';
import type { Call } from '../../bindings/call.ts';
import { type EnvelopeStyle, plainStyle, writeEnvelope } from '../../bindings/envelope.ts';
import type { BindingName, Cell } from '../../contract/model.ts';
import type { Header, HttpRequest } from '../../exchange/exchange.ts';
import type { Probe } from '../probe.ts';
import { byStandard, everyBinding } from '../rule.ts';
import { withHeader } from './http-spelling.ts';
import { sameAnswerRule } from './same-answer-rule.ts';

/** A client as it shows itself on the wire; what it does not say is as the document has it. */
interface Persona {
  readonly name: string;
  readonly bindings: readonly BindingName[];
  readonly style: Partial<EnvelopeStyle>;
  readonly headers: readonly Header[];
  /** The Content-Type it sends, from the media type of the binding; null: the document's. */
  readonly contentType: ((type: string, action: string) => string) | null;
}

const both: readonly BindingName[] = ['soap11', 'soap12'];

/** Shapes of requests as these clients are known to send them; each is legal SOAP and HTTP. */
const personas: readonly Persona[] = [
  {
    name: '.NET proxy',
    bindings: both,
    style: {},
    headers: [['User-Agent', 'Mozilla/4.0 (compatible; MSIE 6.0; MS Web Services Client Protocol 4.0.30319.42000)']],
    contentType: null,
  },
  {
    name: 'WCF',
    bindings: ['soap11'],
    style: { declaration: '', soapPrefix: 's' },
    headers: [['Accept-Encoding', 'identity']],
    contentType: null,
  },
  {
    name: 'WCF',
    bindings: ['soap12'],
    style: { declaration: '', soapPrefix: 's' },
    headers: [],
    contentType: (type, action) => `${type}; charset=utf-8; action="${action}"`,
  },
  {
    name: 'zeep',
    bindings: both,
    style: { declaration: "<?xml version='1.0' encoding='utf-8'?>\n", soapPrefix: 'soap-env', servicePrefix: 'ns0' },
    headers: [
      ['User-Agent', 'Zeep/4.2.1 (www.python-zeep.org)'],
      ['Accept', '*/*'],
    ],
    contentType: null,
  },
  {
    name: 'node-soap',
    bindings: both,
    style: { servicePrefix: 'tns', declareOnEnvelope: true },
    headers: [
      ['User-Agent', 'node-soap/1.1.5'],
      ['Accept', 'text/html,application/xhtml+xml,application/xml,text/xml;q=0.9,*/*;q=0.8'],
    ],
    contentType: null,
  },
  {
    name: 'PHP SoapClient',
    bindings: both,
    style: {
      declaration: '<?xml version="1.0" encoding="UTF-8"?>\n',
      soapPrefix: 'SOAP-ENV',
      servicePrefix: 'ns1',
      declareOnEnvelope: true,
    },
    headers: [['User-Agent', 'PHP-SOAP/8.2']],
    contentType: null,
  },
  {
    name: 'JAX-WS',
    bindings: both,
    style: { declaration: "<?xml version='1.0' encoding='UTF-8'?>", soapPrefix: 'S' },
    headers: [
      ['Accept', 'text/xml, multipart/related'],
      ['User-Agent', 'JAX-WS RI 2.3'],
    ],
    contentType: null,
  },
  {
    name: 'gSOAP',
    bindings: both,
    style: {
      declaration: '<?xml version="1.0" encoding="UTF-8"?>\n',
      soapPrefix: 'SOAP-ENV',
      servicePrefix: 'ns',
      declareOnEnvelope: true,
      between: '',
    },
    headers: [['User-Agent', 'gSOAP/2.8']],
    contentType: null,
  },
  {
    name: 'Savon',
    bindings: both,
    style: {
      declaration: '<?xml version="1.0" encoding="UTF-8"?>',
      soapPrefix: 'env',
      servicePrefix: 'tns',
      declareOnEnvelope: true,
    },
    headers: [
      ['Accept', '*/*'],
      ['User-Agent', 'Ruby'],
    ],
    contentType: (type) => `${type};charset=UTF-8`,
  },
  {
    name: 'curl',
    bindings: ['http-get', 'http-post'],
    style: {},
    headers: [
      ['User-Agent', 'curl/8.5.0'],
      ['Accept', '*/*'],
    ],
    contentType: null,
  },
  {
    name: 'a browser',
    bindings: ['http-get', 'http-post'],
    style: {},
    headers: [
      ['User-Agent', 'Mozilla/5.0'],
      ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
      ['Accept-Language', 'de,en;q=0.5'],
    ],
    contentType: null,
  },
];

function asked(cell: Cell, call: Call, persona: Persona): Probe {
  return {
    code: persona.name.replaceAll(' ', '-'),
    variant: `the envelope and headers of ${persona.name}`,
    call,
    request: (context) => {
      const plain = bindings[cell.binding].encode(call, context);
      const { envelopeNamespace, requestMediaType } = bindings[cell.binding].spec(context.contract);
      const withHeaders = persona.headers.reduce<HttpRequest>(
        (request, [name, value]) => withHeader(request, name, value),
        plain,
      );
      const typed =
        persona.contentType === null
          ? withHeaders
          : withHeader(
              withHeaders,
              'Content-Type',
              persona.contentType(requestMediaType ?? '', `${context.contract.namespace}${call.operation}`),
            );
      if (envelopeNamespace === null) return typed;
      const text = writeEnvelope(call, context, envelopeNamespace, { ...plainStyle, ...persona.style });
      return { ...typed, body: new TextEncoder().encode(text) };
    },
  };
}

/** Requests shaped as real clients send them. */
export const personaRule = sameAnswerRule(
  {
    id: 'request.personas',
    level: 'recommended',
    title: 'A request is answered the same whichever of the usual clients shaped it.',
    bindings: everyBinding,
    requirements: [
      'bindings.soap11.request',
      'bindings.soap12.request',
      'bindings.http-get.request',
      'bindings.http-post.request',
    ],
    standard: 'SOAP 1.1, section 6; SOAP 1.2 Part 2, section 7; RFC 9110, section 8.3',
    basis: byStandard(),
    breaks: 'The client whose request is refused.',
    breaksFrom: 'definition',
    example: { right: "an envelope with prefix SOAP-ENV and PHP's User-Agent is answered", wrong: 'it gets 400' },
    defects: [
      'user-agent-refused',
      'action-parameter-refused',
      'prefix-literal',
      'service-prefix-ignored',
      'envelope-declaration-unseen',
      'declaration-required',
      'charset-case-refused',
      'charset-space-required',
    ],
  },
  (cell, base) => personas.filter((one) => one.bindings.includes(cell.binding)).map((one) => asked(cell, base, one)),
);
