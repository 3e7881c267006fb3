import { everywhere } from '../defects/cells.ts';
import { inText } from './tree.ts';
import type { Variation } from './variation.ts';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

function prolog(id: string, title: string, why: string, edit: (xml: string) => string): Variation {
  return { id, title, why, cells: everywhere, hooks: inText(edit) };
}

function declared(id: string, title: string, why: string, declaration: string): Variation {
  return prolog(id, title, why, (xml) => xml.replace(DECLARATION, declaration));
}

/** What stands before and after the root element. */
export const prologVariations: readonly Variation[] = [
  prolog('no-declaration', 'There is no XML declaration.', 'XML 1.0, sections 2.8 and 4.3.3', (xml) =>
    xml.replace(DECLARATION, '').trimStart(),
  ),
  declared(
    'declaration-single-quotes',
    'The XML declaration has single quotes.',
    'XML 1.0, section 2.8, productions 24 and 80',
    "<?xml version='1.0' encoding='utf-8'?>",
  ),
  declared(
    'declaration-upper-case',
    'The encoding is named in upper case.',
    'XML 1.0, section 4.3.3: encoding names ignore case',
    '<?xml version="1.0" encoding="UTF-8"?>',
  ),
  declared(
    'declaration-standalone',
    'The XML declaration says standalone.',
    'XML 1.0, section 2.9',
    '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
  ),
  declared(
    'declaration-without-encoding',
    'The XML declaration names no encoding.',
    'XML 1.0, section 4.3.3: UTF-8 needs no declaration',
    '<?xml version="1.0"?>',
  ),
  declared(
    'declaration-spaced',
    'The XML declaration has line ends and spaces round its equals signs.',
    'XML 1.0, productions 23 to 25',
    '<?xml\r\n  version = "1.0"\r\n  encoding = "utf-8" ?>',
  ),
  prolog(
    'white-space-after-root',
    'White space follows the root.',
    'XML 1.0, production 27',
    (xml) => `${xml}\r\n \t\n`,
  ),
  prolog(
    'comment-before-root',
    'A comment stands before the root.',
    'XML 1.0, section 2.8; SOAP 1.2 Part 1, section 5',
    (xml) => xml.replace(DECLARATION, `${DECLARATION}\n<!-- served by node 7 -->\n`),
  ),
  prolog(
    'comment-after-root',
    'A comment with markup in it follows the root.',
    'XML 1.0, section 2.5',
    (xml) => `${xml}\n<!-- <took ms="12"> & done -->`,
  ),
];
