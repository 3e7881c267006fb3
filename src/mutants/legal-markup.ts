import { readXml, XmlReadError } from '../xml/fast-xml.ts';
import type { Predicates } from './predicate.ts';

const DECLARATION =
  /^<\?xml\s+version\s*=\s*(?:"1\.0"|'1\.0')(?:\s+encoding\s*=\s*(?:"[uU][tT][fF]-8"|'[uU][tT][fF]-8'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/;
const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:[^>"']|"[^"]*"|'[^']*')*>|[^<]+/g;
const BLANK = /^[ \t\r\n]*$/;

/** The text of a body that is a well-formed UTF-8 document of only elements, text and comments; else null. */
export function readPlain(body: Buffer): string | null {
  const text = body.toString('utf8');
  if (!Buffer.from(text).equals(body) || text.startsWith('\uFEFF')) return null;
  const tokens = tokensOf(text.replace(DECLARATION, ''));
  if (tokens.some((token) => token.startsWith('<?') || (!token.startsWith('<') && token.includes(']]>')))) return null;
  try {
    readXml(text);
    return text;
  } catch (error) {
    if (error instanceof XmlReadError) return null;
    throw error;
  }
}

const tokensOf = (text: string): readonly string[] => text.match(TOKEN) ?? [];
const rewritten = (text: string, by: (token: string, at: number, all: readonly string[]) => string): string =>
  tokensOf(text).map(by).join('');
const isText = (token: string): boolean => !token.startsWith('<') || token.startsWith('<![CDATA[');

const REFERENCES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function characters(token: string): string {
  if (token.startsWith('<![CDATA[')) return token.slice(9, -3);
  return token.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (_all, hex?: string, decimal?: string, name = '') => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return REFERENCES[name] ?? String.fromCodePoint(code);
  });
}

function plainTag(token: string): string {
  const [, closing, name, written = '', empty] = /^<(\/?)([^\s/>]+)([\s\S]*?)(\/?)>$/.exec(token) ?? [];
  if (name === undefined || isText(token)) return token;
  const attributes = [...written.matchAll(/\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
    .map(([, key, double, single]) => `${key}="${(double ?? single ?? '').replaceAll('"', '&quot;')}"`)
    .toSorted();
  return `<${[closing + name, ...attributes].join(' ')}>${empty === '/' ? `</${name}>` : ''}`;
}

/** True for white space with something else in the element. */
function isBetween(tokens: readonly string[], at: number): boolean {
  const [before, own = '', after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!BLANK.test(own) || [before, after].some((one) => one !== undefined && isText(one))) return false;
  const isOpen = before !== undefined && !before.startsWith('</') && !before.endsWith('/>') && !before.startsWith('<?');
  return !(isOpen && after?.startsWith('</') === true);
}

/** What XML leaves to a server; what was read is well-formed. */
export const markupPredicates: Predicates<string> = {
  'xml.declaration': [
    'XML 1.0, sections 2.8 and 4.3.3: a document in UTF-8 may have a declaration, and an encoding in it',
    (text) => text.replace(DECLARATION, '').replace(/^\s+/, ''),
  ],
  'xml.comments': [
    'XML 1.0, section 2.5: comments are not part of the data',
    (text) => rewritten(text, (token) => (token.startsWith('<!--') ? '' : token)),
  ],
  'xml.references': [
    'XML 1.0, sections 2.7 and 4.1: CDATA sections and references stand for characters',
    // Text must not look like markup now: '<' is marked.
    (text) => rewritten(text, (token) => (isText(token) ? characters(token).replaceAll('<', '\u0001') : token)),
  ],
  'xml.tags': [
    'XML 1.0, sections 2.3 and 3.1: quotes, white space and order of attributes, and an empty tag are free',
    (text) => rewritten(text, plainTag),
  ],
  'xml.white-space': [
    'XML 1.0, sections 2.1 and 2.10; XML Schema Part 1, section 3.4.4: white space between elements is not data',
    (text) => rewritten(text, (token, at, all) => (isBetween(all, at) ? '' : token)),
  ],
};
