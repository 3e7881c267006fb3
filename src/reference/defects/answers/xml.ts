import { withHeader } from '../../../wire/http/exchange.ts';
import type { OutNode } from '../../wire/element.ts';
import type { OutResponse } from '../../wire/message.ts';
import { both, of, overHttp } from '../cells.ts';
import { type Defect, type Effect, recommended, table, together } from '../defect.ts';
import { answered, withBody, withText } from '../edits/answer.ts';
import { rarely } from '../edits/call.ts';
import { any, type EditField, editField, inText, isString } from '../edits/tree.ts';

const withRaw = (raw: string): Effect =>
  editField('outermost', isString, (one) => [{ ...one, children: [...one.children, { raw }] }]);

const firstField = (edit: EditField): Effect => editField('top', any, edit);
const afterDeclaration = (text: string, added: string): string => text.replace(/\?>\s*/, (found) => `${found}${added}`);
const root = (text: string): string => /<([A-Za-z_][^\s/>]*)/.exec(text)?.[1] ?? '';
const undeclared = (text: string): string => text.replace(/^<\?[\s\S]*?\?>/, '');
const withOtherEnd = (text: string): string => text.replace(/<\/[^<]*$/, '</end>');
const typed = (text: string): string => afterDeclaration(text, `<!DOCTYPE ${root(undeclared(text))}>`);
const ENTITIES = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;">]>';
const nil = firstField((element) => [{ ...element, attributes: { 'xsi:nil': 'false' } }]);
const withoutXsi = inText((text) => text.replace(/ xmlns:xsi="[^"]*"/, ''));

const PAGE =
  '<!DOCTYPE html>\n<html><head><title>Runtime Error</title></head><body><p>Server Error<br></body></html>\n';
const withPage = (response: OutResponse): OutResponse => withText(response, () => PAGE);
const asPage = (response: OutResponse): OutResponse =>
  withHeader(withPage({ ...response, status: 200 }), 'Content-Type', 'text/html; charset=utf-8');
/** A number that is none, or a text with < and a letter: an observer sends them in the cells of one operation. */
const refusedWithPage: Effect = {
  ...rarely(both(overHttp, of('Get_Basevehicle_Images')), {
    response: (response, { failure }) => (failure === null ? response : asPage(response)),
  }),
  observed: true,
};
const INSTRUCTION: OutNode = { raw: '<?server version="4"?>' };

/** Layer 'XML': what no parser, or no SOAP node, may accept. */
export const xmlDefects: readonly Defect[] = [
  ...table(['xml.well-formed'], {
    'ampersand-raw: An ampersand in a text is not escaped.': withRaw(' & '),
    'less-than-raw: A less-than sign in a text is not escaped.': withRaw(' < 3 '),
    'entity-undefined: A text has an entity of HTML.': withRaw('&nbsp;'),
    'document-cut-short: The last ten characters of the document are missing.': inText((text) => text.slice(0, -10)),
    'text-after-document: Text follows the document.': inText((text) => `${text}\nOK`),
    'document-twice: The document is sent twice.': inText((text) => `${text}${undeclared(text)}`),
    'declaration-after-newline: An empty line precedes the XML declaration.': inText((text) => `\r\n${text}`),
    'end-tag-differs: The last end tag is spelled differently from its start tag.': inText(withOtherEnd),
    'prefix-unbound: An element has a prefix that is not declared.': firstField((element) => [
      { ...element, name: `gd:${element.name}` },
    ]),
    'nil-without-xsi: A nil attribute has the prefix xsi, which is not declared.': together(nil, withoutXsi),
    'attribute-twice: An element has an attribute twice.': inText((text) =>
      text.replace(new RegExp(`<${root(text)}`), '$& a="1" a="1"'),
    ),
    'body-empty: A call is answered with 200 and no body.': answered((response) =>
      withBody(response, new Uint8Array()),
    ),
  }),
  ...table(recommended(['xml.bom'], undefined, ['xml.well-formed']), {
    'bom-twice: The document begins with two byte order marks.': inText((text) => `\uFEFF\uFEFF${text}`),
  }),
  ...table(recommended(['xml.well-formed']), {
    'declaration-version-11: The XML declaration names version 1.1.': inText((text) =>
      text.replace('version="1.0"', 'version="1.1"'),
    ),
  }),
  ...table(recommended(['xml.no-doctype'], overHttp), {
    'doctype: The document has a document type declaration.': inText(typed),
    'doctype-with-entities: The document declares entities, one in terms of the other.': inText((text) =>
      afterDeclaration(text, ENTITIES),
    ),
  }),
  ...table(recommended(['xml.no-doctype'], overHttp, ['http.content-type', 'xml.well-formed']), {
    'html-page: A page in HTML is sent with status 200.': answered(asPage),
    'refused-with-page: What GET and POST refuse gets a page in HTML with status 200.': refusedWithPage,
  }),
  ...table(recommended(['xml.no-doctype'], overHttp, ['xml.well-formed']), {
    'page-labelled-xml: A page in HTML is sent with status 200 and the Content-Type of an answer.': answered(withPage),
    'doctype-before-malformed: A document type declaration precedes a document with a wrong end tag.': inText((text) =>
      typed(withOtherEnd(text)),
    ),
  }),
  ...table(['xml.characters'], {
    'control-character: A text holds the character U+0001.': withRaw('\u0001'),
    'vertical-tab: A text holds a vertical tab, as texts copied from a word processor do.': withRaw('\u000b'),
    'control-character-reference: A text holds a reference to U+0001.': withRaw('&#x1;'),
    'surrogate-references: A character beyond U+FFFF is written as two references to surrogates.':
      withRaw('&#xD83D;&#xDE80;'),
    'noncharacter: A text holds the character U+FFFF.': withRaw('\uffff'),
  }),
  ...table(recommended(['soap.no-processing-instruction'], overHttp), {
    'processing-instruction: A processing instruction comes before the root.': inText((text) =>
      afterDeclaration(text, '<?xml-stylesheet href="a.xsl"?>'),
    ),
    'processing-instruction-in-record: A processing instruction is in a record.': firstField((element) => [
      INSTRUCTION,
      element,
    ]),
  }),
];
