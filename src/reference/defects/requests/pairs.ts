import type { BindingName } from '../../../contract/model.ts';
import { both, echoesFirstText, echoesText, over, overHttp, takesNoHeader, takesText } from '../cells.ts';
import { type Defect, type Effect, recommended, table } from '../defect.ts';
import { bodyOf, refusing, respelling } from '../edits/request.ts';

const RULE = ['request.url-encoding'];

const plusKept = (binding: BindingName): Effect =>
  respelling(both(over(binding), echoesFirstText, takesNoHeader), (pairs) => pairs.replaceAll('+', '%2B'));

/** Servers that know one way of writing a query or form. */
export const pairDefects: readonly Defect[] = [
  ...table(['request.text-fidelity', 'request.url-encoding'], {
    'plus-kept: A plus sign that stands for a space stays a plus sign.': plusKept('http-post'),
  }),
  ...table(recommended(RULE), {
    'plus-kept-in-query: A plus sign of a query stays a plus sign.': plusKept('http-get'),
    'value-cut-at-equals: A value ends before an = in it.': respelling(echoesText, (pairs) =>
      pairs.replaceAll(/([^&=]*=[^&=]*)=[^&]*/g, '$1'),
    ),
    'query-split-at-semicolons: A semicolon in a query separates parameters, as an & does.': respelling(
      both(over('http-get'), echoesText),
      (pairs) => pairs.replaceAll(';', '&'),
    ),
    'empty-pairs-refused: A query or form with an empty pair is refused.': refusing(
      400,
      (request, { binding }) => /&(?:&|$)/.test(binding === 'http-get' ? request.path : bodyOf(request)),
      overHttp,
    ),
  }),
  ...table(RULE, {
    'lower-hex-kept: Percent-encoded bytes in lower case are not decoded.': respelling(echoesFirstText, (pairs) =>
      pairs.replaceAll(/%(?=[0-9a-f]{2})(?![0-9A-F]{2})/g, '%25'),
    ),
    'escapes-kept: Letters that are escaped without need are not decoded.': respelling(takesText, (pairs) =>
      pairs.replaceAll(/%(?=4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A])/g, '%25'),
    ),
  }),
];
