const XML_WHITE_SPACE = ' \t\r\n';

/** Without outer XML white space. A regular expression would take quadratic time on a long run in the middle. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && XML_WHITE_SPACE.includes(text.charAt(start))) start += 1;
  while (end > start && XML_WHITE_SPACE.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
