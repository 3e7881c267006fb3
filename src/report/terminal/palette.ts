import pc from 'picocolors';

/** The colours of the terminal output; all of them leave text as it is where colour is off. */
export type Palette = ReturnType<typeof pc.createColors>;

export function palette(color: boolean): Palette {
  return pc.createColors(color);
}

/** A target's text made harmless for a terminal: no control characters, so no escape sequences. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? '\n' : '\uFFFD'));
}
