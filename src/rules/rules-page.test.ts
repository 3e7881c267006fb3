import { expect, test } from 'vitest';
import { PROVEN_BY, type RulePage, rulePages } from '../cli/explanations.ts';
import { anchorOf } from './anchor.ts';
import { wrapped } from './page-lines.fixture.ts';
import { everyBinding } from './rule.ts';
import { ruleSets } from './rule-sets.ts';

const pages = rulePages();
const layers = [...new Set(pages.map(({ place }) => place))];

/** Escapes what Markdown would read as markup. */
function plain(text: string): string {
  return text.replaceAll(/[<|*_]/g, '\\$&');
}

/** Where a rule applies: `all bindings`, or which. */
function where(bindings: readonly string[]): string {
  return bindings.length === everyBinding.length ? 'all bindings' : bindings.join(', ');
}

/** A list of lines: a cited clause has its id first, and its text on a line of its own. */
function item(text: string): string {
  const [first = '', ...more] = text.split(/\n\s*/);
  return more.length === 0 ? `- ${plain(text)}` : `- \`${first}\`: ${plain(more.join(' '))}`;
}

function shown([heading, lines]: RulePage['parts'][number]): readonly string[] {
  if (lines.length === 0 || heading === PROVEN_BY) return [];
  if (heading === 'Right' || heading === 'Wrong') return [`**${heading}**`, '', '```xml', ...lines, '```', ''];
  const body = lines.length === 1 || heading === 'Why clients break' ? [plain(lines.join(' '))] : lines.map(item);
  const cited = heading.startsWith('Clauses') ? lines.map(item) : body;
  return [`**${heading}**`, '', ...cited, ''];
}

function section({ id, level, bindings, says, parts }: RulePage): readonly string[] {
  return [
    `<a id="${anchorOf(id)}"></a>`,
    '',
    `### ${id}`,
    '',
    `*${level}*, ${where(bindings)}. ${says.map(plain).join(' ')}`,
    '',
    ...parts.flatMap(shown),
  ];
}

function layerSection(place: string): readonly string[] {
  const name = place.replace('layer ', '');
  const own = pages.filter((page) => page.place === place);
  return [`## ${headingOf(name)}`, '', ...(place === ofRequests ? CLIENTS : []), ...own.flatMap(section)];
}

const ofRequests = 'request of a client';
const headingOf = (name: string): string =>
  name === ofRequests ? 'Requests of clients' : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const CLIENTS = [
  'Rules on a request of a client. `serve` names what a request breaks in its log, and `serve --strict` refuses what breaks a',
  'required one. What is observed is a hint: the specification does not say what comes of it.',
  '',
];

const contents = layers.flatMap((place) => {
  const links = pages
    .filter((page) => page.place === place)
    .map(({ id, level }) => `[${id}](#${anchorOf(id)})${level.startsWith('required') ? '' : ` (${level})`}`);
  return [`- **${headingOf(place.replace('layer ', ''))}**: ${links.join(', ')}`];
});

const text = [
  '# Rules',
  '',
  '```sh',
  'getdata-conformance explain http.content-type',
  '```',
  '',
  '```text',
  'http.content-type (required, layer media type, soap11, soap12, http-get, http-post)',
  'The media type and charset are those of the binding.',
  '```',
  '',
  `The ${pages.length} rules, by layer of the response, then those on requests; written from the data by \`npm run pages\`. \`explain <rule>\` has the same text, and the defects that prove the rule. *Required* rules break a run, *recommended* ones only with \`--fail-on recommended\`. *Basis* says where a rule comes from. *Our interpretation* and *the owner* go beyond the text of the specification ("the document"), with a reason to check. [fairness.md](fairness.md) says what holds for all rules, and how to contest one; [verdicts.md](verdicts.md) what levels and verdicts mean.`,
  '',
  'Fixes come from the manuals and published sources of the stacks, and were not tried on each. WCF stands for CoreWCF where that has the same setting, PHP is its SoapServer, JAX-WS includes JAXB. Own code is a server that reads and writes XML and forms itself.',
  '',
  ...contents,
  '',
  ...layers.flatMap(layerSection),
  '## Retired',
  '',
  'These rules judge no more. No other rule gets one of their ids.',
  '',
  ...ruleSets.retired.map(({ rule, reason }) => `- \`${rule}\`: ${reason}`),
  '',
]
  .flatMap(wrapped)
  .join('\n');

test('docs/rules.md is what the rules say; `npm run pages` writes it anew', async () => {
  await expect(text).toMatchFileSnapshot('../../docs/rules.md');
});
