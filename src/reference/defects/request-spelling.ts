import type { BindingName } from '../../contract/model.ts';
import type { MutationContext } from '../mutation.ts';
import { withoutValues } from '../value.ts';
import { contentTypeOf, type InRequest, textResponse } from '../wire/message.ts';
import {
  both,
  echoesFirstText,
  over,
  overHttp,
  overSoap,
  reads,
  takesHeader,
  takesNoHeader,
  takesNumber,
  takesText,
  takesValues,
} from './cells.ts';
import { type Defect, type Effect, type Hooks, type Observable, rareChanges, table } from './defect.ts';

function bodyOf({ body }: InRequest): string {
  return new TextDecoder().decode(body);
}

export function editedBody(request: InRequest, edit: (text: string) => string): InRequest {
  return { ...request, body: new TextEncoder().encode(edit(bodyOf(request))) };
}

/** A fault that shows in reads with rare values, or written in another way: too few writes are sent. */
export function rarely(cells: Observable, hooks: Hooks): Effect {
  return rareChanges(both(reads, cells), hooks);
}

type Finds = (request: InRequest, ctx: MutationContext) => boolean;

/** Such a request gets this status and no body. */
export function refusing(cells: Observable, status: number, finds: Finds): Effect {
  return rarely(cells, {
    request: (request, ctx) => {
      const answer = textResponse(status, contentTypeOf(ctx.contract, ctx.binding), '');
      return finds(request, ctx) ? { answer } : request;
    },
  });
}

/** The parameters of such a request are ignored: texts are null, numbers 0. */
function losing(finds: Finds): Effect {
  return rarely(soapValues, {
    parameters: (parameters, ctx) => (finds(ctx.request, ctx) ? withoutValues(parameters) : parameters),
  });
}

const soapValues = both(overSoap, takesValues);
const rewriting = (edit: (text: string) => string): Effect =>
  rarely(soapValues, { request: (request) => editedBody(request, edit) });

export const bodyMatching = (pattern: RegExp, cells = overSoap): Effect =>
  refusing(cells, 400, (request) => pattern.test(bodyOf(request)));

const prefixed: Finds = (request, { operation }) => new RegExp(`<[\\w.-]+:${operation}[\\s/>]`).test(bodyOf(request));

const declaredAbove: Finds = (request, { contract }) => {
  const [envelope = ''] = /<[\w:.-]*Envelope[^>]*>/.exec(bodyOf(request)) ?? [];
  return envelope.includes(contract.namespace);
};

/** Servers that know one way of writing an envelope. */
const envelopeSpellings = [
  ...table(['request.infoset', 'request.personas'], 'Namespaces in XML 1.0, section 6.1', {
    'prefix-literal': [
      'Only the prefix soap is known for the Envelope.',
      refusing(overSoap, 400, (request) => !bodyOf(request).includes('<soap:Envelope')),
    ],
    'service-prefix-ignored': ['The parameters of a prefixed operation are not seen.', losing(prefixed)],
    'envelope-declaration-unseen': [
      'A service namespace that is declared on the Envelope is not seen.',
      losing(declaredAbove),
    ],
  }),
  ...table(['request.infoset'], 'Namespaces in XML 1.0, section 6.1', {
    'prefix-unlisted': [
      'Only the prefixes that clients usually have for the Envelope are known.',
      bodyMatching(/<(?!(?:soap|soapenv|soap-env|soap12|env|s):)[\w.-]+:Envelope/i),
    ],
    'cdata-dropped': [
      'Text in CDATA sections is dropped.',
      rewriting((text) => text.replaceAll(/<!\[CDATA\[.*?\]\]>/gs, '')),
      'XML 1.0, section 2.7',
    ],
    'references-kept': [
      'Character references are taken for text.',
      rewriting((text) => text.replaceAll('&#', '&amp;#')),
      'XML 1.0, section 4.1',
    ],
    'comments-refused': ['An envelope with comments is refused.', bodyMatching(/<!--/), 'XML 1.0, section 2.5'],
    'single-quotes-refused': [
      'Attributes in single quotes are refused.',
      bodyMatching(/\sxmlns[:\w-]*='/),
      'XML 1.0, section 2.3',
    ],
    'spaced-equals-refused': [
      'White space around the = of an attribute is refused.',
      bodyMatching(/\sxmlns[:\w-]*(?:\s+=|=\s)/),
      'XML 1.0, section 2.3',
    ],
    'declaration-required': [
      'An envelope without an XML declaration is refused.',
      bodyMatching(/^(?!<\?xml)/),
      { requirement: 'XML 1.0, section 2.8', foundBy: ['request.infoset', 'request.personas'] },
    ],
    'indentation-refused': [
      'White space between the elements of an envelope is refused.',
      bodyMatching(/>\s+<(?!\?)[^>]*Body/),
      'XML 1.0, section 2.10',
    ],
    'typed-parameters-refused': [
      'A parameter with xsi:type is refused.',
      bodyMatching(/\sxsi:type=/),
      'XML Schema 1.0 Part 1, section 2.6.1',
    ],
    'type-prefix-refused': [
      'A parameter whose xsi:type has another prefix than xsd is refused.',
      bodyMatching(/\s\w+:type=["'](?!xsd:)/),
      'Namespaces in XML 1.0, section 3',
    ],
  }),
  ...table(['request.header-blocks'], 'Namespaces in XML 1.0, section 6.1', {
    'optional-block-refused': [
      'A header block that need not be understood is refused.',
      bodyMatching(/Header>\s*<(\w+):\w+ xmlns:\1="urn:(?![^>]*mustUnderstand="(?:1|true)")/),
      'SOAP 1.1, section 4.2',
    ],
    'second-block-ignored': [
      'A VehicleTypeHeader behind another block is not seen.',
      rarely(both(overSoap, takesHeader), {
        header: (header, { request }) => (/Header>\s*<(\w+):\w+ xmlns:\1="urn:/.test(bodyOf(request)) ? null : header),
      }),
      'SOAP 1.1, section 4.2',
    ],
    'role-refused': [
      'A header block with an actor or role is refused.',
      bodyMatching(/ xmlns:e="[^"]*" e:(?:actor|role)="/),
      'SOAP 1.1, section 4.2.2',
    ],
    'block-attribute-refused': [
      'A header block with mustUnderstand="0", relay or encodingStyle is refused.',
      bodyMatching(/ e:(?:(?:relay|encodingStyle)="|mustUnderstand="(?:0|false)")/),
      'SOAP 1.1, section 4.1.1',
    ],
  }),
  ...table(['request.infoset'], 'Namespaces in XML 1.0, section 6.1', {
    'attribute-lines-refused': [
      'A start tag with line ends between its attributes is refused.',
      bodyMatching(/<[\w:.-]+\s*\n\s*xmlns/),
      'XML 1.0, section 3.1',
    ],
    'body-attribute-refused': [
      'A Body with an attribute is refused.',
      bodyMatching(/Body[^>]* wsu:Id=/),
      'SOAP 1.1, section 4.3',
    ],
    'greater-than-refused': [
      'A > in a text is refused.',
      bodyMatching(/>[^<]*[^<\]]>[^<]*<\//, both(overSoap, takesText)),
      'XML 1.0, section 2.4',
    ],
    'signed-numbers-refused': [
      'A number with a plus sign is refused.',
      bodyMatching(/(?:Basevehicle|recid|mcat)\b[^>]*>\+\d/, both(overSoap, takesNumber)),
      { requirement: 'XML Schema 1.0 Part 2, section 3.3.13', foundBy: ['request.lexical-forms'] },
    ],
    'space-before-number-refused': [
      'A number after a space is refused.',
      bodyMatching(/>\s* \d/, both(overSoap, takesNumber)),
      { requirement: 'XML Schema 1.0 Part 2, section 4.3.6', foundBy: ['request.lexical-forms'] },
    ],
    'empty-header-refused': [
      'An empty Header is refused.',
      bodyMatching(/Header\s*\/>/, both(overSoap, takesNoHeader)),
      'SOAP 1.1, section 4.2',
    ],
  }),
];

/** The pairs of a query or form, rewritten. */
export const respelling = (cells: Observable, edit: (pairs: string) => string): Effect =>
  rarely(both(overHttp, cells), {
    request: (request, { binding }) => {
      if (binding === 'http-post') return editedBody(request, edit);
      const [path = '', query = ''] = request.path.split('?', 2);
      return { ...request, path: `${path}?${edit(query)}` };
    },
  });

const plusKept = (binding: BindingName): Effect =>
  respelling(both(over(binding), echoesFirstText, takesNoHeader), (pairs) => pairs.replaceAll('+', '%2B'));

/** Servers that know one way of writing a query or form. */
const formSpellings = table(['request.url-encoding'], 'RFC 3986, section 2.1', {
  'plus-kept': [
    'A plus sign that stands for a space stays a plus sign.',
    plusKept('http-post'),
    { requirement: 'bindings.http-post.request', foundBy: ['request.text-fidelity', 'request.url-encoding'] },
  ],
  'plus-kept-in-query': [
    'A plus sign of a query stays a plus sign.',
    plusKept('http-get'),
    'bindings.http-get.request',
  ],
  'lower-hex-kept': [
    'Percent-encoded bytes in lower case are not decoded.',
    respelling(echoesFirstText, (pairs) => pairs.replaceAll(/%(?=[0-9a-f]{2})(?![0-9A-F]{2})/g, '%25')),
  ],
  'empty-pairs-refused': [
    'A query or form with an empty pair is refused.',
    refusing(overHttp, 400, (request, { binding }) =>
      /&(?:&|$)/.test(binding === 'http-get' ? request.path : bodyOf(request)),
    ),
    'service.four-bindings',
  ],
  'escapes-kept': [
    'Letters that are escaped without need are not decoded.',
    respelling(takesText, (pairs) => pairs.replaceAll(/%(?=4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A])/g, '%25')),
    'RFC 3986, section 2.3',
  ],
});

/** Faults that show when the same envelope, query or form is written in another way. */
export const requestSpellingDefects: readonly Defect[] = [...envelopeSpellings, ...formSpellings];

/** Later ones, at the end of the list. */
export const prefixDefects: readonly Defect[] = table(['request.infoset'], 'Namespaces in XML 1.0, section 3', {
  'prefix-beyond-ascii-refused': [
    'An Envelope is known by a prefix of ASCII letters, digits and hyphens.',
    bodyMatching(/<(?![\w-]+:|Envelope)[^<>?!\s/]+:Envelope/),
  ],
});
