import { escapeAttribute, escapeText } from '../xml/escape.ts';
import { clipped, type Facts } from './facts.ts';

/** Characters of the target that fit; the description has all of it. */
const FITS = 50;

/** The badge: an SVG of its own, that loads nothing and shows in an `img` too. */
export function badgeText(facts: Facts): string {
  const { conformant, target, date, version, contractDigest, evidenceDigest, keyId, waivers } = facts;
  const waived = waivers.length > 0;
  const title = `GetData Web Service: ${conformant}`;
  const color = waived ? '#7a5200' : '#12693a';
  const rows = [
    `${date} · getdata-conformance ${version}${waived ? ` · ${waivers.length} waived` : ''}`,
    `contract ${short(contractDigest)} · evidence ${short(evidenceDigest)} · key ${short(keyId)}`,
    'Proves nothing by itself: getdata-conformance verify',
  ];
  const lines = rows.map(
    (row, index) => `<text x="96" y="${87 + index * 16}" font-size="11" fill="#566072">${escapeText(row)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="460" height="132" viewBox="0 0 460 132" role="img" aria-label="${escapeAttribute(title)}" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif">
<title>${escapeText(title)}</title>
<desc>${escapeText(description(facts))}</desc>
<rect x="0.5" y="0.5" width="459" height="131" rx="10" fill="#ffffff" stroke="#d5dbe3"/>
<path d="M10.5 0.5H78V131.5H10.5A10 10 0 0 1 0.5 121.5V10.5A10 10 0 0 1 10.5 0.5Z" fill="${color}"/>
<circle cx="39" cy="66" r="23" fill="none" stroke="#ffffff" stroke-width="3"/>
<path d="M28 66.5L36 75L51 58" fill="none" stroke="#ffffff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>
<text x="96" y="23" font-size="10" letter-spacing="1.6" fill="#566072">GETDATA WEB SERVICE</text>
<text x="96" y="44" font-size="18" font-weight="600" fill="${color}">${escapeText(conformant.replace(/^c/, 'C'))}</text>
<text x="96" y="65" font-size="13" fill="#1c2430">${escapeText(clipped(target, FITS))}</text>
${lines.join('\n')}
</svg>
`;
}

function description({ target, date, version, contractDigest, evidenceDigest, keyId, waivers }: Facts): string {
  const excused = waivers.length === 0 ? 'none' : waivers.map(({ test }) => test).join(', ');
  return `Target ${target}; tested on ${date} by getdata-conformance ${version}; contract ${contractDigest}; evidence ${evidenceDigest}; key ${keyId}; waivers: ${excused}. This picture proves nothing: getdata-conformance verify checks the signed statement.`;
}

function short(digest: string): string {
  return digest.slice(0, 8);
}
