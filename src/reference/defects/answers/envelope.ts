import type { MutationContext } from '../../mutation.ts';
import { element, envelope, isElement, type OutElement } from '../../wire/element.ts';
import { over, overHttp } from '../cells.ts';
import { type Defect, type Effect, recommended, table } from '../defect.ts';
import {
  bearing,
  filledWith,
  followedBy,
  inEnvelope,
  inPayload,
  inResult,
  mapElements,
  moved,
  precededBy,
  renamed,
} from '../edits/tree.ts';

export const bodied = (edit: (body: OutElement, ctx: MutationContext) => OutElement): Effect =>
  inEnvelope((root, ctx) => mapElements(root, (one) => (one.name === 'Body' ? edit(one, ctx) : one)));

function rebound(root: OutElement, namespace: string): OutElement {
  return { ...root, namespace, attributes: { ...root.attributes, 'xmlns:soap': namespace } };
}

function withoutEnvelope(root: OutElement): OutElement {
  const [body] = root.children.filter(isElement);
  const [payload] = (body?.children ?? []).filter(isElement);
  return payload === undefined ? root : { ...payload, attributes: { ...root.attributes, ...payload.attributes } };
}

const encoded = bearing({ 'soap:encodingStyle': 'http://schemas.xmlsoap.org/soap/encoding/' });
const UNKNOWN_BLOCK: OutElement = {
  ...element('Session', ['1']),
  namespace: 'urn:session',
  attributes: { 'soap:mustUnderstand': '1' },
};
const RULE = ['soap.envelope-structure'];

export const envelopeDefects: readonly Defect[] = [
  ...table(['soap.envelope-namespace'], {
    'envelope-of-other-version: SOAP 1.1 is answered with an envelope of SOAP 1.2, and the other way round.':
      inEnvelope((root, { binding, contract }) =>
        rebound(root, contract.bindings[binding === 'soap11' ? 'soap12' : 'soap11'].envelopeNamespace ?? ''),
      ),
    "envelope-namespace-unknown: The Envelope's namespace is not that of any version of SOAP.": inEnvelope((root) =>
      rebound(root, 'http://schemas.xmlsoap.org/soap/envelope'),
    ),
    'envelope-unqualified: The Envelope is in no namespace.': inEnvelope(({ prefix: _, ...root }) => ({
      ...root,
      namespace: null,
    })),
  }),
  ...table(RULE, {
    'envelope-missing: The response element is sent without an envelope.': inEnvelope(withoutEnvelope),
    'envelope-case: The Envelope is spelled envelope.': inEnvelope(renamed('envelope')),
    'header-after-body: A Header follows the Body.': inEnvelope(followedBy(element('Header'))),
    'header-twice: Two Headers precede the Body.': inEnvelope(precededBy(element('Header'), element('Header'))),
    'body-twice: The Envelope has two Bodies.': inEnvelope((root) => followedBy(...root.children)(root)),
    'body-missing: The Envelope has a Header and no Body.': inEnvelope(filledWith(element('Header'))),
    'envelope-trailer: An element of another kind follows the Body.': inEnvelope(
      followedBy(moved(null)(element('Trailer'))),
    ),
    'envelope-text: There is text between Envelope and Body.': inEnvelope(precededBy('ok')),
    'text-in-body: There is text in the Body next to <Op>Response.': bodied(followedBy('ok')),
    'body-unqualified: The Body is in no namespace.': bodied(moved(null)),
  }),
  ...table(recommended(RULE, over('soap11')), {
    'envelope-trailer-qualified: An element in a namespace of its own follows the Body.': inEnvelope(
      followedBy(moved('urn:trailer')(element('Trailer', ['1']))),
    ),
  }),
  ...table(recommended(RULE), {
    'envelope-attribute: The Body has an attribute in no namespace.': bodied(bearing({ id: 'body' })),
    'header-to-understand: A header block of the answer says that it must be understood.': inEnvelope(
      precededBy(element('Header', [UNKNOWN_BLOCK])),
    ),
    'header-block-unqualified: A header block of the answer is in no namespace.': inEnvelope(
      precededBy(element('Header', [moved(null)(element('Trace', ['1']))])),
    ),
  }),
  ...table(['soap.encoding-style'], {
    'encoding-style: The Body has an encodingStyle.': bodied(encoded),
    'encoding-style-below: The element of the result has an encodingStyle.': bodied((body, ctx) =>
      mapElements(body, (payload) => inResult(payload, ctx, encoded)),
    ),
  }),
  ...table(['http.no-envelope'], {
    'envelope-over-http: Over GET and POST the record is wrapped in a SOAP envelope.': inPayload(
      (payload, { contract }) => envelope('soap11', payload, contract),
      overHttp,
    ),
  }),
];
