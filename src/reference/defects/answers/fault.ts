import { headerValue } from '../../../wire/http/exchange.ts';
import type { MutationContext } from '../../mutation.ts';
import { element, envelope, faultElement, isElement, type OutElement } from '../../wire/element.ts';
import { contentTypeOf, type RequestFailure, textResponse } from '../../wire/message.ts';
import { writeDocument } from '../../wire/write.ts';
import { both, type Observable, over, overSoap, takesNumber } from '../cells.ts';
import { type Defect, type Effect, table } from '../defect.ts';
import { onFaults, withText } from '../edits/answer.ts';
import { rarely } from '../edits/call.ts';
import { bodyOf, rewriting } from '../edits/request.ts';
import { mapAll, mapElements, mapTexts, unwrapped } from '../edits/tree.ts';
import { inTypeOfOtherVersion } from './message.ts';

type EditFault = (fault: OutElement, ctx: MutationContext) => OutElement;

/** Changes the Fault of every envelope that has one. */
const onFault = (edit: EditFault, cells: Observable = overSoap): Effect =>
  rarely(cells, {
    envelope: (envelope, ctx) =>
      ctx.failure === null ? envelope : mapNamed(envelope, 'Fault', (one) => edit(one, ctx)),
  });

const onFault11 = (edit: EditFault): Effect => onFault(edit, over('soap11'));
const onFault12 = (edit: EditFault): Effect => onFault(edit, over('soap12'));

const mapNamed = (root: OutElement, name: string, edit: (one: OutElement) => OutElement): OutElement =>
  mapAll(root, (one) => (one.name === name ? edit(one) : one));

const isCode = ({ name }: OutElement): boolean => name === 'Code' || name === 'faultcode';
const codeText =
  (from: string, to: string) =>
  (child: OutElement): OutElement =>
    isCode(child) ? mapTexts(child, (code) => [code.replace(from, to)]) : child;

const withoutLanguage: EditFault = (fault) => mapNamed(fault, 'Text', (one) => ({ ...one, attributes: {} }));

/** Changes the text of responses whose fault says that the client is wrong. */
const inText = (edit: (text: string, ctx: MutationContext) => string): Effect =>
  onFaults(
    (response, ctx) =>
      ctx.failure?.kind === 'fault' && ctx.failure.code === 'Client'
        ? withText(response, (text) => edit(text, ctx))
        : response,
    both(overSoap, takesNumber),
  );

const asSoap11: EditFault = (fault, { failure }) =>
  failure?.kind === 'fault' ? faultElement('soap11', failure.code, failure.message) : fault;

function withSubcode(code: OutElement): OutElement {
  const [value] = code.children;
  if (value === undefined || !isElement(value)) return code;
  const subcode = { ...code, name: 'Subcode', children: [{ ...value, children: ['undeclared:Refused'] }] };
  return { ...code, children: [...code.children, subcode] };
}

function codeLast(fault: OutElement): OutElement {
  const [code, reason, ...rest] = fault.children;
  return code === undefined || reason === undefined ? fault : { ...fault, children: [reason, code, ...rest] };
}

const FIRST_VERSION =
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault>' +
  '<faultcode>soap:Client</faultcode><faultstring>A parameter is no number.</faultstring>' +
  '</soap:Fault></soap:Body></soap:Envelope>';

/** With another child after its reason. */
const withPart =
  (part: OutElement): EditFault =>
  (fault) => ({ ...fault, children: [...fault.children.slice(0, 2), part, ...fault.children.slice(2)] });

/** A refusal of an unknown version of SOAP in SOAP 1.2, without an Upgrade. */
const mismatch12: Effect = rarely(overSoap, {
  response: (response, { failure, contract }) => {
    if (failure?.kind !== 'fault' || failure.code !== 'VersionMismatch') return response;
    const fault = faultElement('soap12', failure.code, failure.message);
    const text = writeDocument(envelope('soap12', fault, contract), false);
    return { ...response, ...textResponse(500, contentTypeOf(contract, 'soap12'), text) };
  },
});

const shapeDefects = table(['soap.fault'], {
  'fault-status-200: Faults come with status 200.': onFaults((response) => ({ ...response, status: 200 })),
  'fault-media-type: Faults have the media type of the other SOAP version.': onFaults(inTypeOfOtherVersion),
  'fault-of-other-version: A fault of SOAP 1.1 comes in an envelope of SOAP 1.2.': onFault12(asSoap11),
  'fault-code-without-value: The Code of a fault holds its text without a Value.': onFault12((fault) =>
    mapNamed(fault, 'Code', unwrapped),
  ),
  'fault-code-prefix-undeclared: The code of a fault has a prefix that is not declared.': onFault((fault) =>
    mapElements(fault, codeText('soap:', 'undeclared:')),
  ),
  'fault-subcode-prefix-undeclared: A SOAP 1.2 fault has a Subcode whose prefix is not declared.': onFault12((fault) =>
    mapNamed(fault, 'Code', withSubcode),
  ),
  'fault-code-without-prefix: The code of a SOAP 1.1 fault has no prefix.': {
    ...onFault((fault) => mapElements(fault, codeText('soap:', ''))),
    cells: over('soap11'),
  },
  'fault-code-last: The reason of a fault comes before its code.': onFault(codeLast),
  "fault-children-qualified: The children of a SOAP 1.1 fault are in the envelope's namespace.": onFault11((fault) =>
    mapElements(fault, ({ namespace: _, ...child }) => child),
  ),
  'fault-namespace: The Fault is in the namespace of the service.': onFault((fault, { contract }) => ({
    ...fault,
    namespace: contract.namespace,
  })),
  "fault-in-first-version: Over SOAP 1.2, a client's mistake gets a fault of SOAP 1.1.": rarely(
    both(over('soap12'), takesNumber),
    {
      response: (response, { failure }) =>
        failure?.kind === 'fault' && failure.code === 'Client'
          ? textResponse(500, 'text/xml; charset=utf-8', FIRST_VERSION)
          : response,
    },
  ),
  'fault-actor-no-address: The faultactor of a SOAP 1.1 fault is a sentence.': onFault11(
    withPart({ ...element('faultactor', ['the service']), namespace: null }),
  ),
  'fault-node-empty: A SOAP 1.2 fault has an empty Node.': onFault12(withPart(element('Node'))),
  'fault-role-of-nobody: A SOAP 1.2 fault has the role of nobody.': onFault12(
    withPart(element('Role', ['http://www.w3.org/2003/05/soap-envelope/role/none'])),
  ),
  'fault-text-without-language: The text of a fault does not say its language.': onFault12(withoutLanguage),
  "fault-code-in-lower-case: A fault about the client's mistake has the code soap:client.": onFault(
    (fault) => mapElements(fault, codeText('Client', 'client')),
    both(over('soap11'), takesNumber),
  ),
  "fault-declared-utf16: The XML declaration of a fault about the client's mistake says utf-16.": inText((text) =>
    text.replace('encoding="utf-8"', 'encoding="utf-16"'),
  ),
  "fault-ampersand-raw: The text of a fault about the client's mistake holds a raw ampersand.": inText((text) =>
    text.replace(/<\/(faultstring|soap:Text)>/, ' & more$&'),
  ),
  'fault-repeats-value: The text of a fault repeats a value that is no number without escaping it.': inText(
    (text, { request }) => {
      const [, value = ''] = />([^<>]*&lt;[^<>]*)</.exec(bodyOf(request)) ?? [];
      return text.replace(/<\/(faultstring|soap:Text)>/, `: ${value.replaceAll('&lt;', '<')}$&`);
    },
  ),
});

/** A failure of this code, made another. */
const recoded = (
  code: string,
  to: (failure: Extract<RequestFailure, { kind: 'fault' }>, ctx: MutationContext) => RequestFailure | null,
  cells: Observable = overSoap,
): Effect =>
  rarely(cells, {
    failure: (failure, ctx) => (failure?.kind === 'fault' && failure.code === code ? to(failure, ctx) : failure),
  });

/** The server reads an envelope of an unknown version as SOAP 1.1, whichever version the client meant. */
const isXmlPost = ({ request }: MutationContext): boolean =>
  (headerValue(request.headers, 'content-type') ?? '').startsWith('text/xml');

const takenForSoap11 = rewriting((text, ctx) => {
  const { soap11 } = ctx.contract.bindings;
  return isXmlPost(ctx) ? text.replace(/(xmlns:soap=")urn:[^"]*"/, `$1${soap11.envelopeNamespace}"`) : text;
}, over('soap11'));

/** Such flags of header blocks are ignored. */
const unflagged = (flag: RegExp): Effect => rewriting((text) => text.replace(flag, ''), overSoap);

/** Requests that should be refused and are not, or with another code. */
const refusalDefects = [
  ...table(['soap.must-understand'], {
    'must-understand-ignored: A header block that must be understood is ignored.': recoded(
      'MustUnderstand',
      () => null,
    ),
    'must-understand-by-prefix: A header block must be understood only where the flag has the prefix of the sample.':
      unflagged(/ (?!soap:)[\w-]+:mustUnderstand="(?:1|true)"/g),
    'must-understand-first: Of several header blocks only the first must be understood.': unflagged(
      /(?<=<\/[^<>]+><[^<>]*) [\w-]+:mustUnderstand="(?:1|true)"/g,
    ),
    "must-understand-other-code: A header block that is not understood is called the client's mistake.": recoded(
      'MustUnderstand',
      (failure) => ({ ...failure, code: 'Client' }),
    ),
  }),
  ...table(['soap.version-mismatch'], {
    'upgrade-absent: The SOAP 1.2 fault about an unknown version does not say which ones are known.': mismatch12,
    'upgrade-without-names: The Upgrade of a fault about an unknown version names no envelope.': rarely(overSoap, {
      envelope: (root) => mapNamed(root, 'SupportedEnvelope', (one) => ({ ...one, attributes: {} })),
    }),
    'version-mismatch-ignored: An envelope of any namespace is taken for SOAP 1.1.': takenForSoap11,
    'version-mismatch-other-code: An envelope of an unknown namespace is called a mistake of the server.': recoded(
      'VersionMismatch',
      (failure, ctx) => (isXmlPost(ctx) ? { ...failure, code: 'Server' } : failure),
      over('soap11'),
    ),
  }),
];

export const faultDefects: readonly Defect[] = [...shapeDefects, ...refusalDefects];
