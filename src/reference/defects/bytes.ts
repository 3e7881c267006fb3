import { joined, onSuccess, withBody, withHeader, withText } from './answers.ts';
import { everywhere } from './cells.ts';
import type { Defect, Hooks } from './defect.ts';
import { editField } from './edit.ts';
import { isString } from './fields.ts';

const BOM = new Uint8Array([0xef, 0xbb, 0xbf]);
const UTF16_BOM = new Uint8Array([0xff, 0xfe]);

function bytes(
  id: string,
  title: string,
  hooks: Hooks,
  bugClass: string,
  requirement = 'XML 1.0, section 4.3.3',
): Defect {
  return { id, title, requirement, bugClass, cells: everywhere, hooks };
}

/** A letter beyond ASCII in every record, so that its encoding shows. */
const accented = editField('outermost', isString, (element) => [{ ...element, children: [...element.children, 'é'] }]);

const declared = (encoding: string): Hooks =>
  onSuccess((response) => withText(response, (text) => text.replace('encoding="utf-8"', `encoding="${encoding}"`)));

const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const westernised = (text: string): string => text.replace(/[\u0100-\uffff]/g, '?');
const decoded = (body: Uint8Array): string => new TextDecoder().decode(body);

/** Layer 'bytes': the encoding of the body. */
export const byteDefects: readonly Defect[] = [
  bytes('encoding-declared-utf16', 'The XML declaration says utf-16 over UTF-8 bytes.', declared('utf-16'), '13, 34'),
  bytes(
    'encoding-declared-latin1',
    'The XML declaration says iso-8859-1 over UTF-8 bytes.',
    declared('iso-8859-1'),
    '13',
  ),
  bytes(
    'bytes-latin1',
    'The bytes are ISO 8859-1, the headers and the declaration say UTF-8.',
    {
      ...accented.hooks,
      ...onSuccess((response) => withBody(response, latin1(westernised(decoded(response.body))))),
    },
    '13',
  ),
  bytes(
    'bytes-cut-in-character',
    'A character of two bytes loses the second.',
    {
      ...accented.hooks,
      ...onSuccess((response) =>
        withBody(response, latin1(Buffer.from(response.body).toString('latin1').replaceAll('\u00c3\u00a9', '\u00c3'))),
      ),
    },
    '13',
  ),
  bytes(
    'utf16',
    'The answer is UTF-16, and says so.',
    onSuccess((response) => {
      const text = decoded(response.body).replace('encoding="utf-8"', 'encoding="utf-16"');
      const body = joined(UTF16_BOM, Buffer.from(text, 'utf16le'));
      const type = response.headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';
      return withHeader(withBody(response, body), 'Content-Type', type.replace('utf-8', 'utf-16'));
    }),
    '13',
    'service.xml',
  ),
  bytes(
    'bom',
    'The body begins with a byte order mark.',
    onSuccess((response) => withBody(response, joined(BOM, response.body))),
    '12',
    'WS-I Basic Profile 1.1, R4001',
  ),
];
