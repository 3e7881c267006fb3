import { spawnSync } from 'node:child_process';
import { expect, type TestContext, test } from 'vitest';
import { HOSTILE, hostileFinding, sampleFinding, sampleResults } from '../../results/results.fixture.ts';
import type { Results } from '../../results/results.ts';
import { markdownSummary } from './summary.ts';

function manyFindings(count: number) {
  return Array.from({ length: count }, (_, index) => hostileFinding({ rule: `rule.${index}`, cause: `${index}` }));
}

/** As GitHub's own parser renders it (Debian's cmark-gfm), HTML left in; null where it is not installed. */
function rendered(text: string, { skip }: TestContext): string {
  const extensions = ['table', 'autolink', 'strikethrough', 'tasklist'].flatMap((name) => ['-e', name]);
  const ended = spawnSync('cmark-gfm', ['--unsafe', ...extensions], {
    input: text,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (ended.error !== undefined && process.env.CI === undefined) {
    const reason = 'cmark-gfm is not installed: the Markdown summary was not rendered';
    process.stderr.write(`${reason}\n`);
    skip(reason);
  }
  if (ended.status !== 0) throw new Error(`cmark-gfm failed: ${ended.error?.message ?? ended.stderr}`);
  return ended.stdout;
}

/** What stands outside of code: there, a target's text would be markup, a mention or a link. */
function outsideCode(html: string): string {
  return html.replaceAll(/<code[^>]*>[^<]*<\/code>/g, '<code></code>');
}

test('verdict, causes, matrix, warnings and what could not be judged are in that order', () => {
  const reason = {
    operation: 'Get_Inventory',
    binding: 'soap11',
    rule: 'http.status',
    reason: 'nothing came',
    reasonCode: 'nothing-to-judge',
  } as const;
  const text = markdownSummary(sampleResults([sampleFinding()], { warnings: ['set a key'], inconclusive: [reason] }));
  const places = [
    '## ❌ GetData conformance: non-conformant',
    '`non-conformant (exit code 1)`. 2 of 2 cells judged, 1 required and 0 recommended findings',
    '<details open><summary>1. ❌ required <code>Fields are in the order of the table.</code> in 1 cell</summary>',
    '- rule `record.field-order`',
    '- expected `<Response_Code> before <Inventory_List>`',
    '- fix `',
    '```xml\n<came/>\n```',
    "getdata-conformance replay reports/results.json 'record.field-order@Get_Inventory/soap12'",
    "- basis `the product's owner: Every record",
    '| | soap11 | soap12 |\n|---|---|---|\n| `Get_Inventory` | ✅ pass | ❌ FAIL |',
    '### Warnings\n\n- `set a key`',
    '### Could not be judged\n\n- `Get_Inventory: http.status: nothing came (soap11)`',
    'Seed `7`',
  ].map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(text.match(/^- basis/gm)).toHaveLength(1);
});

test('operations that passed over every binding are counted, and stand in no row', () => {
  const results = sampleResults([sampleFinding()]);
  const [cell] = results.cells;
  if (cell === undefined) throw new Error('there is no cell');
  const passed = { ...cell, operation: 'McatCodes', verdict: 'pass' as const };
  const text = markdownSummary({ ...results, cells: [...results.cells, passed] });
  expect(text).not.toContain('| `McatCodes`');
  expect(text).toContain('✅ 1 operation passed over every binding.');
  expect(markdownSummary({ ...results, cells: [passed] })).toContain('✅ 1 operation passed over every binding.');
});

test('a cell that passes with recommended findings is marked as its cause is', () => {
  const rule = { rule: 'soap.fault', level: 'recommended', verdict: 'fail', judged: 1 } as const;
  const cells = sampleResults([]).cells.map((cell) => ({ ...cell, verdict: 'pass' as const, rules: [rule] }));
  const found = [sampleFinding({ level: 'recommended', binding: 'soap11' })];
  const text = markdownSummary(sampleResults(found, { cells }));
  expect(text).toContain('\n| `Get_Inventory` | ⚠️ pass | ');
  expect(text).toContain('<summary>1. ⚠️ recommended');
});

test('an open, a known and a skipped cell do not look like a pass', () => {
  const known = sampleResults([sampleFinding({ known: true })]);
  expect(markdownSummary(known)).toContain('| ✅ pass | 🟡 known |');
  expect(markdownSummary(known)).toContain('<summary>1. 🟡 known <code>');
  const rows = (['inconclusive', 'not-reached', 'skipped'] as const).map((verdict) => {
    const { cells } = sampleResults([]);
    const text = markdownSummary(sampleResults([], { cells: cells.map((cell) => ({ ...cell, verdict })) }));
    return /\| `Get_Inventory` .*/.exec(text)?.[0];
  });
  expect(rows.map((row) => row?.split(' | ').at(-1))).toEqual(['❔ open |', '… not reached |', '➖ skipped |']);
});

test('what could not be judged has one heading, whatever advice there is', () => {
  const open = { operation: 'Get_Inventory', binding: 'soap11', rule: 'http.status', reason: 'why' } as const;
  const codes = ['nothing-to-judge', 'unstable', 'given-up'] as const;
  const inconclusive = codes.map((reasonCode) => ({ ...open, reason: `${reasonCode} why`, reasonCode }));
  const text = markdownSummary(sampleResults([], { inconclusive }));
  expect(text.match(/^#+ .*judged.*$/gm)).toEqual(['### Could not be judged']);
  expect(text.match(/^- `Get_Inventory: .*$/gm)).toHaveLength(3);
});

test('a call on which the answer depends comes first, with its answer', () => {
  const { call, exchange } = sampleFinding();
  const first = { ...exchange, request: { ...exchange.request, body: '<first/>' } };
  const text = markdownSummary(sampleResults([sampleFinding({ before: { call, exchange: first } })]));
  expect(text.match(/^Response /gm)).toHaveLength(2);
  expect(text.indexOf('<first/>')).toBeLessThan(text.indexOf('Then:'));
  expect(text.indexOf('<first/>')).toBeGreaterThan(text.indexOf('First this call, '));
});

test('a recommended finding that breaks nothing has no cross', () => {
  const results = sampleResults([sampleFinding({ level: 'recommended' })]);
  expect(markdownSummary(results)).toContain('<summary>1. ⚠️ recommended <code>');
  const options = { ...results.options, failOn: 'recommended' } as const;
  expect(markdownSummary({ ...results, options })).toContain('<summary>1. ❌ recommended <code>');
});

const hostile: Results = sampleResults(
  [hostileFinding(), hostileFinding({ rule: HOSTILE, cause: HOSTILE, requirements: [HOSTILE] })],
  {
    target: HOSTILE,
    warnings: [HOSTILE, ...HOSTILE.split('\n')],
    inconclusive: [
      { operation: 'Get_Inventory', binding: 'soap11', rule: HOSTILE, reason: HOSTILE, reasonCode: 'nothing-to-judge' },
    ],
  },
);

test("GitHub's parser finds no text of a hostile target outside of code", (context) => {
  const html = rendered(markdownSummary(hostile), context);
  const outside = outsideCode(html);
  expect(outside).not.toMatch(/alert|evil|octocat|pwned|tada|bold|heading|quote|CDATA|bogus|href|src=/);
  const tags = new Set([...outside.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag));
  const ours = [
    'h2',
    'h3',
    'p',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'ul',
    'li',
    'pre',
    'code',
    'details',
    'summary',
  ];
  expect([...tags].filter((tag) => !ours.includes(`${tag}`))).toEqual([]);
  expect(outside.match(/<details(?: open(?:="")?)?>/g)).toHaveLength(2);
  expect(outside.match(/<\/details>/g)).toHaveLength(2);
  // It is there, as text.
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test.each(HOSTILE.split('\n').filter((line) => line.trim() !== ''))('%j by itself stays in code', (line) => {
  const text = markdownSummary(sampleResults([sampleFinding({ message: line, actual: line })], { warnings: [line] }));
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Surrogate}]/u);
  const spans = text.split('\n').filter((one) => /^- (actual )?`/.test(one));
  expect(spans).toHaveLength(2);
  for (const span of spans) {
    const [, fence = '', inside = ''] = /^(?:- actual |- )?(`+)(.*?)\1$/.exec(span) ?? [];
    expect(fence).not.toBe('');
    expect([...inside.matchAll(/`+/g)].map(([run]) => run)).not.toContain(fence);
  }
});

test('it is never longer than GitHub takes, says what was cut, and ends outside of any fence', (context) => {
  const text = markdownSummary(sampleResults(manyFindings(200)));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
  expect(text).toContain('**Cut here:**');
  const small = markdownSummary(sampleResults(manyFindings(20)), 30_000);
  expect(Buffer.byteLength(small)).toBeLessThanOrEqual(30_000);
  expect(small).toMatch(
    /\*\*Cut here:\*\* \d+ more parts do not fit into a summary of 30000 bytes; all is in results\.json\.\n$/,
  );
  expect(rendered(small, context)).toMatch(/<p><strong>Cut here:<\/strong> \d+ more parts[^<]*<\/p>\n$/);
});

test('in what spellings calls were sent, over each binding', () => {
  const results = sampleResults([]);
  const traits = [
    { binding: 'soap12', traits: [{ trait: 'cdata', times: 12 }], pairs: { sent: 1290, possible: 1430 } },
  ] as const;
  const text = markdownSummary({ ...results, coverage: { ...results.coverage, traits } });
  expect(text).toContain('### Spellings sent\n\n- `soap12: 1 of 1 trait, 1,290 of 1,430 pairs of traits`');
  expect(markdownSummary(results)).not.toContain('Spellings sent');
});
