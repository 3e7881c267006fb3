import { headerValue } from '../../wire/http/exchange.ts';
import { quoted } from '../../wire/soap/decode-parameters.ts';
import { mediaTypeOf } from '../../wire/soap/media-type.ts';
import { isNil, type XmlAttribute, type XmlElement, type XmlProblem, XSI_NAMESPACE } from '../../xml/tree.ts';
import { isBlank } from '../answer/inspect/element.ts';
import type { BodyKind } from '../body/recognised.ts';
import { byStandard, soapBindings } from '../rule.ts';
import { bodyProblem } from './body-problem.ts';
import { type ClientProblem, clientRulesOf } from './client-rule.ts';
import { MOST, type RequestReading } from './read-request.ts';
import { at } from './read-soap.ts';

/** What leaves an envelope unreadable, and is no matter of its media type or encoding. */
const OF_XML: readonly BodyKind[] = [
  ...(['empty', 'json', 'escaped', 'base64', 'http-head'] as const),
  ...(['web-page', 'chunk-sizes', 'twice', 'cut', 'length-in-characters'] as const),
];

function xmlProblems(reading: RequestReading): readonly ClientProblem[] {
  const { soap, isForeign } = reading;
  if (soap === null || isForeign) return [];
  const whole = bodyProblem(reading, OF_XML, 'an envelope');
  if (whole.length > 0) return whole;
  const { kind = '', inner } = reading.found ?? {};
  // Its content coding is what keeps it from being read, or that its parts are no envelope.
  if (kind.startsWith('compressed') && inner === undefined) return [];
  if (kind === 'multipart' && soap.parse.kind === 'problem') return [];
  const { parse, bytesOf } = soap;
  const forbidden = 'a processing instruction, which SOAP forbids';
  const instructions = parse.kind === 'problem' ? [] : parse.document.instructions.slice(0, MOST);
  // SOAP is XML 1.0; .NET's reader, say, refuses any other version.
  const version = parse.kind === 'problem' ? '1.0' : (parse.document.declaration?.version ?? '1.0');
  const message = 'XML of another version than 1.0';
  const other: XmlProblem | undefined =
    version === '1.0' ? undefined : { kind: 'malformed', message, line: 1, column: 1 };
  const found = parse.doctype ?? (parse.kind === 'problem' ? parse.problem : other);
  return [
    ...(found === undefined ? [] : [{ ...found, message: found.unnamed ?? found.message }]),
    ...instructions.map(({ line, column }) => ({ line, column, message: forbidden })),
  ].map(({ message, ...position }) => {
    const [bytes, location] = [bytesOf(position), `body ${at(position)}`];
    const expected = 'well-formed XML without DOCTYPE and processing instructions';
    return { message: `the body is not XML that SOAP allows: ${message}`, location, bytes, expected, actual: message };
  });
}

function namespaceProblems({ soap, binding, contract: { bindings } }: RequestReading): readonly ClientProblem[] {
  if (soap === null || soap.root?.name !== 'Envelope' || soap.version !== null || binding === null) return [];
  const { title, envelopeNamespace } = bindings[binding];
  const { location, bytes } = soap.sent(soap.root);
  const actual = quoted(soap.root.namespace);
  const expected = envelopeNamespace ?? '';
  const message = `the envelope is in the namespace ${actual}: expected ${title}'s '${expected}'`;
  return [{ message, location, bytes, expected, actual }];
}

function structureProblems({ soap, binding, parameters, contract }: RequestReading): readonly ClientProblem[] {
  if (soap === null || soap.root === null) return [];
  const { root, header, body, payload, sent, children } = soap;
  const all: ClientProblem[] = [];
  const object = (element: XmlElement, message: string, expected: string, level?: 'observed'): void => {
    const { location, bytes } = sent(element);
    const lesser = level === undefined ? {} : { level };
    all.push({ message, location, bytes, expected, actual: quoted(element.name), ...lesser });
  };
  if (root.name !== 'Envelope') {
    object(root, `the root is ${quoted(root.name)}: expected an Envelope around the call`, 'Envelope');
    return all;
  }
  const below = (one: XmlElement): readonly XmlElement[] => children(one, MOST).flatMap(({ element }) => element ?? []);
  const parts = below(root);
  const afterBody = (element: XmlElement): boolean => body !== null && parts.indexOf(element) > parts.indexOf(body);
  for (const part of parts) {
    const { name, namespace } = part;
    if (part === body || part === header) {
      if (namespace !== root.namespace) object(part, `${name} is not in the namespace of its Envelope`, root.namespace);
      if (part === header && afterBody(part))
        object(part, 'Header comes after Body: expected it before', 'Header, Body');
    } else if (name === 'Header' || name === 'Body') object(part, `a second ${name}`, `one ${name}`);
    else {
      const isTrailer = binding === 'soap11' && namespace !== '' && namespace !== root.namespace && afterBody(part);
      object(part, `${quoted(name)} is not part of an Envelope`, 'Header, Body', isTrailer ? 'observed' : undefined);
    }
  }
  if (body === null) object(root, 'the Envelope has no Body', 'Header, Body');
  else if (payload === null) object(body, 'the Body is empty: expected the element of the operation', '<Op>');
  else
    for (const second of below(body).slice(1)) object(second, 'the Body holds a second element', 'one element, <Op>');
  const ours = header === null ? [] : below(header).filter(({ namespace }) => namespace === contract.namespace);
  const parents = [root, header, body, payload, ...ours].flatMap((one) => one ?? []);
  for (const element of parents)
    if (hasText(element))
      object(element, `text in ${quoted(element.name)} is ignored: expected only elements`, 'only elements');
  const calling = parameters.flatMap(({ element }) => element ?? []);
  for (const element of [...parents, ...ours.flatMap(below), ...calling].slice(0, MOST)) {
    const [isParent, isNull] = [parents.includes(element), !calling.includes(element) && isNil(element)];
    for (const { name } of element.attributes.filter((one) => isStray(one, element, isParent, isNull)))
      object(element, `attribute ${quoted(name)} of ${quoted(element.name)} means nothing here`, 'none', 'observed');
    if (!isParent && hasText(element) && element.children.some(({ kind }) => kind === 'comment'))
      object(element, `a comment in ${quoted(element.name)}, which ASMX refuses`, 'only text', 'observed');
  }
  return all;
}

/** True where text and elements are mixed. */
export function hasText({ children }: XmlElement): boolean {
  return children.some((node) => node.kind === 'text' && !isBlank(node.text));
}

/** The document's calls are literal; ASMX refuses other header types; another rule has types and nil of parameters. */
function isStray({ name, namespace, value }: XmlAttribute, element: XmlElement, isParent: boolean, isNull: boolean) {
  if (namespace !== XSI_NAMESPACE) return namespace === '' || name === 'encodingStyle';
  return name === 'type' ? isParent && !value.endsWith(element.name) : isNull && name === 'nil';
}

function actionProblems(reading: RequestReading): readonly ClientProblem[] {
  const { soap, binding, operation, request, contract } = reading;
  if (soap === null) return [];
  const written = headerValue(request.headers, 'soapaction');
  const location = 'header SOAPAction';
  if (binding === 'soap12') {
    const message = 'SOAPAction is sent over SOAP 1.2: expected none';
    const sent = written === undefined ? [] : [{ message, expected: 'none', actual: quoted(written) }];
    return [
      ...sent.map((one) => ({ ...one, location, level: 'observed' }) as const),
      ...action12Problems(reading, true),
    ];
  }
  if (operation === null) return [];
  const meant = `${contract.namespace}${operation.name}`;
  const expected = `"${meant}"`;
  if (written === undefined)
    return [{ message: `SOAPAction is absent: expected ${expected}`, location, expected, actual: 'none' }];
  const [actual, bare] = [quoted(written), written.replace(/^"(.*)"$/, '$1')];
  if (bare !== meant) {
    const other = contract.operations.find(({ name }) => bare === `${contract.namespace}${name}`)?.name;
    const called = other === undefined ? '' : `, and calls ${other}`;
    return [{ message: `SOAPAction is ${actual}${called}: expected ${expected}`, location, expected, actual }];
  }
  if (written !== bare) return [];
  return [{ message: 'SOAPAction has no double quotes around it', location, expected, actual, level: 'observed' }];
}

/** @param isCalling - whether an action that calls another operation is looked for, or one that calls none */
function action12Problems(reading: RequestReading, isCalling: boolean): readonly ClientProblem[] {
  const { binding, operation, request, contract } = reading;
  const written = mediaTypeOf(headerValue(request.headers, 'content-type'))?.action ?? null;
  if (binding !== 'soap12' || operation === null || written === null) return [];
  const expected = `${contract.namespace}${operation.name}`;
  const other = contract.operations.find(({ name }) => written === `${contract.namespace}${name}`)?.name;
  if (written === expected || (other !== undefined) !== isCalling) return [];
  const actual = quoted(written);
  const called = other === undefined ? '' : `, and calls ${other}`;
  const message = `action is ${actual}${called}: expected '${expected}'`;
  return [{ message, location: 'header Content-Type', expected, actual }];
}

export const envelopeRules = clientRulesOf([
  {
    id: 'client.well-formed',
    title: 'The envelope is well-formed XML, without a DOCTYPE and processing instructions.',
    bindings: soapBindings,
    requirements: ['bindings.soap11.request', 'bindings.soap12.request'],
    standard: 'XML 1.0, section 2.1; SOAP 1.1, section 3; SOAP 1.2 Part 1, section 5',
    basis: byStandard(),
    explanation:
      'ASMX answers 400 with an empty body, or a fault. A value with & or < that is not escaped is the usual cause.',
    fix:
      'Write the envelope with an XML library, and nothing before its XML declaration; ' +
      'without a library escape &, < and > in values.',
    example: { right: '<ItemNo>S &amp; Co</ItemNo>', wrong: '<ItemNo>S & Co</ItemNo>' },
    judge: xmlProblems,
  },
  {
    id: 'client.envelope-namespace',
    title: "The Envelope is in SOAP 1.1's or SOAP 1.2's namespace.",
    bindings: soapBindings,
    requirements: ['bindings.soap11.request', 'bindings.soap12.request', 'versioning.envelopes'],
    standard: 'SOAP 1.1, section 4.1.2; SOAP 1.2 Part 1, section 5.1',
    explanation: 'The server answers with the fault VersionMismatch.',
    fix: 'Declare the namespace of the SOAP version, character by character.',
    example: {
      right: 'xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"',
      wrong: 'xmlns:soap="http://schemas.xmlsoap.org/soap/envelope"',
    },
    judge: namespaceProblems,
  },
  {
    id: 'client.envelope-structure',
    lesserParts: ['elements after the Body, which SOAP 1.1 allows', 'attributes and comments that say nothing'],
    title: 'An Envelope holds at most one Header, then one Body with one element; none of them holds text.',
    bindings: soapBindings,
    requirements: ['bindings.soap11.request', 'bindings.soap12.request'],
    standard: 'SOAP 1.1, section 4; SOAP 1.2 Part 1, section 5',
    explanation:
      'Servers read what they know of the envelope, answer a fault, or call the operation without parameters.',
    fix: 'Send Envelope, Header (where needed), Body and in it the element of the operation.',
    example: { right: '<soap:Body><Get_Inventory>…', wrong: '<Get_Inventory>… without an Envelope' },
    judge: structureProblems,
  },
  {
    id: 'client.soapaction',
    ground: 'document',
    lesserParts: ['no double quotes', 'a SOAPAction over SOAP 1.2'],
    title:
      'SOAPAction over SOAP 1.1 is the namespace with the operation, in double quotes; over SOAP 1.2 there is none.',
    bindings: soapBindings,
    requirements: ['bindings.soap11.soapaction', 'bindings.soap12.no-soapaction', 'errors.soapaction'],
    standard: 'SOAP 1.1, section 6.1.1',
    explanation:
      'ASMX calls the operation that SOAPAction names, with the parameters lost where the body has another; ' +
      'it answers an unknown one with a fault.',
    fix:
      'Over SOAP 1.1 send SOAPAction: "<namespace><Op>", which most SOAP libraries take from the WSDL. ' +
      'Over SOAP 1.2 leave it out.',
    example: { right: 'SOAPAction: "{xml_namespace}Get_Inventory"', wrong: 'SOAPAction: ""' },
    judge: actionProblems,
  },
  {
    id: 'client.soap12-action',
    ground: 'document',
    level: 'observed',
    title: 'Where the media type of SOAP 1.2 has an action, it names the operation.',
    bindings: ['soap12'],
    requirements: ['bindings.soap12.request', 'errors.soapaction'],
    standard: 'RFC 3902; SOAP 1.2 Part 2, section 6.5.3',
    basis: byStandard(),
    explanation:
      'The document shows no action; ASMX calls the operation that a known action names, whatever the Body holds.',
    fix: 'Leave action out, or send the namespace with the operation.',
    example: {
      right: 'application/soap+xml; charset=utf-8; action="{xml_namespace}Get_Inventory"',
      wrong: 'application/soap+xml; charset=utf-8; action="{xml_namespace}McatCodes"',
    },
    judge: (reading) => action12Problems(reading, false),
  },
]);
