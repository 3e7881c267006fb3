import { stripVTControlCharacters } from 'node:util';

/** Lines that stay whole: tables, progress that is written over, commands and bytes, which are copied. */
const WHOLE =
  /[\r│─]|^\s*[<>…]|^ {13}|^\s*(?:again|all|before|curl|request|response) |curl -i|getdata-conformance [a-z]|main\.js [a-z]|\bnp[mx] /;

/** What precedes a line's text: its indent, and a label or mark, below which the text goes on. */
const LEAD = /^\s*(?:\S+ {2,}|[!?~✓✗-] |\d+\. )?/;

/** A text whose long lines of prose end between words, so that a terminal does not break them inside one. */
export function wrapped(text: string, columns: number): string {
  return text.replaceAll(/[^\n]+/g, (line) => {
    const plain = stripVTControlCharacters(line);
    if (plain.length <= columns || WHOLE.test(plain)) return line;
    const lead = LEAD.exec(plain)?.[0].length ?? 0;
    const indent = ' '.repeat(lead * 2 < columns ? lead : 0);
    let used = 0;
    return line.replaceAll(/(?<! )( *)(\S+)/g, (_all, spaces: string, word: string) => {
      const { length } = stripVTControlCharacters(word);
      const isNext = used > lead && used + spaces.length + length > columns;
      used = length + (isNext ? indent.length : used + spaces.length);
      return `${isNext ? `\n${indent}` : spaces}${word}`;
    });
  });
}
