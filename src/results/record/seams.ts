/** How one secret is found, and what is put in its place. */
export type Masked = readonly [find: RegExp, shown: string];

const ESCAPED_BREAK = String.raw`\\[rn]|%0[aAdD]|&#(?:0{0,8}1[03]|[xX]0{0,8}[aAdD]);`;
const INDENT = String.raw`(?:\s|${ESCAPED_BREAK}){0,72}`;

/**
 * What a server may put inside a text without changing it: marks of CDATA sections, comments, soft line breaks of
 * quoted-printable, line breaks with what indents them. The line breaks that lay out tags are none.
 */
const SEAM = new RegExp(
  [
    String.raw`(?:<|&(?:amp;){0,2}lt;)!\[CDATA\[|\]\](?:>|&(?:amp;){0,2}gt;)|<!--(?:(?!--).){0,1000}-->`,
    String.raw`=[ \t]{0,8}\r?\n[ \t]{0,64}`,
    // Line breaks between a tag and a tag are layout.
    String.raw`[\r\n](?:(?<![\s>].)${INDENT}|(?<=>.)${INDENT}(?![\s<]))|(?:${ESCAPED_BREAK})${INDENT}`,
  ].join('|'),
  'gs',
);

/** A text without its seams. */
export function withoutSeams(text: string): string {
  return text.replace(SEAM, '');
}

/** Puts what is shown in the place of each secret, in their order, those that seams run through too. */
export function maskAcrossSeams(text: string, all: readonly Masked[]): string {
  let masked = text;
  let joined = withoutSeams(text);
  const keep = (next: string): void => {
    if (next !== masked) joined = withoutSeams(next);
    masked = next;
  };
  // One after the other: a short secret taken out of a long one that has a seam would leave its parts.
  for (const one of all) {
    keep(masked.replace(one[0], () => one[1]));
    if (joined !== masked) keep(maskOne(masked, joined, one));
  }
  return masked;
}

/** Masks in a text what a pattern finds in the same text without seams. */
function maskOne(text: string, joined: string, [find, shown]: Masked): string {
  const places: number[] = [];
  joined.replace(find, (found: string, at: number) => {
    places.push(at, at + found.length - 1);
    return found;
  });
  if (places.length === 0) return text;
  const seams = text.matchAll(SEAM);
  let seam = seams.next();
  let removed = 0;
  let masked = '';
  let done = 0;
  for (const [index, place] of places.entries()) {
    for (; seam.done !== true && seam.value.index - removed <= place; seam = seams.next())
      removed += seam.value[0].length;
    const at = place + removed;
    if (index % 2 === 0) masked += text.slice(done, at) + shown;
    else done = at + 1;
  }
  return masked + text.slice(done);
}
