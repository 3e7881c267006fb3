/**
 * Unicode's blocks from U+0080 on (Blocks.txt of Unicode 18): where each begins, in steps of 16 from the one before in
 * base 36, then the kinds of characters that it has; X where no block is.
 */
const TABLE =
  '8PULDKF8PULDK8PULDKdPL6PK5PLD7PULDK9PULDgUL3PULK6P7PDKFgPF5P3P4P4P4P2P1PF3PF6PD8PD8PD8P8PD8PD8PD8PD8PD8PD8PK8PK' +
  '8PDKgPDaPULK6PgPoP2UL6P14P2P6P2P2P2P2P8PFbP5P5P3P6P2P2P9P5PD8P4P4P5P3UL1U3P1P3PLK8PLK4P4PULDKgULDKgPDKF7K3PK3P' +
  '3PULDK5PULK4PD7PDKgPDgP4P2PULKaP8P2P6PgPcP3P1PgP8P8PDKgPgUL6PULK2PUL8L3PK5P6P2P8PK8KfP1PK4PDK6PDK6P3K6PK1P2P3P' +
  '1PKgKgPbgP4P10gP21P4P3PkPULK6P6P2PULKeP3P1P4P6P2P3P3P2P6P2P6P2P6P2P3PLK4L5P4DjfP5X0X0X3kPb4PDwPLDK5PK17P1K1P1PK' +
  '2K2PKF9ULKfPF1P8P8P4P5P4P3X8P2P4P2P3P2P3P2P6UL5P3P3UL5P3P4UL5PD4PoPK8P4P2P2P6P2P2P2P4P2P6P6P2P4P4P4P2P2P3X5P8PUL' +
  '8P4PUL5XdP2P4P4P3P4P4P3P2P8PDF5P3PD5P3P6P2P8P3P5PD8PD8P8PD6XaPD8P6P2P5P3P5XbP5X5PUL6PDaP6P5P6P1P4P6P6P4P7P9P6P5P' +
  '4XfP2P6X5P1P4P1sP8PdX4kP7P1vPF3P6yP14XbsPD4X30P10P3P6P3P9XrPD4XcPUL6UL6PeP2PaoP1cPwP8P8X0Xf3P1PgP3P4PpX40PaF1X' +
  '6tPK18P4PgPgPDFgP5X7P2P2P6P2X8K1sP17X0X1xPgP3PK6X7P5XkP3P4XtP3XdP3XcP4XeP2PgPUL6X1dP9P5XbPKgXgP3P7P6PKgPKgP1cP5P' +
  '3P8P8P8PgPgP7P9PKgX1sP228P78PePa1Pd0P13X4aDyX2mP8lP7aP7hX0Xy48F8X8PfX34xP35sP';

const hasCase = (one: string): boolean => one !== one.toLowerCase() || one !== one.toUpperCase();
const hasForm = (one: string): boolean => one !== one.normalize('NFKD');

/**
 * P: letters, marks, digits and signs that nothing changes; U and L: with a lower or an upper case; D and K: others in
 * a normal form, canonical or compatible only; F: format characters.
 */
const kinds: Readonly<Record<string, (character: string) => boolean>> = {
  P: (one) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Co}]/u.test(one) && !hasCase(one) && !hasForm(one),
  U: (one) => one !== one.toLowerCase(),
  L: (one) => one !== one.toUpperCase(),
  D: (one) => one !== one.normalize('NFD'),
  K: (one) => hasForm(one) && one === one.normalize('NFD') && !/\p{Z}/u.test(one),
  F: (one) => /\p{Cf}/u.test(one),
};

interface UnicodeBlock {
  readonly first: number;
  readonly size: number;
  readonly kinds: string;
}

/** The last character of Unicode. */
const LAST = 0x10ffff;

function readBlocks(): readonly UnicodeBlock[] {
  let first = 0;
  const read = [...TABLE.matchAll(/([\da-z]{1,4})([A-Z]{1,6})/g)].map(([, step = '', of = '']) => {
    first += 16 * Number.parseInt(step, 36);
    return { first, kinds: of };
  });
  return read.map((block, at) => ({ ...block, size: (read[at + 1]?.first ?? LAST + 1) - block.first }));
}

const blocks = readBlocks();

/** The characters of one kind in one block. */
export interface CharacterPlace extends UnicodeBlock {
  readonly kind: string;
}

/** Every block with each of these kinds that it has. @param from - the first block's first character */
export function placesOf(of: string, from: number, to: number): readonly CharacterPlace[] {
  return blocks
    .filter(({ first }) => first >= from && first <= to)
    .flatMap((block) => [...of].filter((kind) => block.kinds.includes(kind)).map((kind) => ({ ...block, kind })));
}

/** The first of them from the `start`-th character of the block on; none where Node.js has an older Unicode. */
export function characterIn({ first, size, kind }: CharacterPlace, start: number): readonly string[] {
  for (let at = 0; at < size; at += 1) {
    const character = String.fromCodePoint(first + ((start + at) % size));
    if (kinds[kind]?.(character) === true) return [character];
  }
  return [];
}
