import fc from 'fast-check';

/**
 * Any characters that a line can have; at the ends no blank, and enough that are no signs. Seven letters in a row are
 * left out: fast-check likes to draw `propertyIsEnumerable`, and our pages hold the word property.
 */
export const secrets = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.string({
        unit: fc.constantFrom(...`aZn09 -=+/\\&<>"'%[]{}!.#;:?,_é€`),
        minLength: 7,
        maxLength: 24,
      }),
    },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 7, maxLength: 40 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 7, maxLength: 20 }) },
  )
  .map((text) => text.replaceAll(/[\s\u2028\u2029]+/g, ' ').trim())
  .filter(
    (text) =>
      new Set(text.replaceAll(/[\s=+\\:-]/g, '')).size >= 6 &&
      !/<!--|-->|\]\]>|&#?\w+;?|%[\da-f]{2}|[a-z]{7}/i.test(text),
  );

/** The windows of a secret that are told, and not for another secret too; short ones may be there by chance. */
export function leakOf(secret: string, told: string, other = ''): readonly string[] {
  const windows = [...Array(secret.length - 6).keys()].map((at) => secret.slice(at, at + 7));
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  const isIn = (text: string) => (one: string) =>
    [one, escaped(one), escaped(escaped(one))].some((form) => text.includes(form));
  return windows.filter(isIn(told)).filter((one) => !isIn(other)(one));
}
