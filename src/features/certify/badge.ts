import { shownLine } from '../../views/shown-text.ts';
import { escapeAttribute, escapeText } from '../../xml/escape.ts';

/** What a badge shows; every text is made harmless here. */
interface Badge extends Readonly<Record<'kicker' | 'title' | 'headline' | 'color' | 'target' | 'description', string>> {
  /** The sign is a tick; else a cross. */
  readonly holds: boolean;
  readonly rows: readonly string[];
}

/** Characters of the target that fit; the description has all of it. */
const FITS = 50;
const FITS_SMALL = 64;

/** A badge: a standalone SVG that loads nothing and also shows in an `img`. */
export function badge({ kicker, title, headline, color, holds, target, rows, description }: Badge): string {
  const lines = [...rows, 'Proves nothing by itself: getdata-conformance verify'].map(
    (row, index) =>
      `<text x="96" y="${87 + index * 16}" font-size="11" fill="#566072">${shortened(row, FITS_SMALL)}</text>`,
  );
  const warned = `${description} This picture proves nothing: getdata-conformance verify checks the signed statement.`;
  const sign = holds ? 'M28 66.5L36 75L51 58' : 'M30 57L48 75M48 57L30 75';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="460" height="132" viewBox="0 0 460 132" role="img"
  aria-label="${escapeAttribute(showable(title))}" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif">
<title>${escapeText(showable(title))}</title>
<desc>${escapeText(showable(warned))}</desc>
<rect x="0.5" y="0.5" width="459" height="131" rx="10" fill="#ffffff" stroke="#d5dbe3"/>
<path d="M10.5 0.5H78V131.5H10.5A10 10 0 0 1 0.5 121.5V10.5A10 10 0 0 1 10.5 0.5Z" fill="${color}"/>
<circle cx="39" cy="66" r="23" fill="none" stroke="#ffffff" stroke-width="3"/>
<path d="${sign}" fill="none" stroke="#ffffff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>
<text x="96" y="23" font-size="10" letter-spacing="1.6" fill="#566072">${shortened(kicker.toUpperCase(), FITS)}</text>
<text x="96" y="44" font-size="18" font-weight="600" fill="${color}">${shortened(headline, FITS)}</text>
<text x="96" y="65" font-size="13" fill="#1c2430">${shortened(target, FITS)}</text>
${lines.join('\n')}
</svg>
`;
}

function shortened(text: string, most: number): string {
  return escapeText(clipped(showable(text), most));
}

export function showable(text: string): string {
  return shownLine(text, Infinity).replaceAll(/\s+/g, ' ');
}

export function clipped(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}
