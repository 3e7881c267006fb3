import { printable } from '../report/terminal/palette.ts';
import { changingFields } from '../results/changing.ts';
import { unusedLines } from '../results/unused.ts';
import { escapeAttribute, escapeText } from '../xml/escape.ts';
import type { Evidence } from './evidence.ts';
import { rulesInCells, testName } from './inventory.ts';
import { exclusions, unjudgedTests, waivers } from './statement.ts';

/** What certificate and badge say of certified evidence, ready to be shown: text of a target has no control characters in it. */
export type Facts = Readonly<ReturnType<typeof factsOf>>;

/** The facts of certified evidence. */
export function factsOf({ results, digest, contract }: Evidence, keyId: string) {
  const tests = rulesInCells(results.cells);
  const excused = waivers(results);
  const unjudged = unjudgedTests(results);
  const named = new Set([...excused.map(({ test }) => test), ...unjudged]);
  const warned = tests.filter(({ verdict, ...test }) => {
    return verdict !== 'pass' && verdict !== 'not-applicable' && !named.has(testName(test));
  });
  const { coverage, identity } = results;
  return {
    conformant: excused.length === 0 ? 'conformant' : 'conformant with waivers',
    target: showable(results.target),
    namespace: showable(results.namespace),
    /** The day of the run in UTC: 21 November 2026. */
    date: dateText(results.startedAt),
    version: results.suite.version,
    contractDigest: results.suite.contractDigest,
    evidenceDigest: digest,
    keyId,
    wsdlDigest: identity.wsdlSha256,
    certificateDigest: identity.certificateSha256,
    profile: results.profile,
    ruleSet: results.ruleSet ?? 'not named',
    excluded: exclusions(results).map(({ rule, challenge }) => showable(`${rule} (${challenge})`)),
    seed: `${results.seed}${results.seedDrawn === true ? ' (drawn)' : ' (given)'}`,
    requests: results.requests,
    operations: contract.operations.length,
    cells: results.cells.length,
    // Of rules, over all cells.
    passed: tests.filter(({ verdict }) => verdict === 'pass').length,
    // Of rules that are not required and fail or had nothing to judge, without waivers.
    warned: warned.length,
    // Of required rules that the waivers left nothing to judge.
    unjudged: unjudged.length,
    clauses: coverage.requirements.filter(({ verdict }) => verdict !== 'observed' && verdict !== 'untestable').length,
    fields: coverage.fields.filter(({ seen }) => seen).length,
    unused: unusedLines(results.options).map(showable),
    changing: [...changingFields(results.cells)].map(([name, fields]) =>
      showable(`${[...fields].join(', ')} of ${name}`),
    ),
    waivers: excused.map((one) => ({ ...one, owner: showable(one.owner), reason: showable(one.reason) })),
  };
}

/** Text on one line with no character that XML or HTML can't carry. */
function showable(text: string): string {
  return printable(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Surrogate}\uFFFE\uFFFF]/gu, '\uFFFD');
}

/** The beginning of a text, where it is longer than `most` characters. */
export function clipped(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function dateText(startedAt: string): string {
  const date = new Date(startedAt);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Characters of the target that fit; the description has all of it. */
const FITS = 50;

/** The badge: a standalone SVG that loads nothing and also shows in an `img`. */
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

function description(facts: Facts): string {
  const { target, date, version, ruleSet, contractDigest, evidenceDigest, keyId, waivers } = facts;
  const excused = waivers.length === 0 ? 'none' : waivers.map(({ test }) => test).join(', ');
  return `Target ${target}; tested on ${date} by getdata-conformance ${version}, rule set ${ruleSet}; contract ${contractDigest}; evidence ${evidenceDigest}; key ${keyId}; waivers: ${excused}. This picture proves nothing: getdata-conformance verify checks the signed statement.`;
}

function short(digest: string): string {
  return digest.slice(0, 8);
}
