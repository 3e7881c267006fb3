import type { MutationContext } from '../mutation.ts';
import type { OutElement, OutNode } from '../wire/element.ts';
import { element, isElement } from '../wire/element.ts';
import { envelope } from '../wire/envelope.ts';
import { overHttp, overSoap } from './cells.ts';
import type { Defect } from './defect.ts';
import { inResult } from './edit.ts';

const SOAP_ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';

function enveloped(
  id: string,
  title: string,
  edit: (root: OutElement, ctx: MutationContext) => OutElement,
  bugClass: string | null = null,
  requirement = 'SOAP 1.1, section 4',
): Defect {
  const hooks = {
    envelope: (root: OutElement, ctx: MutationContext) => (ctx.failure === null ? edit(root, ctx) : root),
  };
  return { id, title, requirement, bugClass, cells: overSoap, hooks };
}

/** The Envelope with other children. */
function holding(edit: (children: readonly OutNode[]) => readonly OutNode[]) {
  return (root: OutElement): OutElement => ({ ...root, children: edit(root.children) });
}

/** The Envelope with something else for its Body. */
function bodied(edit: (body: OutElement) => OutElement) {
  return holding((children) => children.map((node) => (isElement(node) && node.name === 'Body' ? edit(node) : node)));
}

/** The Envelope, its prefix bound to another namespace. */
function renamed(root: OutElement, namespace: string): OutElement {
  const attributes = root.attributes.map((one) => (one.name === 'xmlns:soap' ? { ...one, value: namespace } : one));
  return { ...root, namespace, attributes };
}

const encoded = (one: OutElement): OutElement => ({
  ...one,
  attributes: [...one.attributes, { name: 'soap:encodingStyle', value: SOAP_ENCODING }],
});

const NAMESPACE = 'SOAP 1.1, section 4.1.2';

/** Layer 'envelope'. */
export const envelopeDefects: readonly Defect[] = [
  enveloped(
    'envelope-of-other-version',
    'SOAP 1.1 is answered with an envelope of SOAP 1.2, and the other way round.',
    (root, { binding, contract }) =>
      renamed(root, contract.bindings[binding === 'soap11' ? 'soap12' : 'soap11'].envelopeNamespace ?? ''),
    '11, 16',
    NAMESPACE,
  ),
  enveloped(
    'envelope-namespace-unknown',
    "The Envelope's namespace is that of no version of SOAP.",
    (root) => renamed(root, 'http://schemas.xmlsoap.org/soap/envelope'),
    '16',
    NAMESPACE,
  ),
  enveloped(
    'envelope-unqualified',
    'The Envelope is in no namespace.',
    ({ prefix: _, ...root }) => ({ ...root, namespace: null }),
    '16',
    NAMESPACE,
  ),
  enveloped(
    'envelope-missing',
    'The response element is sent without an envelope.',
    (root) => {
      const [body] = root.children.filter(isElement);
      const [payload] = (body?.children ?? []).filter(isElement);
      return payload === undefined ? root : { ...payload, attributes: [...root.attributes, ...payload.attributes] };
    },
    '21',
  ),
  enveloped('envelope-case', 'The Envelope is spelled envelope.', (root) => ({ ...root, name: 'envelope' })),
  enveloped(
    'header-after-body',
    'A Header follows the Body.',
    holding((children) => [...children, element('Header')]),
  ),
  enveloped(
    'header-twice',
    'Two Headers precede the Body.',
    holding((children) => [element('Header'), element('Header'), ...children]),
  ),
  enveloped(
    'body-twice',
    'The Envelope has two Bodies.',
    holding((children) => [...children, ...children]),
  ),
  enveloped(
    'body-missing',
    'The Envelope has a Header and no Body.',
    holding(() => [element('Header')]),
  ),
  enveloped(
    'envelope-trailer',
    'An element of another kind follows the Body.',
    holding((children) => [...children, { ...element('Trailer'), namespace: null }]),
  ),
  enveloped(
    'envelope-trailer-qualified',
    'An element in a namespace of its own follows the Body.',
    holding((children) => [...children, { ...element('Trailer'), namespace: 'urn:trailer' }]),
  ),
  enveloped(
    'envelope-text',
    'Text stands between Envelope and Body.',
    holding((children) => ['ok', ...children]),
  ),
  enveloped(
    'text-in-body',
    'Text stands in the Body beside <Op>Response.',
    bodied((body) => ({ ...body, children: [...body.children, 'ok'] })),
  ),
  enveloped(
    'body-unqualified',
    'The Body is in no namespace.',
    bodied((body) => ({ ...body, namespace: null })),
    '16',
  ),
  enveloped('encoding-style', 'The Body has an encodingStyle.', bodied(encoded), null, 'WS-I Basic Profile 1.1, R1005'),
  enveloped(
    'encoding-style-below',
    'The element of the result has an encodingStyle.',
    (root, ctx) =>
      bodied((body) => ({
        ...body,
        children: body.children.map((payload) => (isElement(payload) ? inResult(payload, ctx, encoded) : payload)),
      }))(root),
    null,
    'bindings.rule-3.soap-result',
  ),
  {
    id: 'envelope-over-http',
    title: 'Over GET and POST the record is wrapped in a SOAP envelope.',
    requirement: 'bindings.http-get.response',
    bugClass: '33',
    cells: overHttp,
    hooks: { payload: (payload, { contract }) => envelope('soap11', payload, contract) },
  },
];
