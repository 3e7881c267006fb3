import { stripVTControlCharacters } from 'node:util';

/** Lines that stay whole: tables, progress that is written over, bytes, and commands, which are copied. */
const WHOLE = /[\r│─]|^\s*[<>…]|^ {13}|^\s*(?:again|all|before|curl|request|response) /;
const COMMAND = /curl -i|(?:getdata-conformance|main\.js) [a-z]|\bnp[mx] /;

/** What precedes a line's text: its indent, and a label or mark, below which the text goes on. */
const LEAD = /^\s*(?:\S+ {2,}|[!?~✓✗-] |\d+\. )?/;

/** A text whose long lines of prose end between words, so that a terminal does not break them inside one. */
export function wrapped(text: string, columns: number): string {
  return text.replaceAll(/[^\n]+/g, (line) => {
    const plain = stripVTControlCharacters(line);
    if (columnsOf(plain) <= columns || WHOLE.test(plain) || COMMAND.test(plain)) return line;
    const lead = LEAD.exec(plain)?.[0].length ?? 0;
    const indent = ' '.repeat(lead * 2 < columns ? lead : 0);
    let used = 0;
    return line.replaceAll(/(?<! )( *)(\S+)/g, (_all, spaces: string, word: string) => {
      const length = columnsOf(stripVTControlCharacters(word));
      const isNext = used > lead && used + spaces.length + length > columns;
      used = length + (isNext ? indent.length : used + spaces.length);
      return `${isNext ? `\n${indent}` : spaces}${word}`;
    });
  });
}

/** Characters that have no column of their own, and those that have two. */
const COMBINED = /[\p{M}\p{Cf}]/u;
const WIDE = /[\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]/u;
const WIDE_LETTER = /(?![\uFF61-\uFFDC])[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

/** The columns of a terminal that a text takes. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const one of text) columns += COMBINED.test(one) ? 0 : WIDE.test(one) || WIDE_LETTER.test(one) ? 2 : 1;
  return columns;
}
