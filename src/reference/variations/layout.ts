import { everywhere, overHttp, overSoap } from '../defects/cells.ts';
import { inText } from './tree.ts';
import type { Variation } from './variation.ts';

function layout(id: string, title: string, why: string, edit: (xml: string) => string, cells = everywhere): Variation {
  return { id, title, why, cells, hooks: inText(edit) };
}

/** Start tags and empty tags; the writer escapes '>' everywhere else. */
const inTags = (xml: string, edit: (tag: string) => string): string => xml.replace(/<[^!?/][^>]*>/g, edit);
const ATTRIBUTE = / ([^\s=]+)="([^"]*)"/g;
const EMPTY = /<([^\s/>]+)([^>]*) \/>/g;

function turnedRound(tag: string): string {
  const attributes = tag.match(ATTRIBUTE) ?? [];
  const turned = attributes.toReversed();
  let place = 0;
  return tag.replace(ATTRIBUTE, () => turned[place++] ?? '');
}

const BETWEEN =
  'XML 1.0, section 2.10; XML Schema 1.0 Part 1, section 3.4.4: white space between elements says nothing';

/** White space, quotes and the two ways to write an empty element. */
export const layoutVariations: readonly Variation[] = [
  layout(
    'soap-indented',
    'SOAP answers are indented, with CR LF.',
    BETWEEN,
    (xml) => xml.replaceAll('><', '>\r\n  <'),
    overSoap,
  ),
  layout('tabs-and-blank-lines', 'Tabs and blank lines stand between elements.', BETWEEN, (xml) =>
    xml.replace(/>(?:\n *)?</g, '>\n\n\t\t<'),
  ),
  layout('http-one-line', 'HTTP answers are one line.', BETWEEN, (xml) => xml.replace(/>\n *</g, '><'), overHttp),
  layout('attribute-order', 'Attributes and declarations stand in another order.', 'XML 1.0, section 3.1', (xml) =>
    inTags(xml, turnedRound),
  ),
  layout('attribute-single-quotes', 'Attributes have single quotes.', 'XML 1.0, production 10', (xml) =>
    inTags(xml, (tag) =>
      tag.replace(ATTRIBUTE, (_all, name: string, value: string) => ` ${name}='${value.replaceAll("'", '&apos;')}'`),
    ),
  ),
  layout('empty-pairs', 'Empty elements have a start tag and an end tag.', 'XML 1.0, section 3.1', (xml) =>
    xml.replace(EMPTY, '<$1$2></$1>'),
  ),
  layout('empty-tags-tight', 'Empty tags have no space before the slash.', 'XML 1.0, production 44', (xml) =>
    xml.replace(EMPTY, '<$1$2/>'),
  ),
  layout(
    'space-in-tags',
    'Tags have white space in every place that may have some.',
    'XML 1.0, productions 25, 40 to 44',
    (xml) =>
      inTags(xml, (tag) => tag.replace(ATTRIBUTE, '\r\n\t$1 = "$2"').replace(/( \/)?>$/, ' \n$1>')).replace(
        /<\/([^>]+)>/g,
        '</$1 \t>',
      ),
  ),
];
