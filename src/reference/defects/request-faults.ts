import type { MutationContext } from '../mutation.ts';
import { isElement, type OutElement, type OutNode } from '../wire/element.ts';
import { faultElement } from '../wire/envelope.ts';
import type { Failure } from '../wire/failure.ts';
import { headerOf } from '../wire/message.ts';
import { withHeader } from './answers.ts';
import { both, over, overSoap } from './cells.ts';
import type { Defect, Hooks, Observable } from './defect.ts';
import { editedBody } from './request-spelling.ts';
import { reads } from './requests-observable.ts';

type EditFault = (fault: OutElement, ctx: MutationContext) => OutElement;

/** Changes the Fault of every envelope that has one. */
const onFault = (edit: EditFault): Hooks => ({
  envelope: (envelope, ctx) => (ctx.failure === null ? envelope : mapNamed(envelope, 'Fault', (one) => edit(one, ctx))),
});

function mapNamed(element: OutElement, name: string, edit: (one: OutElement) => OutElement): OutElement {
  if (element.name === name) return edit(element);
  return mapChildren(element, (child) => mapNamed(child, name, edit));
}

function mapChildren(element: OutElement, edit: (child: OutElement) => OutElement): OutElement {
  return { ...element, children: element.children.map((node) => (isElement(node) ? edit(node) : node)) };
}

/** Every text below an element, changed. */
function mapText(element: OutElement, edit: (text: string) => string): OutElement {
  const children = element.children.map((node): OutNode => {
    if (typeof node === 'string') return edit(node);
    return isElement(node) ? mapText(node, edit) : node;
  });
  return { ...element, children };
}

const isCode = ({ name }: OutElement): boolean => name === 'Code' || name === 'faultcode';

function defect(
  id: string,
  title: string,
  requirement: string,
  bugClass: string | null,
  hooks: Hooks,
  cells: Observable = overSoap,
): Defect {
  return { id, title, requirement, bugClass, cells: both(reads, cells), rare: true, hooks };
}

const SHAPE = 'SOAP 1.1, section 4.4';

/** Faults of another form than their version's. */
const shapeDefects: readonly Defect[] = [
  defect('fault-status-200', 'Faults come with status 200.', 'SOAP 1.1, section 6.2', '29', {
    response: (response, { failure }) => (failure?.kind === 'fault' ? { ...response, status: 200 } : response),
  }),
  defect('fault-media-type', 'Faults have the media type of the other SOAP version.', 'RFC 9110, section 8.3', '10', {
    response: (response, { failure, binding, contract }) => {
      if (failure?.kind !== 'fault') return response;
      const { responseMediaType, charset } = contract.bindings[binding === 'soap11' ? 'soap12' : 'soap11'];
      return withHeader(response, 'Content-Type', `${responseMediaType}; charset=${charset}`);
    },
  }),
  defect(
    'fault-of-other-version',
    'A fault of SOAP 1.1 comes in an envelope of SOAP 1.2.',
    SHAPE,
    '30',
    onFault((fault, { failure }) =>
      failure?.kind === 'fault' ? faultElement('soap11', failure.code, failure.message) : fault,
    ),
    over('soap12'),
  ),
  defect(
    'fault-code-without-value',
    'The Code of a fault holds its text without a Value.',
    'WS-I Basic Profile 1.1, R1000',
    '30',
    onFault((fault) =>
      mapNamed(fault, 'Code', (code) => ({
        ...code,
        children: code.children.flatMap((node) => (isElement(node) ? node.children : [node])),
      })),
    ),
    over('soap12'),
  ),
  defect(
    'fault-code-prefix-undeclared',
    'The code of a fault has a prefix that is not declared.',
    'Namespaces in XML 1.0, section 3',
    '30',
    onFault((fault) =>
      mapChildren(fault, (child) =>
        isCode(child) ? mapText(child, (code) => code.replace('soap:', 'undeclared:')) : child,
      ),
    ),
  ),
  defect(
    'fault-code-last',
    'The reason of a fault stands before its code.',
    SHAPE,
    '31',
    onFault((fault) => {
      const [code, reason, ...rest] = fault.children;
      return code === undefined || reason === undefined ? fault : { ...fault, children: [reason, code, ...rest] };
    }),
  ),
  defect(
    'fault-children-qualified',
    "The children of a SOAP 1.1 fault are in the envelope's namespace.",
    'WS-I Basic Profile 1.1, R1001',
    '31',
    onFault((fault) => mapChildren(fault, ({ name, attributes, children }) => ({ name, attributes, children }))),
    over('soap11'),
  ),
  defect(
    'fault-namespace',
    'The Fault is in the namespace of the service.',
    SHAPE,
    '16',
    onFault((fault, { contract }) => ({ ...fault, namespace: contract.namespace })),
  ),
];

/** A failure of this code, made another. */
function recoded(code: string, to: (failure: Extract<Failure, { kind: 'fault' }>) => Failure | null): Hooks {
  return { failure: (failure) => (failure?.kind === 'fault' && failure.code === code ? to(failure) : failure) };
}

/** An envelope of an unknown version reads as SOAP 1.1 to the server, whichever version the client meant. */
const isXmlPost = ({ request }: MutationContext): boolean =>
  (headerOf(request.headers, 'content-type') ?? '').startsWith('text/xml');

/** Requests that are to be refused and are not, or with another code. */
const refusalDefects: readonly Defect[] = [
  defect(
    'must-understand-ignored',
    'A header block that must be understood is passed over.',
    'SOAP 1.1, section 4.2.3',
    '32',
    recoded('MustUnderstand', () => null),
  ),
  defect(
    'must-understand-other-code',
    "A header block that is not understood is called the client's mistake.",
    'SOAP 1.1, section 4.4.1',
    '32',
    recoded('MustUnderstand', (failure) => ({ ...failure, code: 'Client' })),
  ),
  defect(
    'version-mismatch-ignored',
    'An envelope of any namespace is taken for SOAP 1.1.',
    'SOAP 1.1, section 4.1.2',
    '11',
    {
      request: (request, ctx) => {
        const { soap11 } = ctx.contract.bindings;
        if (!isXmlPost(ctx)) return request;
        return editedBody(request, (text) =>
          text.replace(/(xmlns:soap=")urn:[^"]*"/, `$1${soap11.envelopeNamespace}"`),
        );
      },
    },
    over('soap11'),
  ),
  defect(
    'version-mismatch-other-code',
    'An envelope of an unknown namespace is called a mistake of the server.',
    'SOAP 1.1, section 4.4.1',
    '11',
    {
      failure: (failure, ctx) =>
        failure?.kind === 'fault' && failure.code === 'VersionMismatch' && isXmlPost(ctx)
          ? { ...failure, code: 'Server' }
          : failure,
    },
    over('soap11'),
  ),
];

/** Faults in how the server refuses. */
export const requestFaultDefects: readonly Defect[] = [...shapeDefects, ...refusalDefects];
