import { element, isElement, type OutElement } from '../../wire/element.ts';
import { fault } from '../../wire/message.ts';
import { arrays, both, overHttp, overSoap, takesText } from '../cells.ts';
import { changes, type Defect, type Effect, table, where } from '../defect.ts';
import {
  type EditInContext,
  filledWith,
  followedBy,
  inEnvelope,
  inPayload,
  mapElements,
  moved,
  onResult,
  recased,
  unwrapped,
} from '../edits/tree.ts';

const OTHER = 'http://tempuri.org/';

const soap = (edit: EditInContext): Effect => inPayload(edit, overSoap);
const http = (edit: EditInContext): Effect => inPayload(edit, overHttp);
/** Changes `<Op>Result`; the elements below it stay in their namespace. */
const inSoapResult = (edit: EditInContext): Effect => onResult(edit, overSoap);

const named =
  (name: (op: string) => string): EditInContext =>
  (wrapper, { operation }) => ({ ...wrapper, name: name(operation) });

const aloneUnqualified: EditInContext = (payload, { contract: { namespace } }) => ({
  ...mapElements(payload, (result) => ({ ...result, namespace })),
  namespace: null,
});

function responseLeftOut(payload: OutElement): OutElement {
  const [result] = payload.children.filter(isElement);
  return result === undefined ? payload : { ...result, namespace: payload.namespace ?? null };
}

const responseDefects: readonly Defect[] = [
  ...table(['soap.unexpected-fault'], {
    'fault-with-200: Every call is answered with a Fault and status 200.': changes(overSoap, {
      failure: (failure) => failure ?? fault('Server', 'Server was unable to process request.'),
      response: (response) => ({ ...response, status: 200 }),
    }),
  }),
  ...table(['soap.response-element'], {
    'response-element-renamed: <Op>Response is named <Op>Answer.': soap(named((op) => `${op}Answer`)),
    'response-element-case: <Op>Response is named <Op>response.': soap(named((op) => `${op}response`)),
    'response-element-as-request: <Op>Response is named <Op>.': soap(named((op) => op)),
    'response-element-namespace: <Op>Response is in another namespace, and all below it.': soap(moved(OTHER)),
    'response-element-unqualified: <Op>Response is in no namespace, and all below it.': soap(moved(null)),
    'response-element-alone-unqualified: Only <Op>Response is in no namespace.': soap(aloneUnqualified),
    'response-element-missing: <Op>Result is directly in the Body.': soap(responseLeftOut),
    'body-second-child: A second element follows <Op>Response in the Body.': inEnvelope((root) =>
      mapElements(root, followedBy(moved(null)(element('multiRef')))),
    ),
    'soap-body-empty: The Body is empty.': changes(overSoap, { envelope: filledWith(element('Body')) }),
  }),
];

const resultDefects: readonly Defect[] = table(['soap.result-element'], {
  'result-element-renamed: <Op>Result is named return.': inSoapResult(named(() => 'return')),
  'result-element-case: <Op>Result is named <Op>result.': inSoapResult(named((op) => `${op}result`)),
  'result-element-twice: <Op>Result appears twice.': soap((payload) => followedBy(...payload.children)(payload)),
  'result-element-namespace: <Op>Result is in another namespace, and all below it.': inSoapResult(moved(OTHER)),
  'result-element-unqualified: <Op>Result is in no namespace, and all below it.': inSoapResult(moved(null)),
  'result-element-missing: The records are directly in <Op>Response.': soap(unwrapped),
  'out-parameter-added: An element of an out parameter follows <Op>Result.': soap(
    followedBy(element('Message', ['ok'])),
  ),
});

const rootDefects: readonly Defect[] = table(['http.root-element'], {
  'root-renamed: The root is named <Op>Result.': http(named((op) => `${op}Result`)),
  "root-case: The root's name begins in lower case.": http((root) => ({ ...root, name: recased(root.name) })),
  'root-namespace: The root is in another namespace, and all below it.': http(moved(OTHER)),
  'error-as-root: Where nothing is found, the root is an error in no namespace, with status 200.': {
    ...where(
      both(arrays, takesText),
      http((root) => (root.children.length === 0 ? moved(null)(element('error', ['Not found'])) : root)),
    ),
    rare: true,
  },
  'root-unqualified: The root is in no namespace, and all below it.': http(moved(null)),
  'root-wrapped: The record is wrapped in <Op>Response.': http((payload, { operation }) => {
    return { ...payload, name: `${operation}Response`, children: [{ ...payload, attributes: {} }] };
  }),
});

const noSlash = inPayload(
  (payload, { contract }) => ({ ...payload, namespace: contract.namespace.replace(/\/$/, '') }),
  (_, { namespace }) => namespace.endsWith('/'),
);

export const wrapperDefects: readonly Defect[] = [
  ...responseDefects,
  ...resultDefects,
  ...rootDefects,
  ...table(['soap.response-element', 'http.root-element'], {
    'namespace-without-slash: All elements are in the service namespace without its last slash.': noSlash,
  }),
];
