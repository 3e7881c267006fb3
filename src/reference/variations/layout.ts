import { overHttp, overSoap } from '../defects/cells.ts';
import { inText } from '../defects/edits/tree.ts';
import { table, type Variation, type VariationChange } from './variation.ts';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
const declared = (declaration: string): VariationChange => inText((xml) => xml.replace(DECLARATION, declaration));

export const prologVariations: readonly Variation[] = [
  ...table('XML 1.0, sections 2.8 and 4.3.3', {
    'no-declaration: There is no XML declaration.': inText((xml) => xml.replace(DECLARATION, '').trimStart()),
  }),
  ...table('XML 1.0, section 2.8, productions 24 and 80', {
    'declaration-single-quotes: The XML declaration has single quotes.': declared(
      "<?xml version='1.0' encoding='utf-8'?>",
    ),
  }),
  ...table('XML 1.0, section 4.3.3: encoding names ignore case', {
    'declaration-upper-case: The encoding is named in upper case.': declared('<?xml version="1.0" encoding="UTF-8"?>'),
  }),
  ...table('XML 1.0, section 2.9', {
    'declaration-standalone: The XML declaration says standalone.': declared(
      '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
    ),
  }),
  ...table('XML 1.0, section 4.3.3: UTF-8 needs no declaration', {
    'declaration-without-encoding: The XML declaration names no encoding.': declared('<?xml version="1.0"?>'),
  }),
  ...table('XML 1.0, productions 23 to 25', {
    'declaration-spaced: The XML declaration has line ends and spaces around its equals signs.': declared(
      '<?xml\r\n  version = "1.0"\r\n  encoding = "utf-8" ?>',
    ),
  }),
  ...table('XML 1.0, production 27', {
    'white-space-after-root: White space follows the root.': inText((xml) => `${xml}\r\n \t\n`),
  }),
  ...table('XML 1.0, section 2.8; SOAP 1.2 Part 1, section 5', {
    'comment-before-root: A comment comes before the root.': declared(`${DECLARATION}\n<!-- served by node 7 -->\n`),
  }),
  ...table('XML 1.0, section 2.5', {
    'comment-after-root: A comment with markup in it follows the root.': inText(
      (xml) => `${xml}\n<!-- <took ms="12"> & done -->`,
    ),
  }),
];

const ATTRIBUTE = / ([^\s=]+)="([^"]*)"/g;
const EMPTY = /<([^\s/>]+)([^>]*) \/>/g;

/** Start tags and empty tags; the writer escapes '>' everywhere else. */
const inTags = (edit: (tag: string) => string) => (xml: string) => xml.replace(/<[^!?/][^>]*>/g, edit);

function turnedRound(tag: string): string {
  const turned = (tag.match(ATTRIBUTE) ?? []).toReversed();
  let place = 0;
  return tag.replace(ATTRIBUTE, () => turned[place++] ?? '');
}

const singleQuoted = (tag: string): string =>
  tag.replace(ATTRIBUTE, (_all, name: string, value: string) => ` ${name}='${value.replaceAll("'", '&apos;')}'`);
const spaced = inTags((tag) => tag.replace(ATTRIBUTE, '\r\n\t$1 = "$2"').replace(/( \/)?>$/, ' \n$1>'));

const BETWEEN =
  'XML 1.0, section 2.10; XML Schema 1.0 Part 1, section 3.4.4: white space between elements says nothing';

/** White space, quotes and the two ways to write an empty element. */
export const layoutVariations: readonly Variation[] = [
  ...table(BETWEEN, {
    'soap-indented: SOAP answers are indented, with CR LF.': inText(
      (xml) => xml.replaceAll('><', '>\r\n  <'),
      overSoap,
    ),
    'tabs-and-blank-lines: There are tabs and blank lines between elements.': inText((xml) =>
      xml.replace(/>(?:\n *)?</g, '>\n\n\t\t<'),
    ),
    'http-one-line: HTTP answers are one line.': inText((xml) => xml.replace(/>\n *</g, '><'), overHttp),
  }),
  ...table('XML 1.0, section 3.1', {
    'attribute-order: Attributes and declarations are in another order.': inText(inTags(turnedRound)),
    'empty-pairs: Empty elements have a start tag and an end tag.': inText((xml) => xml.replace(EMPTY, '<$1$2></$1>')),
  }),
  ...table('XML 1.0, production 10', {
    'attribute-single-quotes: Attributes have single quotes.': inText(inTags(singleQuoted)),
  }),
  ...table('XML 1.0, production 44', {
    'empty-tags-tight: Empty tags have no space before the slash.': inText((xml) => xml.replace(EMPTY, '<$1$2/>')),
  }),
  ...table('XML 1.0, productions 25, 40 to 44', {
    'space-in-tags: Tags have white space in every place that allows it.': inText((xml) =>
      spaced(xml).replace(/<\/([^>]+)>/g, '</$1 \t>'),
    ),
  }),
];
