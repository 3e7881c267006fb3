import { pageText } from '../report/html/page.tsx';
import { certificateStyle } from './certificate-style.ts';
import { clipped, type Facts } from './facts.ts';

/** Waivers, and characters of an address and of a line, that fit on the page; the statement has all of them. */
const MOST_WAIVERS = 3;
const MOST_ADDRESS = 120;
const MOST_LINE = 70;

/** The certificate: one page to print. It shows what the statement says and is itself no evidence, as it tells. */
export function certificateText(facts: Facts): string {
  return pageText({
    title: `Certificate of conformance: ${facts.target}`,
    style: certificateStyle,
    children: (
      <main class={facts.waivers.length === 0 ? 'sheet' : 'sheet waived'}>
        <Head {...facts} />
        <Numbers {...facts} />
        <Waivers {...facts} />
        <Particulars {...facts} />
        <Proof {...facts} />
      </main>
    ),
  });
}

function Head({ conformant, target, date, version, operations, waivers }: Facts) {
  return (
    <header>
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
          : `: ${waivers.length} known ${waivers.length === 1 ? 'failure was' : 'failures were'} let pass.`}
      </p>
    </header>
  );
}

function Numbers({ cells, passed, clauses, fields, requests }: Facts) {
  const numbers: readonly (readonly [number, string])[] = [
    [cells, 'operations in bindings'],
    [passed, 'verdicts of rules in them: pass'],
    [clauses, 'clauses judged'],
    [fields, 'fields seen'],
    [requests, 'requests'],
  ];
  return (
    <dl class="numbers">
      {numbers.map(([count, of]) => (
        <div>
          <dt>{of}</dt>
          <dd>{thousands(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Waivers({ waivers, unjudged }: Facts) {
  if (waivers.length === 0) return null;
  const more = waivers.length - MOST_WAIVERS;
  return (
    <section class="waivers">
      <h2>Waivers</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Known failure</th>
            <th scope="col">Owner</th>
            <th scope="col">Reason</th>
            <th scope="col">Last day</th>
          </tr>
        </thead>
        <tbody>
          {waivers.slice(0, MOST_WAIVERS).map(({ test, owner, reason, expires }) => (
            <tr>
              <td class="mono">{test.replace('@', '\n@')}</td>
              <td>{clipped(owner, 30)}</td>
              <td>{clipped(reason, 100)}</td>
              <td class="whole">{expires ?? 'none'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p class="muted">and {more} more, in the statement.</p> : null}
      {unjudged > 0 ? <p>Required rules with nothing to judge in the same cells: {unjudged}.</p> : null}
    </section>
  );
}

function Particulars(facts: Facts) {
  const rows: readonly (readonly [string, string | null])[] = [
    ['Namespace', clipped(facts.namespace, MOST_ADDRESS)],
    ['WSDL', facts.wsdlDigest],
    ['TLS certificate', facts.certificateDigest],
    ['Suite', `getdata-conformance ${facts.version}, profile ${facts.profile}, seed ${facts.seed}`],
    ['Contract', facts.contractDigest],
    ['Evidence', facts.evidenceDigest],
    ['Key id', facts.keyId],
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
    <dl class="particulars">
      {rows.map(([name, value]) =>
        value === null ? null : (
          <div>
            <dt>{name}</dt>
            <dd class={/^[0-9a-f]{64}$/.test(value) ? 'mono' : undefined}>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** How many there are and the first of them, on one line; the statement has all. Null where there are none. */
function listed(lines: readonly string[]): string | null {
  return lines.length === 0 ? null : `${lines.length}: ${clipped(lines.join('; '), MOST_LINE)}`;
}

function Proof({ waivers }: Facts) {
  return (
    <footer>
      <p>
        <strong>This page proves nothing by itself.</strong> The proof is the signed statement beside it, held against
        the evidence and the signer's public key, with no network:
      </p>
      <pre>getdata-conformance verify statement.json --key &lt;public key&gt;.pub.pem</pre>
      <p class="muted">
        Digests are SHA-256: of the contract's files, of results.json (evidence), of what the target answers to{' '}
        <span class="whole">?wsdl</span>, of its TLS certificate and of the public key (key id).
        {waivers.length === 0 ? '' : ' The statement names each waiver with its owner, reason and last day.'}
      </p>
    </footer>
  );
}

/** 2948 → 2,948 */
function thousands(count: number): string {
  return `${count}`.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
