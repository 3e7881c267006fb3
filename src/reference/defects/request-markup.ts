import { both, echoesText, overHttp, overSoap, takesNoHeader, takesText } from './cells.ts';
import { type Defect, table } from './defect.ts';
import { bodyMatching, respelling } from './request-spelling.ts';

/** Servers that search a request for what they know. */
export const requestMarkupDefects: readonly Defect[] = [
  ...table(['request.infoset'], 'Namespaces in XML 1.0, section 6.2', {
    'default-again-refused': [
      'A parameter that declares the default namespace again is refused.',
      bodyMatching(
        /\sxmlns\s*=\s*(["'])(http:\/\/dealer[^"']*)\1.*\sxmlns\s*=\s*\1\2/s,
        both(overSoap, takesNoHeader, takesText),
      ),
    ],
    'rebound-prefix-refused': [
      'A prefix that is bound to another namespace within an element is refused.',
      // In a header block request.header-blocks may do it too.
      bodyMatching(
        /xmlns:([^\s=]+)\s*=\s*["'](.*?)["'].*xmlns:\1\s*=\s*["'](?!\2["'])/s,
        both(overSoap, takesNoHeader),
      ),
    ],
    'markup-in-comment-refused': [
      'A comment with markup in it is refused.',
      bodyMatching(/<!--[^>]*</),
      'XML 1.0, section 2.5',
    ],
    'small-digits-refused': [
      'A character reference with hexadecimal digits in small letters is refused.',
      bodyMatching(/&#x[0-9]*[a-f]/, both(overSoap, takesText)),
      'XML 1.0, section 4.1',
    ],
    'reference-in-attribute-refused': [
      'A reference in an attribute is refused.',
      bodyMatching(/xmlns:\w+\s*=\s*["'][^"']*&amp;/),
      'XML 1.0, section 2.3',
    ],
  }),
  ...table(['request.url-encoding'], 'RFC 3986, section 3.4', {
    'value-cut-at-equals': [
      'A value ends before an = in it.',
      respelling(both(overHttp, echoesText), (pairs) => pairs.replaceAll(/([^&=]*=[^&=]*)=[^&]*/g, '$1')),
    ],
  }),
];
