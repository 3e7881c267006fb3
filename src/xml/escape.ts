const TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };

const ATTRIBUTE: Readonly<Record<string, string>> = {
  ...TEXT,
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#x9;',
  '\n': '&#xA;',
};

/** Character data between tags. A literal carriage return would be read as a line feed (XML 1.0, section 2.11). */
export function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => TEXT[character] ?? character);
}

const SPECIAL = /[&<>"'\t\n\r]/;

/** An attribute value for either kind of quotes; white space but the space survives normalisation (XML 1.0, 3.3.3). */
export function escapeAttribute(text: string): string {
  return !SPECIAL.test(text) ? text : text.replace(/[&<>"'\t\n\r]/g, (character) => ATTRIBUTE[character] ?? character);
}
