const XML_WHITE_SPACE = ' \t\r\n';

/**
 * A text without the XML white space around it (XML 1.0, production S). By index, since a regular expression that looks
 * for white space at an end takes quadratic time on a target's long run of it in the middle.
 */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && XML_WHITE_SPACE.includes(text.charAt(start))) start += 1;
  while (end > start && XML_WHITE_SPACE.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
