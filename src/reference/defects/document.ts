import type { OutNode } from '../wire/element.ts';
import { onSuccess, withBody, withHeader } from './answers.ts';
import { everywhere } from './cells.ts';
import type { Defect, Effect } from './defect.ts';
import { editField } from './edit.ts';
import { any, isString } from './fields.ts';

/** Changes the XML of a result. */
function xml(edit: (text: string) => string): Effect {
  return {
    cells: everywhere,
    hooks: { text: (text, ctx) => (ctx.failure === null ? edit(text) : text) },
  };
}

/** Puts markup behind the first text of each record. */
function inText(raw: string): Effect {
  return editField('outermost', isString, (element) => [{ ...element, children: [...element.children, { raw }] }]);
}

/** Changes the first field of each record. */
function firstField(edit: (element: Parameters<Parameters<typeof editField>[2]>[0]) => readonly OutNode[]): Effect {
  return editField('top', any, edit);
}

function malformed(
  id: string,
  title: string,
  effect: Effect,
  bugClass: string | null = null,
  requirement = 'XML 1.0, section 2.1',
): Defect {
  return { id, title, requirement, bugClass, ...effect };
}

const afterDeclaration = (text: string, added: string): string => text.replace(/\?>\s*/, (found) => `${found}${added}`);
const root = (text: string): string => /<([A-Za-z_][^\s/>]*)/.exec(text)?.[1] ?? '';

const malformedDefects: readonly Defect[] = [
  malformed('ampersand-raw', 'An ampersand in a text is not escaped.', inText(' & '), '14', 'XML 1.0, section 2.4'),
  malformed(
    'less-than-raw',
    'A less-than sign in a text is not escaped.',
    inText(' < 3 '),
    '14',
    'XML 1.0, section 2.4',
  ),
  malformed('entity-undefined', 'A text has an entity of HTML.', inText('&nbsp;'), null, 'XML 1.0, section 4.1'),
  malformed(
    'document-cut-short',
    'The last ten characters of the document are missing.',
    xml((text) => text.slice(0, -10)),
  ),
  malformed(
    'text-after-document',
    'Text follows the document.',
    xml((text) => `${text}\nOK`),
  ),
  malformed(
    'document-twice',
    'The document is sent twice.',
    xml((text) => `${text}${text.replace(/^<\?[\s\S]*?\?>/, '')}`),
    '21',
  ),
  malformed(
    'declaration-after-newline',
    'An empty line precedes the XML declaration.',
    xml((text) => `\r\n${text}`),
    null,
    'XML 1.0, section 2.8',
  ),
  malformed(
    'end-tag-differs',
    'The last end tag is spelled otherwise than its start tag.',
    xml((text) => text.replace(/<\/[^<]*$/, '</end>')),
  ),
  malformed(
    'prefix-unbound',
    'An element has a prefix that is not declared.',
    firstField((element) => [{ ...element, name: `gd:${element.name}` }]),
    '17, 30',
    'Namespaces in XML 1.0, section 5',
  ),
  malformed(
    'nil-without-xsi',
    'A nil attribute has the prefix xsi, which is not declared.',
    {
      cells: everywhere,
      hooks: {
        ...firstField((element) => [{ ...element, attributes: [{ name: 'xsi:nil', value: 'false' }] }]).hooks,
        ...xml((text) => text.replace(/ xmlns:xsi="[^"]*"/, '')).hooks,
      },
    },
    '26',
    'Namespaces in XML 1.0, section 5',
  ),
  malformed(
    'attribute-twice',
    'An element has an attribute twice.',
    xml((text) => text.replace(new RegExp(`<${root(text)}`), '$& a="1" a="1"')),
    null,
    'XML 1.0, section 3.1',
  ),
  {
    id: 'body-empty',
    title: 'A call is answered with 200 and no body.',
    requirement: 'service.xml',
    bugClass: '15',
    cells: everywhere,
    hooks: onSuccess((response) => withBody(response, new Uint8Array())),
  },
];

const PAGE =
  '<!DOCTYPE html>\n<html><head><title>Runtime Error</title></head><body><p>Server Error<br></body></html>\n';

/** Layer 'XML': what no parser, or no SOAP node, may accept. */
export const documentDefects: readonly Defect[] = [
  ...malformedDefects,
  {
    id: 'doctype',
    title: 'The document has a document type declaration.',
    requirement: 'SOAP 1.1, section 3',
    bugClass: null,
    ...xml((text) => afterDeclaration(text, `<!DOCTYPE ${root(text.replace(/^<\?[\s\S]*?\?>/, ''))}>`)),
  },
  {
    id: 'doctype-with-entities',
    title: 'The document declares entities, one in terms of the other.',
    requirement: 'SOAP 1.1, section 3',
    bugClass: null,
    ...xml((text) => afterDeclaration(text, '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;">]>')),
  },
  {
    id: 'html-page',
    title: 'A page in HTML is sent with status 200.',
    requirement: 'service.xml',
    bugClass: null,
    cells: everywhere,
    hooks: onSuccess((response) =>
      withHeader(withBody(response, new TextEncoder().encode(PAGE)), 'Content-Type', 'text/html; charset=utf-8'),
    ),
  },
  characters('control-character', 'A text holds the character U+0001.', '\u0001'),
  characters('vertical-tab', 'A text holds a vertical tab, as texts copied from a word processor do.', '\u000b'),
  characters('control-character-reference', 'A text holds a reference to U+0001.', '&#x1;'),
  characters(
    'surrogate-references',
    'A character beyond U+FFFF is written as two references to surrogates.',
    '&#xD83D;&#xDE80;',
  ),
  characters('noncharacter', 'A text holds the character U+FFFF.', '\uffff'),
  instruction(
    'processing-instruction',
    'A processing instruction stands before the root.',
    xml((text) => afterDeclaration(text, '<?xml-stylesheet href="a.xsl"?>')),
  ),
  instruction(
    'processing-instruction-in-record',
    'A processing instruction stands in a record.',
    firstField((element) => [{ raw: '<?server version="4"?>' }, element]),
  ),
];

function characters(id: string, title: string, raw: string): Defect {
  return { id, title, requirement: 'XML 1.0, section 2.2', bugClass: '14', ...inText(raw) };
}

function instruction(id: string, title: string, effect: Effect): Defect {
  return { id, title, requirement: 'SOAP 1.1, section 3', bugClass: null, ...effect };
}
