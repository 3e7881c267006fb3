import { neutralHeader, withoutValues } from '../../value.ts';
import { both, overSoap, takesHeader, takesNoHeader, takesNumber, takesText, takesValues } from '../cells.ts';
import { type Defect, type Effect, recommended, table } from '../defect.ts';
import { rarely } from '../edits/call.ts';
import { bodyMatching, bodyOf, type Finds, refusing, rewriting } from '../edits/request.ts';

/** The parameters of such a request are ignored: texts are null, numbers 0. */
const losing = (finds: Finds): Effect =>
  rarely(both(overSoap, takesValues), {
    parameters: (parameters, ctx) => (finds(ctx.request, ctx) ? withoutValues(parameters) : parameters),
  });

const isPrefixed: Finds = (request, { operation }) => new RegExp(`<[\\w.-]+:${operation}[\\s/>]`).test(bodyOf(request));

const isDeclaredAbove: Finds = (request, { contract }) => {
  const [envelope = ''] = /<[\w:.-]*Envelope[^>]*>/.exec(bodyOf(request)) ?? [];
  return envelope.includes(contract.namespace);
};

const withNumber = both(overSoap, takesNumber);
const withText = both(overSoap, takesText);
const EQUALS = 'XML 1.0, section 2.3';
const BLOCKS = 'SOAP 1.1, section 4.2';
/** Header blocks declare namespaces as well. */
const IN_BLOCKS_TOO = ['request.header-blocks', 'request.infoset'];

/** Servers that know one way of writing an envelope, or search it for what they know. */
export const envelopeRequestDefects: readonly Defect[] = [
  // Where a run sends the request of a client that writes envelopes so, it shows that too.
  ...table({ foundBy: ['request.infoset'], besides: ['request.personas'] }, 'Namespaces in XML 1.0, section 6.1', {
    'prefix-literal': [
      'Only the prefix soap is known for the Envelope.',
      refusing(400, (request) => !bodyOf(request).includes('<soap:Envelope'), overSoap),
    ],
    'service-prefix-ignored': ['The parameters of a prefixed operation are not seen.', losing(isPrefixed)],
    'envelope-declaration-unseen': [
      'A service namespace that is declared on the Envelope is not seen.',
      losing(isDeclaredAbove),
    ],
    'header-prefix-unseen': [
      'A VehicleTypeHeader whose element has a prefix is not seen.',
      rarely(both(overSoap, takesHeader), {
        header: (header, { request }) => (/:VehicleTypeHeader/.test(bodyOf(request)) ? null : header),
      }),
      // A block of its name in another namespace has a prefix too.
      { foundBy: IN_BLOCKS_TOO },
    ],
    'declaration-required': [
      'An envelope without an XML declaration is refused.',
      bodyMatching(/^(?!<\?xml)/),
      'XML 1.0, section 2.8',
    ],
  }),
  ...table(['request.infoset'], 'Namespaces in XML 1.0, section 6.1', {
    'prefix-unlisted': [
      'Only the prefixes that clients usually have for the Envelope are known.',
      bodyMatching(/<(?!(?:soap|soapenv|soap-env|soap12|env|s):)[\w.-]+:Envelope/i),
    ],
    'prefix-beyond-ascii-refused': [
      'An Envelope is known by a prefix of ASCII letters, digits and hyphens.',
      bodyMatching(/<(?![\w-]+:|Envelope)[^<>?!\s/]+:Envelope/),
      'Namespaces in XML 1.0, section 3',
    ],
    'default-again-refused': [
      'A parameter that declares the default namespace again is refused.',
      bodyMatching(/\sxmlns\s*=\s*(["'])(http:\/\/dealer[^"']*)\1.*\sxmlns\s*=\s*\1\2/s, both(withText, takesNoHeader)),
      { requirement: 'Namespaces in XML 1.0, section 6.2', foundBy: IN_BLOCKS_TOO },
    ],
    'rebound-prefix-refused': [
      'A prefix that is bound to another namespace within an element is refused.',
      bodyMatching(
        /xmlns:([^\s=]+)\s*=\s*["'](.*?)["'].*xmlns:\1\s*=\s*["'](?!\2["'])/s,
        both(overSoap, takesNoHeader),
      ),
      { requirement: 'Namespaces in XML 1.0, section 6.2', foundBy: IN_BLOCKS_TOO },
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
    'small-digits-refused': [
      'A character reference with hexadecimal digits in small letters is refused.',
      bodyMatching(/&#x[0-9]*[a-f]/, withText),
      'XML 1.0, section 4.1',
    ],
    'comments-refused': ['An envelope with comments is refused.', bodyMatching(/<!--/), 'XML 1.0, section 2.5'],
    'markup-in-comment-refused': [
      'A comment with markup in it is refused.',
      bodyMatching(/<!--[^>]*</),
      'XML 1.0, section 2.5',
    ],
    'single-quotes-refused': ['Attributes in single quotes are refused.', bodyMatching(/\sxmlns[:\w-]*='/), EQUALS],
    'spaced-equals-refused': [
      'White space around the = of an attribute is refused.',
      bodyMatching(/\sxmlns[:\w-]*(?:\s+=|=\s)/),
      EQUALS,
    ],
    'reference-in-attribute-refused': [
      'A reference in an attribute is refused.',
      bodyMatching(/xmlns:\w+\s*=\s*["'][^"']*&amp;/),
      EQUALS,
    ],
    'namespace-compared-as-written': [
      'The name of a namespace is compared before its references are decoded.',
      bodyMatching(/\sxmlns[:\w.-]*\s*=\s*["'][^"']*&#/),
      'XML 1.0, section 3.3.3',
    ],
    'attribute-lines-refused': [
      'A start tag with line ends between its attributes is refused.',
      bodyMatching(/<[\w:.-]+\s*\n\s*xmlns/),
      'XML 1.0, section 3.1',
    ],
    'indentation-refused': [
      'White space between the elements of an envelope is refused.',
      bodyMatching(/>\s+<(?!\?)[^>]*Body/),
      'XML 1.0, section 2.10',
    ],
    'greater-than-refused': [
      'A > in a text is refused.',
      bodyMatching(/>[^<]*[^<\]]>[^<]*<\//, withText),
      'XML 1.0, section 2.4',
    ],
    'empty-header-refused': [
      'An empty Header is refused.',
      bodyMatching(/Header\s*\/>/, both(overSoap, takesNoHeader)),
      BLOCKS,
    ],
  }),
  ...table(recommended(['request.infoset']), 'Namespaces in XML 1.0, section 3', {
    'typed-parameters-refused': [
      'A parameter with xsi:type is refused.',
      bodyMatching(/\sxsi:type=/),
      'XML Schema 1.0 Part 1, section 2.6.1',
    ],
    'type-prefix-refused': [
      'A parameter whose xsi:type has another prefix than xsd is refused.',
      bodyMatching(/\s\w+:type=["'](?!xsd:)/),
    ],
    'body-attribute-refused': [
      'A Body with an attribute is refused.',
      bodyMatching(/Body[^>]* wsu:Id=/),
      'SOAP 1.1, section 4.3',
    ],
    'byte-order-mark-refused': [
      'An envelope that begins with a byte order mark is refused.',
      refusing(400, ({ body: [first] }) => first === 0xef, overSoap),
      'XML 1.0, section 4.3.3',
    ],
  }),
  ...table(['request.lexical-forms'], 'XML Schema 1.0 Part 2, section 4.3.6', {
    'signed-numbers-refused': [
      'A number with a plus sign is refused.',
      bodyMatching(/(?:Basevehicle|recid|mcat)\b[^>]*>\+\d/, withNumber),
      'XML Schema 1.0 Part 2, section 3.3.13',
    ],
    'space-before-number-refused': ['A number after a space is refused.', bodyMatching(/>\s* \d/, withNumber)],
  }),
  ...table(['request.header-blocks'], BLOCKS, {
    'optional-block-refused': [
      'A header block that need not be understood is refused.',
      bodyMatching(/Header>\s*<(\w+):\w+ xmlns:\1="urn:(?![^>]*mustUnderstand="(?:1|true)")/),
    ],
    'second-block-ignored': [
      'A VehicleTypeHeader behind another block is not seen.',
      rarely(both(overSoap, takesHeader), {
        header: (header, { request }) => (/Header>\s*<(\w+):\w+ xmlns:\1="urn:/.test(bodyOf(request)) ? null : header),
      }),
    ],
    'last-block-taken': [
      'The last header block is taken for the VehicleTypeHeader, and it is another.',
      rarely(both(overSoap, takesHeader), {
        header: (header, { request }) =>
          /VehicleTypeHeader\s*>\s*<\w+:\w+ xmlns:\w+="urn:/.test(bodyOf(request)) ? neutralHeader : header,
      }),
    ],
    'namesake-taken': [
      'A header block with the name of the VehicleTypeHeader is taken for it in any namespace.',
      rarely(both(overSoap, takesHeader), {
        header: (header, { request }) =>
          /VehicleTypeHeader xmlns:\w+="urn:/.test(bodyOf(request)) ? neutralHeader : header,
      }),
    ],
    'parameters-of-header-taken': [
      'A parameter is the first element of its name in the envelope, also in a header block.',
      rarely(both(overSoap, takesText), {
        parameters: (parameters, { request }) => {
          const [header = ''] = /^.*?Body\b/s.exec(bodyOf(request)) ?? [];
          const read = (name: string) => new RegExp(`<(?:[\\w.-]+:)?${name}>([^<]*)<`).exec(header)?.[1];
          const values = Object.entries(parameters);
          return Object.fromEntries(
            values.map(([name, value]) => [name, typeof value === 'string' ? (read(name) ?? value) : value]),
          );
        },
      }),
    ],
    'others-block-refused': [
      'A header block that another role must understand is refused, with no fault that says so.',
      bodyMatching(/ e:(?:actor|role)="[^"]*" e:mustUnderstand="(?:1|true)"/),
      'SOAP 1.1, section 4.2.2',
    ],
    'marked-header-refused': [
      'A VehicleTypeHeader that must be understood is refused.',
      bodyMatching(/VehicleTypeHeader\b[^>]*:mustUnderstand=["'](?:1|true)/, both(overSoap, takesHeader)),
      { requirement: 'SOAP 1.1, section 4.2.3', foundBy: ['request.header-blocks'], besides: ['request.personas'] },
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
];
