import { both, over, overHttp } from './cells.ts';
import type { Defect, Hooks } from './defect.ts';
import { editedBody, spelling } from './request-spelling.ts';
import { echoesFirstText, takesNoHeader, takesText } from './requests-observable.ts';

/** The pairs of a query or form, rewritten. */
const respelling = (edit: (pairs: string) => string): Hooks => ({
  request: (request, { binding }) => {
    if (binding === 'http-post') return editedBody(request, edit);
    const [path = '', query = ''] = request.path.split('?', 2);
    return { ...request, path: `${path}?${edit(query)}` };
  },
});

const PERCENT = 'RFC 3986, section 2.1';

/** Servers that know one way of writing a query or form. */
export const requestFormDefects: readonly Defect[] = [
  spelling(
    'plus-kept',
    'A plus sign that stands for a space stays a plus sign.',
    'bindings.http-post.request',
    null,
    both(over('http-post'), echoesFirstText, takesNoHeader),
    respelling((pairs) => pairs.replaceAll('+', '%2B')),
  ),
  spelling(
    'plus-kept-in-query',
    'A plus sign of a query stays a plus sign.',
    'bindings.http-get.request',
    null,
    both(over('http-get'), echoesFirstText, takesNoHeader),
    respelling((pairs) => pairs.replaceAll('+', '%2B')),
  ),
  spelling(
    'lower-hex-kept',
    'Percent-encoded bytes in lower case are not decoded.',
    PERCENT,
    null,
    both(overHttp, echoesFirstText),
    respelling((pairs) => pairs.replaceAll(/%(?=[0-9a-f]{2})(?![0-9A-F]{2})/g, '%25')),
  ),
  spelling(
    'escapes-kept',
    'Letters that are escaped without need are not decoded.',
    'RFC 3986, section 2.3',
    null,
    both(overHttp, takesText),
    respelling((pairs) => pairs.replaceAll(/%(?=4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A])/g, '%25')),
  ),
];
