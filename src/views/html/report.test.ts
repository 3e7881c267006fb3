import { describe, expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { crowdedResults, HOSTILE, hostileResults } from './hostile.fixture.ts';
import { htmlReport } from './report.tsx';
import { findingOf, responseOf, resultsWith } from './results.fixture.ts';

const contract = loadContract(defaultNamespace());
/** The page as a reader sees it. */
const textOf = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<script>.*<\/script>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

describe('the verdict and what explains it', () => {
  test('a conformant run', () => {
    const text = textOf(htmlReport(resultsWith(contract), contract));
    expect(text).toContain('✓ conformant Every rule was checked in every cell that was run');
    expect(text).toContain('failed 0 skipped 0 passed 80 of 80 cells');
    expect(text).not.toContain('Fix these first');
  });

  test('a conformant run with known failures does not say that every rule had something to judge', () => {
    const text = textOf(
      htmlReport(resultsWith(contract, [findingOf({ known: true })], { verdict: 'conformant' }), contract),
    );
    expect(text).toContain('No required rule failed but for known failures, and what they hide was not judged.');
    expect(text).not.toContain('had something to judge');
    expect(text).toMatch(/Fix these first .* required known .*Findings, cause by cause/);
  });

  test('how long its parts took, and the target apart from the suite', () => {
    const { times: _unknown, ...old } = resultsWith(contract);
    const text = textOf(htmlReport(resultsWith(contract), contract));
    expect(text).toContain('Time by part start 0.3 s, reading from the target 1.0 s, cells 2.8 s');
    expect(text).toContain("With a request under way 1.2 s; without, the suite's own: 3.0 s");
    expect(text).toContain('Answers took p50 1.5 ms, p95 12.5 ms, at most 140 ms');
    expect(textOf(htmlReport(old, contract))).not.toContain('Time by part');
  });

  test('in what spellings calls were sent', () => {
    const all = resultsWith(contract);
    const traits = [
      {
        binding: 'soap11',
        traits: [
          { trait: 'cdata', times: 1234 },
          { trait: 'typed', times: 0 },
        ],
        pairs: { sent: 0, possible: 1 },
      },
      { binding: 'http-get', traits: [{ trait: 'accept-any', times: 7 }], pairs: { sent: 3, possible: 4 } },
    ] as const;
    const text = textOf(htmlReport({ ...all, coverage: { ...all.coverage, traits } }, contract));
    expect(text).toContain('soap11: 1 of 2 traits, 0 of 1 pair of traits');
    expect(textOf(htmlReport(all, contract))).not.toContain('Spellings sent');
  });

  test('which fields were never seen, and which parameters never sent, by cell', () => {
    const all = resultsWith(contract);
    const cell = { operation: 'McatCodes', binding: 'soap11' } as const;
    const fields = ['Mcat', 'Description'].map((path, at) => ({ ...cell, path, needed: true, seen: at === 0 }));
    const parameters = [{ ...cell, parameter: 'mcat', values: 0 }];
    const text = textOf(htmlReport({ ...all, coverage: { ...all.coverage, fields, parameters } }, contract));
    expect(text).toContain(
      'Fields seen 1 of 2 needed The run must see these fields. Never seen: McatCodes/soap11 Description',
    );
    expect(text).toContain('Never sent with a value: McatCodes/soap11 mcat');
  });

  test('a run of some cells says so', () => {
    const some = resultsWith(contract);
    const text = textOf(htmlReport({ ...some, cells: some.cells.slice(0, 4), incomplete: true }, contract));
    expect(text).toContain('Only 4 of the 80 cells were run.');
    expect(text).toContain('The run was cut short');
  });

  test('a target that was not reached: the page says so, and why for each cell', () => {
    const all = resultsWith(contract);
    const reason = "the target <b>can't</b> be reached";
    const cells = all.cells.map((cell) => ({
      ...cell,
      verdict: 'not-reached' as const,
      reason,
      rules: [{ rule: 'xml.bom', level: 'required', verdict: 'not-reached', judged: 0, reason: 'of its own' } as const],
    }));
    const failure = { kind: 'target', message: reason } as const;
    const html = htmlReport({ ...all, verdict: 'error', exitCode: 4, failure, incomplete: true, cells }, contract);
    expect(textOf(html)).toContain('The target could not be reached, or stopped answering; this is not a verdict');
    expect(textOf(html)).not.toContain('suite itself failed');
    expect(textOf(html)).toContain(`Not judged in full: ${reason}.`);
    expect(textOf(html)).toMatch(/not-reached xml\.bom \( ?of its own ?\)/);
    expect(html).not.toContain('<b>can');
  });

  test('known failures, those to change first', () => {
    const entry = {
      rule: 'xml.bom',
      operation: 'McatCodes',
      binding: 'soap11',
      owner: 'Ann',
      reason: 'old',
      expires: null,
    };
    const entries = [
      { ...entry, line: 2, state: 'known' as const },
      { ...entry, line: 9, state: 'passes' as const },
    ];
    const results = resultsWith(contract, [], { verdict: 'non-conformant', baseline: { file: 'known.json', entries } });
    const text = textOf(htmlReport(results, contract));
    expect(text).toContain('✗ non-conformant only by the baseline: 1 line of known.json does not hold');
    expect(text).toMatch(/9 xml\.bom McatCodes \/ ?soap11 passes now: delete this line Ann old 2 xml\.bom/);
  });

  test('what could not be judged in a cell that fails comes after the rest', () => {
    const unjudged = {
      rule: 'record.coverage',
      binding: 'soap12' as const,
      reason: 'never seen with a value: X',
      reasonCode: 'fields-unseen' as const,
    };
    const inconclusive = ['Get_Inventory', 'McatCodes'].map((operation) => ({ ...unjudged, operation }));
    const page = htmlReport(resultsWith(contract, [findingOf()], { inconclusive }), contract);
    expect(page).toContain('<code>getdata-conformance init</code> writes one.');
    const text = textOf(page);
    expect(text).toMatch(/To supply values: .* McatCodes soap12 .* In cells that fail.* \(1\) Get_Inventory soap12/);
  });
});

describe('a finding', () => {
  test('begins with what is wrong, then the fix, the exchange, the way to see it again, and why it is required', () => {
    const text = textOf(htmlReport(resultsWith(contract, [findingOf()]), contract));
    const parts = [
      '1 <Response_Code> comes after <Inventory_List>. required record.field-order in 1 cell of 80 How to fix it',
      'In own code : Write the fields one by one',
      'The smallest exchange',
      'See it again',
      'Why is this required?',
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places.filter((place) => place < 0)).toEqual([]);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).toContain('Every response is XML. The document, section ‘What the service does’ · service.xml');
    expect(text).toContain("Basis the product's owner: Every record keeps");
    expect(text).toContain('POST http://127.0.0.1:1/getData.asmx X : y');
    expect(text).toContain("getdata-conformance replay reports/results.json 'record.field-order@Get_Inventory/soap12'");
    expect(text).toContain("curl -i 'http://t.example'");
  });

  test('has what was expected only if its sentence does not say it, with the difference marked', () => {
    const page = (more: object) => htmlReport(resultsWith(contract, [findingOf(more)]), contract);
    expect(page({})).not.toContain('<div class="versus">');
    const values = {
      message: 'A value differs.',
      expected: 'text/xml; charset=utf-8',
      actual: 'text/xml; charset=utf8',
    };
    expect(page(values)).toContain('charset=utf</bdi><mark><bdi>-</bdi></mark><bdi>8</bdi>');
  });

  test('of one cause is shown once for each binding, and the cells without it are named', () => {
    const { cells } = resultsWith(contract);
    const findings = cells.slice(1).map(({ operation, binding }) => findingOf({ operation, binding }));
    const text = textOf(htmlReport(resultsWith(contract, findings), contract));
    expect(text).toContain('79 of 80 cells. Not in: Get_Video_Links soap11');
    expect(text.match(/The smallest exchange/g)).toHaveLength(4);
    expect(text).toContain('4 exchanges of 79 shown');
  });

  test('whose answer depends on the call before shows both, each with its answer', () => {
    const { call, exchange } = findingOf();
    const body = (text: string) => ({ call, exchange: { ...exchange, response: responseOf({ body: text }) } });
    const html = htmlReport(resultsWith(contract, [findingOf({ before: body('<first/>') })]), contract);
    const text = textOf(html);
    expect(text).toMatch(/First this call, .* <first\/> .*Then: .*POST http:/);
  });

  test('whose header is missing shows that', () => {
    const cause = 'http.content-length:Content-Length';
    const exchange = { ...findingOf().exchange, response: responseOf({ headers: [] }) };
    const html = htmlReport(
      resultsWith(contract, [findingOf({ rule: 'http.content-length', cause, exchange })]),
      contract,
    );
    expect(html).toContain('<mark>no <bdi>Content-Length</bdi></mark>');
  });

  test('with a large body shows what is around the mark, and says what is left out', () => {
    const body = `<a>${'<b>1</b>'.repeat(3000)}<c>wrong</c>${'<b>1</b>'.repeat(3000)}</a>`;
    const response = responseOf({ body, bytes: 9_000_000, truncated: true });
    const exchange = { ...findingOf().exchange, response };
    const html = htmlReport(resultsWith(contract, [findingOf({ location: '/a/c', exchange })]), contract);
    expect(html.match(/<mark><span|<mark>&lt;c>/g)?.length).toBeGreaterThan(0);
    expect(textOf(html)).toContain('9,000,000 bytes came; the first 65,536 are recorded.');
    expect(textOf(html)).toMatch(/… 2990 lines more .* <c>\s?wrong\s?<\/c>/);
    expect(textOf(html)).toContain('characters left out');
    expect(html.length).toBeLessThan(400_000);
  });

  test('with a long body that ends too early shows its end', () => {
    const exchange = { ...findingOf().exchange, response: responseOf({ body: `<a>${'<b>1</b>'.repeat(100)}<last>` }) };
    const finding = findingOf({ rule: 'xml.well-formed', location: 'line 1, column 999', exchange });
    const text = textOf(htmlReport(resultsWith(contract, [finding]), contract));
    expect(text).toMatch(/… \d+ lines more .* <last> the body ends here/);
  });
});

describe('how stacks fix a cause', () => {
  const pageOf = (...rules: string[]) =>
    htmlReport(
      resultsWith(
        contract,
        rules.map((rule, index) => findingOf({ rule, cause: `${index}` })),
      ),
      contract,
    );

  test('is closed, in the first cause of a rule, and the others refer to that', () => {
    const html = pageOf('record.field-order', 'record.field-order');
    expect(html.match(/<summary>In other stacks<\/summary>/g)).toHaveLength(1);
    expect(textOf(html)).toContain('ASP.NET ASMX [XmlElement(Order = n)]');
    expect(html).toContain('In other stacks: with <a href="#cause-1">cause 1</a>.');
  });

  test('is left out where nothing is known of the rule', () => {
    expect(pageOf('data.varies')).not.toContain('How to fix it');
  });
});

describe('a page stays small and harmless', () => {
  test('when every rule is broken in every cell by hostile answers', () => {
    const results = crowdedResults(contract);
    const html = htmlReport(results, contract);
    expect(results.findings.length).toBeGreaterThan(2900);
    expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
    expect(textOf(html)).toContain('more causes in results.json');
  });

  test('no style attributes, no handlers, no addresses, nothing that hides', () => {
    const html = htmlReport(hostileResults(contract), contract);
    const tags = [...html.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag.replaceAll(/"[^"]*"/g, '""'));
    expect(tags.filter((tag) => /\s(?:style|on\w+|src)=/.test(tag))).toEqual([]);
    expect(html.match(/href="(?!#|data:image\/svg)[^"]*"/g)).toBeNull();
    expect(html.match(/[\p{Cf}\p{Cs}]|(?![\n\t\r])\p{Cc}/gu)).toBeNull();
    expect(html).not.toContain(HOSTILE.slice(0, 40));
  });
});

test('the table of rules counts those that do not apply, and shows the level of the rule', () => {
  const all = resultsWith(contract);
  const one = { rule: 'xml.encoding', level: 'recommended', verdict: 'not-applicable', judged: 0 } as const;
  const html = htmlReport({ ...all, cells: all.cells.map((cell) => ({ ...cell, rules: [one] })) }, contract);
  const table = textOf(html.slice(html.indexOf('id="rules"')));
  expect(table).toContain('pass fail inconclusive not-reached skipped not-applicable Causes');
  expect(table).toMatch(/xml\.encoding The body [^.]+\. required · · · · · 80/);
});
