import type { Header } from '../../exchange/exchange.ts';
import type { MutationContext } from '../mutation.ts';
import type { InRequest, OutResponse } from '../wire/message.ts';
import { headerOf, textResponse } from '../wire/message.ts';
import { both, over, overSoap } from './cells.ts';
import type { Defect, Hooks, Observable } from './defect.ts';
import { reads, takesNoHeader, takesValues } from './requests-observable.ts';

/** The text of a request's body. */
export function bodyOf({ body }: InRequest): string {
  return new TextDecoder().decode(body);
}

/** A request with another text as body. */
export function editedBody(request: InRequest, edit: (text: string) => string): InRequest {
  return { ...request, body: new TextEncoder().encode(edit(bodyOf(request))) };
}

function refused(status: number, ctx: MutationContext): { readonly answer: OutResponse } {
  const { responseMediaType, charset } = ctx.contract.bindings[ctx.binding];
  return { answer: textResponse(status, `${responseMediaType}; charset=${charset}`, '') };
}

type Finds = (request: InRequest, ctx: MutationContext) => boolean;

const refusing = (status: number, finds: Finds): Hooks => ({
  request: (request, ctx) => (finds(request, ctx) ? refused(status, ctx) : request),
});

/** The parameters of such a request are not seen: texts are null, numbers 0. */
const losing = (finds: Finds): Hooks => ({
  parameters: (parameters, ctx) => {
    if (!finds(ctx.request, ctx)) return parameters;
    return Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, typeof value === 'bigint' ? 0n : null]),
    );
  },
});

const rewriting = (edit: (text: string) => string): Hooks => ({ request: (request) => editedBody(request, edit) });

const contentType: (pattern: RegExp) => Finds =
  (pattern) =>
  ({ headers }) =>
    pattern.test(headerOf(headers, 'content-type') ?? '');

const says =
  (pattern: RegExp): Finds =>
  (request) =>
    pattern.test(bodyOf(request));

/** The element of the operation has a prefix. */
const prefixed: Finds = (request, { operation }) => new RegExp(`<[\\w.-]+:${operation}[\\s/>]`).test(bodyOf(request));

/** The Envelope declares the service namespace. */
const declaredAbove: Finds = (request, { contract }) => {
  const [envelope = ''] = /<[\w:.-]*Envelope[^>]*>/.exec(bodyOf(request)) ?? [];
  return envelope.includes(contract.namespace);
};

const CLIENTS = /PHP|Ruby|Zeep|node-soap|JAX-WS|gSOAP|curl|Mozilla\/5/;
const isForeign = ([name, value]: Header): boolean => name.toLowerCase() === 'user-agent' && CLIENTS.test(value);

/** A defect that shows when reads are written in another way. */
export function spelling(
  id: string,
  title: string,
  requirement: string,
  bugClass: string | null,
  cells: Observable,
  hooks: Hooks,
): Defect {
  return { id, title, requirement, bugClass, cells: both(reads, cells), rare: true, hooks };
}

const NAMES = 'Namespaces in XML 1.0, section 6.1';
const soapValues = both(overSoap, takesValues);

/** Servers that know one way of writing an envelope. */
const envelopeSpellings: readonly Defect[] = [
  spelling(
    'prefix-literal',
    'Only the prefix soap is known for the Envelope.',
    NAMES,
    '16',
    overSoap,
    refusing(400, (request) => !bodyOf(request).includes('<soap:Envelope')),
  ),
  spelling(
    'service-prefix-ignored',
    'The parameters of a prefixed operation are not seen.',
    NAMES,
    '18',
    soapValues,
    losing(prefixed),
  ),
  spelling(
    'envelope-declaration-unseen',
    'A service namespace that is declared on the Envelope is not seen.',
    NAMES,
    '17',
    soapValues,
    losing(declaredAbove),
  ),
  spelling(
    'cdata-dropped',
    'Text in CDATA sections is dropped.',
    'XML 1.0, section 2.7',
    null,
    soapValues,
    rewriting((text) => text.replaceAll(/<!\[CDATA\[.*?\]\]>/gs, '')),
  ),
  spelling(
    'references-kept',
    'Character references are taken for text.',
    'XML 1.0, section 4.1',
    '14',
    soapValues,
    rewriting((text) => text.replaceAll('&#', '&amp;#')),
  ),
  spelling(
    'comments-refused',
    'An envelope with comments is refused.',
    'XML 1.0, section 2.5',
    null,
    overSoap,
    refusing(400, says(/<!--/)),
  ),
  spelling(
    'single-quotes-refused',
    'Attributes in single quotes are refused.',
    'XML 1.0, section 2.3',
    null,
    overSoap,
    refusing(400, says(/\sxmlns[:\w-]*='/)),
  ),
  spelling(
    'declaration-required',
    'An envelope without an XML declaration is refused.',
    'XML 1.0, section 2.8',
    '13',
    overSoap,
    refusing(400, (request) => !bodyOf(request).startsWith('<?xml')),
  ),
  spelling(
    'indentation-refused',
    'White space between the elements of an envelope is refused.',
    'XML 1.0, section 2.10',
    null,
    overSoap,
    refusing(400, says(/>\s+<(?!\?)[^>]*Body/)),
  ),
  spelling(
    'empty-header-refused',
    'An empty Header is refused.',
    'SOAP 1.1, section 4.2',
    null,
    both(overSoap, takesNoHeader),
    refusing(400, says(/Header\s*\/>/)),
  ),
];

const MEDIA = 'RFC 9110, section 8.3.1';

/** Servers that know one way of writing a Content-Type. */
const mediaTypeSpellings: readonly Defect[] = [
  spelling(
    'charset-case-refused',
    'A charset in upper case is refused.',
    'RFC 9110, section 8.3.2',
    '7',
    overSoap,
    refusing(415, contentType(/charset="?UTF-8/)),
  ),
  spelling(
    'charset-quotes-refused',
    'A charset in quotes is refused.',
    MEDIA,
    '8',
    overSoap,
    refusing(415, contentType(/charset="/)),
  ),
  spelling(
    'charset-space-required',
    'A charset without a space before it is refused.',
    MEDIA,
    '8',
    overSoap,
    refusing(415, contentType(/;charset/)),
  ),
];

/** Servers that know one client. */
const clientShapes: readonly Defect[] = [
  spelling(
    'user-agent-refused',
    'Clients that are not .NET are refused by their User-Agent.',
    'service.four-bindings',
    null,
    () => true,
    refusing(403, ({ headers }) => headers.some(isForeign)),
  ),
  spelling(
    'action-parameter-refused',
    'A Content-Type with an action parameter is refused.',
    'RFC 9110, section 8.3.1',
    '5',
    over('soap12'),
    refusing(415, contentType(/action=/)),
  ),
];

/** Faults that show when the same envelope, Content-Type or client is written in another way. */
export const requestSpellingDefects: readonly Defect[] = [...envelopeSpellings, ...mediaTypeSpellings, ...clientShapes];
