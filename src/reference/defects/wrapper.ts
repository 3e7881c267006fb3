import type { MutationContext } from '../mutation.ts';
import type { OutElement } from '../wire/element.ts';
import { element, isElement } from '../wire/element.ts';
import { fault } from '../wire/failure.ts';
import { overHttp, overSoap } from './cells.ts';
import type { Defect, Observable } from './defect.ts';
import { inResult, operationOf } from './edit.ts';

type EditPayload = (payload: OutElement, ctx: MutationContext) => OutElement;

const OTHER = 'http://tempuri.org/';

function wrapped(
  id: string,
  title: string,
  cells: Observable,
  payload: EditPayload,
  bugClass: string | null = '21',
): Defect {
  const requirement = cells === overHttp ? 'bindings.rule-4.http-root' : 'bindings.rule-3.soap-result';
  return { id, title, requirement, bugClass, cells, hooks: { payload } };
}

const renamed =
  (name: (op: string) => string): EditPayload =>
  (payload, ctx) => ({ ...payload, name: name(ctx.operation) });
const moved =
  (namespace: string | null): EditPayload =>
  (payload) => ({ ...payload, namespace });

/** Changes `<Op>Result`; the elements below it stay in the namespace they were in. */
const onResult =
  (edit: (result: OutElement, ctx: MutationContext) => OutElement): EditPayload =>
  (payload, ctx) =>
    inResult(payload, ctx, (result) => edit(result, ctx));

/** Puts a second element into the Body. */
const beside =
  (second: OutElement) =>
  (root: OutElement): OutElement => ({
    ...root,
    children: root.children.map((body) => (isElement(body) ? { ...body, children: [...body.children, second] } : body)),
  });

const responseDefects: readonly Defect[] = [
  {
    id: 'fault-with-200',
    title: 'Every call is answered with a Fault and status 200.',
    requirement: 'SOAP 1.1, section 6.2',
    bugClass: '29',
    cells: overSoap,
    hooks: {
      failure: (failure) => failure ?? fault('Server', 'Server was unable to process request.'),
      response: (response) => ({ ...response, status: 200 }),
    },
  },
  wrapped(
    'response-element-renamed',
    '<Op>Response is named <Op>Answer.',
    overSoap,
    renamed((op) => `${op}Answer`),
  ),
  wrapped(
    'response-element-case',
    '<Op>Response is named <Op>response.',
    overSoap,
    renamed((op) => `${op}response`),
  ),
  wrapped(
    'response-element-as-request',
    '<Op>Response is named <Op>.',
    overSoap,
    renamed((op) => op),
  ),
  wrapped(
    'response-element-namespace',
    '<Op>Response is in another namespace, and all below it.',
    overSoap,
    moved(OTHER),
    '18',
  ),
  wrapped(
    'response-element-unqualified',
    '<Op>Response is in no namespace, and all below it.',
    overSoap,
    moved(null),
    '18',
  ),
  wrapped(
    'response-element-alone-unqualified',
    '<Op>Response alone is in no namespace.',
    overSoap,
    (payload, ctx) => ({
      ...onResult((result) => ({ ...result, namespace: ctx.contract.namespace }))(payload, ctx),
      namespace: null,
    }),
    '18',
  ),
  wrapped('response-element-missing', '<Op>Result stands directly in the Body.', overSoap, (payload) => {
    const [result] = payload.children.filter(isElement);
    return result === undefined ? payload : { ...result, namespace: payload.namespace ?? null };
  }),
  {
    ...wrapped(
      'body-second-child',
      'A second element follows <Op>Response in the Body.',
      overSoap,
      (payload) => payload,
    ),
    hooks: {
      envelope: (root, ctx) =>
        ctx.failure === null ? beside({ ...element('multiRef'), namespace: null })(root) : root,
    },
  },
  {
    ...wrapped('soap-body-empty', 'The Body is empty.', overSoap, (payload) => payload, '15'),
    hooks: { envelope: (root) => ({ ...root, children: [element('Body')] }) },
  },
];

const resultDefects: readonly Defect[] = [
  wrapped(
    'result-element-renamed',
    '<Op>Result is named return.',
    overSoap,
    onResult((result) => ({ ...result, name: 'return' })),
  ),
  wrapped(
    'result-element-case',
    '<Op>Result is named <Op>result.',
    overSoap,
    onResult((result, ctx) => ({ ...result, name: `${ctx.operation}result` })),
  ),
  wrapped('result-element-twice', '<Op>Result stands twice.', overSoap, (payload) => ({
    ...payload,
    children: [...payload.children, ...payload.children],
  })),
  wrapped(
    'result-element-namespace',
    '<Op>Result is in another namespace, and all below it.',
    overSoap,
    onResult((result) => ({ ...result, namespace: OTHER })),
    '18',
  ),
  wrapped(
    'result-element-unqualified',
    '<Op>Result is in no namespace, and all below it.',
    overSoap,
    onResult((result) => ({ ...result, namespace: null })),
    '18',
  ),
  wrapped('result-element-missing', 'The records stand directly in <Op>Response.', overSoap, (payload) => ({
    ...payload,
    children: payload.children.flatMap((node) => (isElement(node) ? node.children : [node])),
  })),
  wrapped('out-parameter-added', 'An element of an out parameter follows <Op>Result.', overSoap, (payload) => ({
    ...payload,
    children: [...payload.children, element('Message', ['ok'])],
  })),
];

const rootDefects: readonly Defect[] = [
  wrapped(
    'root-renamed',
    'The root is named <Op>Result.',
    overHttp,
    renamed((op) => `${op}Result`),
  ),
  wrapped(
    'root-case',
    "The root's name begins in lower case.",
    overHttp,
    (payload) => ({ ...payload, name: recased(payload.name) }),
    '34',
  ),
  wrapped('root-namespace', 'The root is in another namespace, and all below it.', overHttp, moved(OTHER), '18'),
  wrapped('root-unqualified', 'The root is in no namespace, and all below it.', overHttp, moved(null), '18'),
  wrapped('root-wrapped', 'The record is wrapped in <Op>Response.', overHttp, (payload, ctx) => ({
    ...payload,
    name: `${operationOf(ctx).name}Response`,
    children: [{ ...payload, attributes: [] }],
  })),
];

/** The first letter in the other case. */
export function recased(name: string): string {
  const [first = ''] = name;
  const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  return `${other}${name.slice(1)}`;
}

/** Layer 'wrapper': the elements around the records. */
export const wrapperDefects: readonly Defect[] = [
  ...responseDefects,
  ...resultDefects,
  ...rootDefects,
  wrapped(
    'namespace-without-slash',
    'All elements are in the service namespace without its last slash.',
    (_, { namespace }) => namespace.endsWith('/'),
    (payload, { contract }) => ({ ...payload, namespace: contract.namespace.replace(/\/$/, '') }),
    '18',
  ),
];
