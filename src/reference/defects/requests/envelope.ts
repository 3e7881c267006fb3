import { eachParameter, neutralHeader, type VehicleTypeHeader, withoutValues } from '../../value.ts';
import { both, of, overSoap, takesHeader, takesNoHeader, takesNumber, takesText, takesValues } from '../cells.ts';
import { type Defect, type Effect, orPersonas, recommended, table } from '../defect.ts';
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
/** A VehicleTypeHeader in such an envelope is read as another. */
const withBlock = (pattern: RegExp, read: VehicleTypeHeader | null): Effect =>
  rarely(both(overSoap, takesHeader), {
    header: (header, { request }) => (pattern.test(bodyOf(request)) ? read : header),
  });
/** Header blocks declare namespaces as well. */
const IN_BLOCKS_TOO = ['request.header-blocks', 'request.infoset'];

/** Servers that know one way of writing an envelope, or search it for what they know. */
export const envelopeRequestDefects: readonly Defect[] = [
  ...table(orPersonas('request.infoset'), {
    'prefix-literal: Only the prefix soap is known for the Envelope.': bodyMatching(/^(?!.*<soap:Envelope)/s),
    'service-prefix-ignored: The parameters of a prefixed operation are not seen.': losing(isPrefixed),
    'envelope-declaration-unseen: A service namespace that is declared on the Envelope is not seen.':
      losing(isDeclaredAbove),
    'declaration-required: An envelope without an XML declaration is refused.': bodyMatching(/^(?!<\?xml)/),
  }),
  ...table(orPersonas(...IN_BLOCKS_TOO), {
    // A block of its name in another namespace has a prefix too.
    'header-prefix-unseen: A VehicleTypeHeader whose element has a prefix is not seen.': withBlock(
      /:VehicleTypeHeader/,
      null,
    ),
  }),
  ...table(['request.infoset'], {
    'prefix-unlisted: Only the prefixes that clients usually have for the Envelope are known.': bodyMatching(
      /<(?!(?:soap|soapenv|soap-env|soap12|env|s):)[\w.-]+:Envelope/i,
    ),
    'prefix-beyond-ascii-refused: An Envelope is known by a prefix of ASCII letters, digits and hyphens.': bodyMatching(
      /<(?![\w-]+:|Envelope)[^<>?!\s/]+:Envelope/,
    ),
    'cdata-dropped: Text in CDATA sections is dropped.': rewriting((text) =>
      text.replaceAll(/<!\[CDATA\[.*?\]\]>/gs, ''),
    ),
    'references-kept: Character references are taken for text.': rewriting((text) => text.replaceAll('&#', '&amp;#')),
    'small-digits-refused: A character reference with hexadecimal digits in small letters is refused.': bodyMatching(
      /&#x[0-9]*[a-f]/,
      withText,
    ),
    'comments-refused: An envelope with comments is refused.': bodyMatching(/<!--/),
    'markup-in-comment-refused: A comment with markup in it is refused.': bodyMatching(/<!--[^>]*</),
    'single-quotes-refused: Attributes in single quotes are refused.': bodyMatching(/\sxmlns[:\w-]*='/),
    'spaced-equals-refused: White space around the = of an attribute is refused.':
      bodyMatching(/\sxmlns[:\w-]*(?:\s+=|=\s)/),
    'reference-in-attribute-refused: A reference in an attribute is refused.': bodyMatching(
      /xmlns:\w+\s*=\s*["'][^"']*&amp;/,
    ),
    'namespace-compared-as-written: The name of a namespace is compared before its references are decoded.':
      bodyMatching(/\sxmlns[:\w.-]*\s*=\s*["'][^"']*&#/),
    'attribute-lines-refused: A start tag with line ends between its attributes is refused.':
      bodyMatching(/<[\w:.-]+\s*\n\s*xmlns/),
    'indentation-refused: White space between the elements of an envelope is refused.':
      bodyMatching(/>\s+<(?!\?)[^>]*Body/),
    'greater-than-refused: A > in a text is refused.': bodyMatching(/>[^<]*[^<\]]>[^<]*<\//, withText),
    'empty-header-refused: An empty Header is refused.': bodyMatching(/Header\s*\/>/, both(overSoap, takesNoHeader)),
  }),
  ...table(IN_BLOCKS_TOO, {
    'default-again-refused: A parameter that declares the default namespace again is refused.': bodyMatching(
      /\sxmlns\s*=\s*(["'])(http:\/\/dealer[^"']*)\1.*\sxmlns\s*=\s*\1\2/s,
      both(withText, takesNoHeader),
    ),
    'rebound-prefix-refused: A prefix that is bound to another namespace within an element is refused.': bodyMatching(
      /xmlns:([^\s=]+)\s*=\s*["'](.*?)["'].*xmlns:\1\s*=\s*["'](?!\2["'])/s,
      both(overSoap, takesNoHeader),
    ),
  }),
  ...table(recommended(['request.infoset']), {
    'typed-parameters-refused: A parameter with xsi:type is refused.': bodyMatching(/\sxsi:type=/),
    'type-prefix-refused: A parameter whose xsi:type has another prefix than xsd is refused.':
      bodyMatching(/\s\w+:type=["'](?!xsd:)/),
    'text-ends-at-comment: A text ends where a comment begins in it.': rewriting(
      (text) => text.replaceAll(/<!--(?:(?!-->).)*-->[^<]*(?=<\/)/gs, ''),
      of('Get_Video_Links_by_Make'),
    ),
    'body-attribute-refused: A Body with an attribute is refused.': bodyMatching(/Body[^>]* wsu:Id=/),
    'byte-order-mark-refused: An envelope that begins with a byte order mark is refused.': refusing(
      400,
      ({ body: [first] }) => first === 0xef,
      overSoap,
    ),
  }),
  ...table(['request.lexical-forms'], {
    'signed-numbers-refused: A number with a plus sign is refused.': bodyMatching(
      /(?:Basevehicle|recid|mcat)\b[^>]*>\+\d/,
      withNumber,
    ),
    'space-before-number-refused: A number after a space is refused.': bodyMatching(/>\s* \d/, withNumber),
  }),
  ...table(['request.header-blocks'], {
    'optional-block-refused: A header block that need not be understood is refused.': bodyMatching(
      /Header>\s*<(\w+):\w+ xmlns:\1="urn:(?![^>]*mustUnderstand="(?:1|true)")/,
    ),
    'second-block-ignored: A VehicleTypeHeader behind another block is not seen.': withBlock(
      /Header>\s*<(\w+):\w+ xmlns:\1="urn:/,
      null,
    ),
    'last-block-taken: The last header block is taken for the VehicleTypeHeader, and it is another.': withBlock(
      /VehicleTypeHeader\s*>\s*<\w+:\w+ xmlns:\w+="urn:/,
      neutralHeader,
    ),
    'namesake-taken: A header block with the name of the VehicleTypeHeader is taken for it in any namespace.':
      withBlock(/VehicleTypeHeader xmlns:\w+="urn:/, neutralHeader),
    'parameters-of-header-taken: A parameter is the first element of its name in the envelope, also in a header block.':
      rarely(withText, {
        parameters: (parameters, { request }) => {
          const [header = ''] = /^.*?Body\b/s.exec(bodyOf(request)) ?? [];
          const read = (name: string) => new RegExp(`<(?:[\\w.-]+:)?${name}>([^<]*)<`).exec(header)?.[1];
          return eachParameter(parameters, (value, name) =>
            typeof value === 'string' ? (read(name) ?? value) : value,
          );
        },
      }),
    'others-block-refused: A header block that another role must understand is refused, with no fault that says so.':
      bodyMatching(/ e:(?:actor|role)="[^"]*" e:mustUnderstand="(?:1|true)"/),
    'role-refused: A header block with an actor or role is refused.': bodyMatching(
      / xmlns:e="[^"]*" e:(?:actor|role)="/,
    ),
    'block-attribute-refused: A header block with mustUnderstand="0", relay or encodingStyle is refused.': bodyMatching(
      / e:(?:(?:relay|encodingStyle)="|mustUnderstand="(?:0|false)")/,
    ),
  }),
  ...table(orPersonas('request.header-blocks'), {
    'marked-header-refused: A VehicleTypeHeader that must be understood is refused.': bodyMatching(
      /VehicleTypeHeader\b[^>]*:mustUnderstand=["'](?:1|true)/,
      both(overSoap, takesHeader),
    ),
  }),
];
