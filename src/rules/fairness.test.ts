import { expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { policies } from './policies.fixture.ts';
import { type Basis, lesserPartsOf } from './rule.ts';
import { rules } from './rules.ts';

const silent = loadContract('http://dealer.example/').requirements.filter(({ named }) => named === false);

/** The rules with something on that basis, each reason on a line of its own. */
function section(wanted: Basis['kind']): readonly string[] {
  return rules.flatMap(({ id, level, title, basis }) => {
    const own = basis.filter(({ kind }) => kind === wanted);
    if (own.length === 0) return [];
    const lines = own.map(({ part, reason }) => `- ${part === null ? 'The whole rule' : `*${part}*`}: ${reason ?? ''}`);
    return [
      `**\`${id}\`** (${level}) ${title.replaceAll('<', '\\<')}`,
      '',
      ...lines.map((line) => line.replaceAll('<', '\\<')),
      '',
    ];
  });
}

/** A list item of more than 150 columns on several lines. */
function wrapped(line: string): readonly string[] {
  const at = line.length <= 150 ? -1 : line.lastIndexOf(' ', 150);
  return at < 0 ? [line] : [line.slice(0, at), ...wrapped(`  ${line.slice(at + 1)}`)];
}

const text = [
  '# Fairness: what goes beyond the document, and why',
  '',
  "For vendors whose server is judged. Written by `src/rules/fairness.test.ts` from the rules. Every rule states its basis: the document's `text`, its",
  "`sample`, a `standard`, the product's `owner`, or our `interpretation`. `getdata-conformance explain <rule>` shows it, and so do the reports,",
  'the certificate and [specs/TRACE.md](../specs/TRACE.md). This page lists what neither the document nor a standard says.',
  '',
  '## Levels',
  '',
  "- *required*: the document's words or samples, XML, and what makes an envelope a SOAP envelope, a reading of the document listed below, or the wish of the product's owner. It fails a run.",
  '- *recommended*: a standard below the document says so, or clients are known to differ. It fails a run only with `--fail-on recommended`.',
  '- *observed*: recorded, never judged.',
  '',
  '## How to contest a finding',
  '',
  '1. Compare the finding with the document: it names the rule, the clauses, what was expected and what came. `replay` sends its request again.',
  '2. Where the rule is listed below, check the reason. If the reason is wrong, or the document says otherwise, the rule is wrong.',
  '3. Open an issue in the repository of this suite with the id of the rule, the sentence of the document or the section of the standard, and the exchange. [challenges.md](challenges.md) says what is decided and by when.',
  '4. Until that is decided, list the finding in a baseline with the reason: a known failure breaks no run, and a certificate names it as a waiver (`baseline results.json --owner … --reason …`, then `run --baseline`; `certify --with-waivers`). A cell with a known failure does not pass: a run in which no cell passes stays inconclusive.',
  '',
  "## The owner's wish",
  '',
  ...section('owner'),
  '## Our interpretations',
  '',
  ...section('interpretation'),
  '## Required, except for a part that is only recommended',
  '',
  ...rules.flatMap((rule) => lesserPartsOf(rule).map((part) => `- \`${rule.id}\`: ${part}`)),
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
  "- Names of parameters in another case over GET and POST: the document says that names are case-sensitive, and ASP.NET's own GET and POST bindings",
  '  ignore case. It is observed there, and `request.parameter-case` judges only SOAP.',
  '- A time limit or size limit of a run: the document shows no limits, so a call that runs into one is inconclusive, after one more try by itself.',
  '- A limit of length of the target: a spelling that makes a request longer and is refused is judged only if a plain request of that length is answered.',
  '- Caches that keep the answers of each binding, or of each way to write a request: when data change, one shows older data than another. So where an',
  '  answer shows a cache (Age, Via, X-Cache or the like, or a freshness that lets one keep it), or equal reads of the run differed, a difference between',
  '  two results becomes a finding only if it is there eight more times: six within ten seconds, two a minute later. A run waits like this once, unless it',
  '  should end soon; then what one binding answers at times is not judged. If the wait ended a difference, later ones with such a sign stay open. An',
  '  answer to GET with an Age is not compared (RFC 9111).',
  '- A cache that shows nothing is not awaited. If data change while a run goes on, and every equal read still gets the cached answer, the older data can',
  '  look like a fault of a binding (`binding.same-records`), of a way to write requests (the `request` rules), or of a list (the `data` rules). A second',
  '  run, or one while nobody changes data, does not show it again; an Age, as RFC 9111 wants, keeps a cache from being accused.',
  '- A VehicleTypeHeader without one of its elements: the document shows all six, so one that is left out is observed.',
  '',
  '## Where the document is silent',
  '',
  "The document neither describes these points nor names them as 'not shown'. What a server does there is observed and compared between runs. Judged are",
  '  the framing of its answers and, where the answer has status 200 and only a value of a parameter was odd, its media type, XML and root: the document',
  '  describes those of every answer with 200.',
  '',
  ...silent.map(({ id, text: words }) => `- \`${id}\` ${words}`),
  '',
]
  .flatMap(wrapped)
  .join('\n');

test('docs/fairness.md is what the rules say; `npm run pages` writes it anew', async () => {
  await expect(text).toMatchFileSnapshot('../../docs/fairness.md');
});
