import { codePointName, isXmlCharacter } from './characters.ts';
import type { Stop } from './tree.ts';

/** A reference that can't be replaced: what is wrong with it, at its '&'. */
interface BadReference {
  readonly stop: Stop;
  /** It may be the begin of a right one: the text ends in it. */
  readonly mayGoOn: boolean;
}

const PREDEFINED = /^&(?:amp|lt|gt|quot|apos);$/;
const NUMERIC = /^&#(?:x([0-9a-fA-F]+)|([0-9]+));$/;
const NAMED = /^&([^\s#&;][^\s&;]*);$/;

/** The begin of a reference that has no end yet. */
const BEGUN = /^&[\w#.-]*$/;

/** What the names of XML 1.0, section 4.6, mean. */
export const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Names and numbers of the markup characters and quotes, as ASP.NET, PHP, Python and Java write them. */
const ESCAPE = /&(?:(amp|lt|gt|quot|apos)|#0{0,4}(3[489]|6[02])|#x0{0,4}(2[267]|3[cCeE]));/g;

/** A text whose markup characters and quotes were escaped once more, as ASMX escapes the plain text of an error. */
export function unescapedMarkup(text: string): string {
  return text.replaceAll(ESCAPE, (all, name?: string, decimal?: string, hex = '') =>
    name === undefined
      ? String.fromCharCode(decimal ? Number(decimal) : Number.parseInt(hex, 16))
      : (predefined[name] ?? all),
  );
}

/**
 * Finds the first '&' after an offset that starts no entity or character reference (XML 1.0, sections 4.1 and 4.6).
 * saxes notices it only at the next ';', which may be far away.
 */
export function findBadReference(text: string, from: number): BadReference | null {
  const pattern = /<[!?]|&[^;&<]*;?/g;
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [found] = match;
    if (found.startsWith('<')) return null;
    const wrong = whatIsWrong(found);
    const mayGoOn = pattern.lastIndex === text.length && BEGUN.test(found);
    if (wrong !== null) return { stop: { ...wrong, offset: match.index }, mayGoOn };
  }
  return null;
}

function whatIsWrong(reference: string): Omit<Stop, 'offset'> | null {
  if (PREDEFINED.test(reference)) return null;
  const digits = NUMERIC.exec(reference);
  if (digits !== null)
    return illegalNumber(digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16));
  const name = NAMED.exec(reference)?.[1];
  const kinds = { kind: 'malformed', mistake: 'ampersand' } as const;
  if (name === undefined) return { ...kinds, message: '"&" is not escaped as "&amp;"' };
  return { ...kinds, message: `undefined entity "${name}"`, unnamed: 'undefined entity' };
}

function illegalNumber(codePoint: number): Omit<Stop, 'offset'> | null {
  if (isXmlCharacter(codePoint)) return null;
  const character = codePoint > 0x10ffff ? 'a number beyond Unicode' : codePointName(codePoint);
  return { kind: 'characters', message: `a character reference to ${character}, which XML 1.0 can't carry` };
}
