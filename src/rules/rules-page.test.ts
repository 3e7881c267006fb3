import { expect, test } from 'vitest';
import { clientRules } from './client/rules.ts';
import { fixes } from './fixes.ts';
import { everyBinding, type Layer, type Rule } from './rule.ts';
import { ruleSets } from './rule-sets.ts';
import { rules } from './rules.ts';

const layers = [...new Set(rules.map(({ layer }) => layer))];

/** Escapes what Markdown would read as markup. */
function plain(text: string): string {
  return text.replaceAll(/[<|*_]/g, '\\$&');
}

function row({ id, level, title, bindings = everyBinding, breaks }: Rule): string {
  return `| \`${id}\` | ${level} | ${where(bindings)} | ${plain(title)} | ${plain(breaks)} |`;
}

/** Where a rule applies: `all`, or the bindings. */
function where(bindings: readonly string[]): string {
  return bindings.length === 4 ? 'all' : bindings.join(', ');
}

function section(layer: Layer): readonly string[] {
  const own = rules.filter((rule) => rule.layer === layer);
  return [
    `## ${layer.charAt(0).toUpperCase()}${layer.slice(1)}`,
    '',
    '| Rule | Level | Bindings | What a right answer does | Why clients break without it |',
    '|---|---|---|---|---|',
    ...own.map(row),
    '',
  ];
}

function remedies([rule, texts]: readonly [string, object]): readonly string[] {
  return Object.entries(texts).map(([stack, fix], index) => {
    return `| ${index === 0 ? `\`${rule}\`` : ''} | ${stack} | ${plain(fix)} |`;
  });
}

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
  `The ${rules.length} rules, by layer of the response; written by \`src/rules/rules-page.test.ts\`. \`explain <rule>\` has the clauses of the document, an`,
  'answer that is right, one that is wrong, and the defects that prove the rule. [fairness.md](fairness.md) has what goes beyond the document, and why;',
  '[verdicts.md](verdicts.md) says what levels and verdicts mean.',
  '',
  ...layers.flatMap(section),
  '## Requests of clients',
  '',
  `The ${clientRules.length} rules on a request of a client. \`serve\` names what a request breaks in its log, and \`serve --strict\` refuses what breaks a`,
  'required one. What is observed is a hint: the document does not say what comes of it.',
  '',
  '| Rule | Level | Bindings | What a right request does | What happens to another | What to change |',
  '|---|---|---|---|---|---|',
  ...clientRules.map(({ id, level, bindings = everyBinding, title, explanation, fix }) => {
    return `| \`${id}\` | ${level} | ${where(bindings)} | ${plain(title)} | ${plain(explanation)} | ${plain(fix)} |`;
  }),
  '',
  '## Retired',
  '',
  'These rules judge no more. No other rule gets one of their ids.',
  '',
  ...ruleSets.retired.map(({ rule, reason }) => `- \`${rule}\`: ${reason}`),
  '',
  '## How stacks fix it',
  '',
  'What to change where a rule is broken, as far as we know it; `explain` and the HTML report have it too. It is read in the manuals and the published',
  'sources of the stacks, and was not tried on each. WCF stands for CoreWCF where that has the same setting, PHP is its SoapServer, JAX-WS includes JAXB.',
  'Own code is a server that reads and writes XML and forms itself.',
  '',
  '| Rule | Stack | What to change |',
  '|---|---|---|',
  ...Object.entries(fixes).flatMap(remedies),
  '',
].join('\n');

test('docs/rules.md is what the rules say; `npm run pages` writes it anew', async () => {
  await expect(text).toMatchFileSnapshot('../../docs/rules.md');
});
