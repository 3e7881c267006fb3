import type { Basis } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import { pageText } from '../../views/html/page.tsx';
import { numbersList, Table, terms } from '../../views/html/parts.tsx';
import { clipped } from './badge.ts';
import type { CertificateFacts } from './facts.ts';
import { EVIDENCE_NAME } from './statement.ts';

/** Waivers, and characters of an address and of a line, that fit on the page; the statement has all of them. */
const MOST_WAIVERS = 3;
const MOST_ADDRESS = 120;
const MOST_LINE = 70;

/** The certificate: one page to print. It shows what the statement says and says that it is not evidence. */
export function certificateText(facts: CertificateFacts): string {
  return pageText({
    title: `Certificate of conformance: ${facts.target}`,
    kind: 'certificate',
    links: [
      ['statement.json', 'The signed statement'],
      [EVIDENCE_NAME, 'The evidence'],
    ],
    style: certificateStyle,
    children: (
      <div class={facts.waivers.length === 0 ? 'sheet' : 'sheet waived'}>
        {headPart(facts)}
        {numbersPart(facts)}
        {waiversPart(facts)}
        {particularsPart(facts)}
        {proofPart(facts)}
      </div>
    ),
  });
}

function headPart({ conformant, target, date, version, operations, waivers }: CertificateFacts) {
  return (
    <section class="title">
      <svg class="seal" viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
        <circle cx="32" cy="32" r="30" fill="none" stroke="currentColor" stroke-width="2" />
        <circle cx="32" cy="32" r="25" fill="currentColor" />
        <path
          d="M21 33l8 8 15-17"
          fill="none"
          stroke="#fff"
          stroke-width="5"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
      <p class="kind">GetData Web Service</p>
      <h1>
        Certificate of Conformance
        {waivers.length === 0 ? null : <span class="with">with waivers</span>}
      </h1>
      <p class="target">{clipped(target, MOST_ADDRESS)}</p>
      <p class="says">
        was tested on <strong>{date}</strong> by <span class="whole">getdata-conformance {version}</span> with all{' '}
        {operations} operations over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST, and is{' '}
        <strong class="verdict">{conformant}</strong>
        {waivers.length === 0
          ? '.'
          : `: ${waivers.length} known ${waivers.length === 1 ? 'failure was' : 'failures were'} accepted.`}
      </p>
    </section>
  );
}

function numbersPart({ cells, passed, clauses, fields, requests }: CertificateFacts) {
  return numbersList([
    [cells, 'operations in bindings'],
    [passed.toLocaleString('en'), 'rules passed in them'],
    [clauses, 'clauses judged'],
    [fields.toLocaleString('en'), 'fields seen'],
    [requests.toLocaleString('en'), 'requests'],
  ]);
}

function waiversPart({ waivers, unjudged }: CertificateFacts) {
  if (waivers.length === 0) return null;
  const more = waivers.length - MOST_WAIVERS;
  return (
    <section class="waivers">
      <h2>Waivers</h2>
      <Table heads={['Known failure', 'Owner', 'Reason', 'Last day']}>
        {waivers.slice(0, MOST_WAIVERS).map(({ test, owner, reason, expires }) => (
          <tr>
            <td class="mono">{test.replace('@', '\n@')}</td>
            <td>{clipped(owner, 30)}</td>
            <td>{clipped(reason, 100)}</td>
            <td class="whole">{expires ?? 'none'}</td>
          </tr>
        ))}
      </Table>
      {more > 0 ? <p class="muted">and {more} more, in the statement.</p> : null}
      {unjudged > 0 ? <p>Required rules with nothing to judge in the same cells: {unjudged}.</p> : null}
    </section>
  );
}

function particularsPart(facts: CertificateFacts) {
  const rows: readonly (readonly [string, string | null])[] = [
    ['Last day', facts.end === null ? null : clipped(`${facts.end.day}, ${facts.end.of}`, MOST_LINE)],
    ['Namespace', clipped(facts.namespace, MOST_ADDRESS)],
    ['Reached with', clipped(facts.reached, MOST_ADDRESS)],
    ['WSDL', facts.wsdlDigest],
    ['TLS certificate', facts.certificateDigest],
    ['Rule set', [facts.ruleSet, ...facts.excluded.map((one) => `without ${one}`)].join(', ')],
    [
      'Suite',
      `getdata-conformance ${facts.version}${facts.node === null ? '' : ` on Node.js ${facts.node}`}, ` +
        `profile ${facts.profile}, seed ${facts.seed}`,
    ],
    ['Suite files', facts.filesDigest],
    ['Contract', facts.contractDigest],
    ['Evidence', facts.evidenceDigest],
    ['Key id', facts.keyId],
    ['Basis of rules', basisOfRules()],
    ['Declared unused', listed(facts.unused)],
    ['Not compared', listed(facts.changing)],
    [
      'Warnings',
      facts.warned === 0
        ? null
        : `${facts.warned}, of rules beyond what is required: not met, or with nothing to judge`,
    ],
  ];
  return (
    <dl class="pairs">
      {terms(
        rows.flatMap(([name, value]) => {
          if (value === null) return [];
          return [[name, /^[0-9a-f]{64}$/.test(value) ? <span class="mono">{value}</span> : value]];
        }),
      )}
    </dl>
  );
}

/** How many there are and the first of them, on one line; the statement has all. Null if there are none. */
function listed(lines: readonly string[]): string | null {
  return lines.length === 0 ? null : `${lines.length}: ${clipped(lines.join('; '), MOST_LINE)}`;
}

function proofPart({ waivers }: CertificateFacts) {
  return (
    <footer>
      <p>
        <strong>This page proves nothing by itself.</strong> The proof is the signed statement next to it, checked
        against the evidence and the signer's public key, with no network:
      </p>
      <pre>getdata-conformance verify statement.json --key &lt;public key&gt;.pub.pem</pre>
      <p class="muted">
        Digests are SHA-256: of the suite's and the contract's files, of results.json (evidence), of what the target
        answers to <span class="whole">?wsdl</span>, of its TLS certificate and of the public key (key id).
        {waivers.length === 0 ? '' : ' The statement names each waiver with its owner, reason and last day.'}
      </p>
    </footer>
  );
}

/** How many rules rest on each basis; those that go beyond text and standards by name. */
function basisOfRules(): string {
  const of = (kind: Basis['kind']) => rules.filter(({ basis: [whole] }) => whole.kind === kind).map(({ id }) => id);
  const counts = (['text', 'standard', 'owner', 'interpretation'] as const).map((kind) => `${of(kind).length} ${kind}`);
  return `${counts.join(', ')}. Owner: ${of('owner').join(', ')}. Interpretation: ${of('interpretation').join(', ')}`;
}

/** The certificate's style, on top of that of all pages: a framed sheet, light even in dark mode. */
const certificateStyle = `
@page { margin: 8mm; }
:root { color-scheme: light; --ink: #1c2430; --muted: #566072; --paper: #ffffff; --line: #d5dbe3; --pass: #12693a;
  --open: #7a5200; }
body { background: #e9edf2; }
.sheet { font-size: 1rem; --seal: var(--pass); display: flex; flex-direction: column; justify-content: space-between;
  max-width: 48rem; min-height: 64rem; margin: 0 auto; padding: 2.4rem 2.6rem 1.8rem; background: #fff;
  color: var(--ink); border: 1px solid var(--seal); outline: 5px double var(--seal); outline-offset: -14px; }
.waived { --seal: var(--open); } .title { text-align: center; } .seal { width: 5rem; height: 5rem; }
.seal, .verdict { color: var(--seal); }
.kind { margin: 0.5rem auto 0; letter-spacing: 0.18em; text-transform: uppercase; font-size: 0.85rem;
  color: var(--muted); }
h1 { margin: 0.1rem 0 1.3rem; font: 400 2.7rem/1.2 Georgia, 'Liberation Serif', 'Times New Roman', serif; }
.with { display: block; font-size: 1.3rem; font-style: italic; color: var(--seal); }
h2 { margin: 0 0 0.2rem; font-size: 1rem; }
.target { margin: 0 auto; padding: 0 0 0.5rem; max-width: 40rem; border-bottom: 1px solid var(--line);
  font-size: 1.2rem; font-weight: 600; text-wrap: balance; }
.says { margin: 0.8rem auto 0; max-width: 36rem; }
.numbers { display: flex; justify-content: space-between; gap: 0.6rem; margin: 1.6rem 0; padding: 0.9rem 0.4rem;
  border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
.numbers div { display: flex; flex: 1; flex-direction: column-reverse; justify-content: flex-end; align-items: center;
  text-align: center; }
.numbers dt { font-size: 0.75rem; line-height: 1.25; color: var(--muted); }
.numbers dd { margin: 0; font: 400 1.5rem/1.3 Georgia, 'Liberation Serif', 'Times New Roman', serif; }
.waivers { margin: 0 0 1.4rem; font-size: 0.82rem; line-height: 1.35; } .waivers table { width: 100%; }
.waivers th, .waivers td { padding: 0.25rem 0.5rem 0.25rem 0; } .whole { white-space: nowrap; }
.waivers .mono { white-space: pre-line; } .waivers p { margin: 0.3rem 0 0; }
.pairs { grid-template-columns: 8.5rem 1fr; gap: 0.32rem 0; align-items: baseline; margin: 0.16rem 0 1.56rem;
  font-size: 0.82rem; }
footer { margin-top: 0; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.82rem; }
footer p { margin: 0 0 0.5rem; }
footer pre { margin: 0 0 0.6rem; padding: 0.5rem 0.8rem; background: #f5f7fa; border: 1px solid var(--line);
  white-space: pre-wrap; }
@media (max-width: 40rem) {
  .sheet { padding: 2rem 1.5rem 1.5rem; } h1 { font-size: 1.9rem; } .numbers { flex-wrap: wrap; }
  .numbers div { flex: 1 0 6.5rem; } .pairs { grid-template-columns: 1fr; gap: 0; }
  .pairs dd { margin-bottom: 0.32rem; }
}
@media print {
  :root { font-size: 14px; } :root:has(.waived) { font-size: 10.7px; } body { background: #fff; }
  .bar { display: none; } main { padding: 0; }
  .sheet { max-width: none; min-height: 99vh; padding: 2.4rem 3rem 1.8rem; } * { print-color-adjust: exact; }
}
`;
