import { expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { anchorOf } from './anchor.ts';
import { wrapped } from './page-lines.fixture.ts';
import { policies } from './policies.fixture.ts';
import type { Rule } from './rule.ts';
import { rules } from './rules.ts';

const silent = loadContract('http://dealer.example/').requirements.filter(({ named }) => named === false);

/** The rules with a basis that neither the specification nor a standard is, by that basis. */
const beyond = [
  listed("The owner's wish", (rule) => rule.basis.some(({ kind }) => kind === 'owner')),
  listed('Our interpretation', (rule) => rule.basis[0].kind === 'interpretation'),
];

function listed(heading: string, wanted: (rule: Rule) => boolean): string {
  const links = rules.filter(wanted).map(({ id }) => `[${id}](rules.md#${anchorOf(id)})`);
  return `- **${heading}**: ${links.join(', ')}`;
}

const text = [
  '# Fairness: what goes beyond the document, and why',
  '',
  "For vendors. Every rule states its basis: the document's `text`, its `sample`, a `standard`, the product's `owner`, or our `interpretation`. [rules.md](rules.md) has it in the section of each rule; `explain`, the reports and the certificate show it too. This page has what holds for all rules, and is written by `npm run pages`. 'The document' is the specification of the service, whose clauses [specs/TRACE.md](../specs/TRACE.md) lists.",
  '',
  '## Levels',
  '',
  "- *required*: the document's words or samples, well-formed XML and envelopes, our reading of the document, or the wish of the product's owner. It fails a run.",
  '- *recommended*: a standard below the document says so, or clients are known to differ. It fails a run only with `--fail-on recommended`.',
  '- *observed*: recorded, never judged.',
  '',
  '## How to contest a finding',
  '',
  '1. Compare the finding with the document: it names the rule, the clauses, what was expected and what came. `replay` sends its request again.',
  "2. Check the reason under 'Basis' in the section of [the rule](rules.md). If the reason is wrong, or the document says otherwise, the rule is wrong.",
  '3. Open an issue in the repository of this suite, with the rule, the sentence of the document or the section of the standard, and the exchange. [challenges.md](challenges.md) says what is decided and by when.',
  '4. Until the decision, list the finding in a baseline with the reason. A known failure breaks no run, and a certificate names it as a waiver (`baseline results.json --owner … --reason …`, then `run --baseline`; `certify --with-waivers`). A cell with a known failure does not pass: a run in which no cell passes stays inconclusive.',
  '',
  '## Rules that go beyond the text',
  '',
  "The sections of these rules say why. Of other rules a part may be our interpretation, or only recommended: see 'Basis' in their sections.",
  '',
  ...beyond,
  '',
  '## What is sent again before it counts',
  '',
  'The rates are of one call that shows the fault, or the oddity.',
  '',
  ...policies.flatMap(({ what, again, finds, accuses }) => [
    `**${what}**`,
    '',
    `- Sent again: ${again}`,
    `- Faults found: ${finds}`,
    `- Right servers accused: ${accuses}`,
    '',
  ]),
  '## Known exceptions',
  '',
  "- Names of parameters in another case over GET and POST. The document says that names are case-sensitive; ASP.NET's own GET and POST ignore case. It is observed there, and `request.parameter-case` judges only SOAP.",
  '- A time limit or size limit of a run. The document shows no limits, so such a call is inconclusive, after one more try by itself.',
  '- A limit of length of the target. A longer spelling that is refused is judged only if a plain request of that length is answered.',
  '- Caches that keep the answers of each binding, or of each way to write a request: when data change, one shows older data than another. An answer may show a cache (Age, Via, X-Cache, a freshness), or equal reads may differ. Then a difference becomes a finding only if eight more comparisons show it: six within ten seconds, two a minute later. A run waits like this once, unless it should end soon; then differences that one binding shows only at times are not judged. If the wait ended a difference, later ones with such a sign stay open. An answer to GET with an Age is not compared (RFC 9111).',
  '- A cache that shows nothing is not awaited. If data change during a run, and every equal read still gets the cached answer, the older data can look like a fault. It is then one of a binding (`binding.same-records`), of a way to write requests (the `request` rules), or of a list (the `data` rules). A second run does not show it again, nor one while nobody changes data. An Age, as RFC 9111 wants, keeps a cache from being accused.',
  '- A VehicleTypeHeader without one of its elements: the document shows all six, so a shorter header is observed.',
  '',
  '## Where the document is silent',
  '',
  "The document neither describes these points nor names them as 'not shown'. The server's behaviour there is observed and compared between runs. Judged is only the framing of its answers. An answer with status 200 to an odd value is also judged by its media type, XML and root: the document describes those of every answer with 200.",
  '',
  ...silent.map(({ id, text: words }) => `- \`${id}\` ${words}`),
  '',
]
  .flatMap(wrapped)
  .join('\n');

test('docs/fairness.md is what the rules say; `npm run pages` writes it anew', async () => {
  await expect(text).toMatchFileSnapshot('../../docs/fairness.md');
});
