import { newestRuleSet } from '../rules/rule-sets.ts';
import type { Finding } from './outcome.ts';
import { checkResults } from './read.ts';
import type { Results } from './results.ts';

/** All that a target may send to break out of a report. */
export const HOSTILE = [
  '<script>alert(1)</script><img src=x onerror=alert(2)>',
  ']]> --> <!-- <![CDATA[ &amp; &#0; &bogus;',
  '\u0000\u0001\u001b[31mred\u001b]8;;http://evil.example\u0007\u009b2J\uFFFE\uFFFF',
  'a lone \uD800 and \uDC00, a reversed \u202Etxt.exe\u202C and \u2066\u2069\u200B\uFEFF',
  '::error file=x,title=pwned::pwned',
  '  ::set-output name=a::b\r::add-mask::e\r\n##[error]old',
  '` `` ``` ```` ~~~~ ``````xml',
  '@octocat #1 octocat/repo#2 GH-3 http://evil.example www.evil.example me@evil.example :tada: $`x`$',
  '[x](javascript:alert(3)) ![y](http://evil.example/p.png) | a | b | <!-- **bold** __u__ \\| \\`',
  '</code></pre></details><details open>',
  '# heading\n\n- list\n\n> quote\n\n---\n\n| a |\n|---|\n',
  '%0A%25 , : %',
].join('\n');

/** A finding in Get_Inventory/soap12, unless told otherwise. */
export function sampleFinding(changes: Partial<Finding> = {}): Finding {
  const { rule = 'record.field-order', operation = 'Get_Inventory', binding = 'soap12' } = changes;
  const id = `${rule}@${operation}/${binding}`;
  return {
    id,
    rule,
    level: 'required',
    operation,
    binding,
    requirements: ['records.Inventory_Response.fields'],
    message: 'Fields are in the order of the table.',
    location: '/Get_InventoryResponse (line 1, column 690)',
    expected: '<Response_Code> before <Inventory_List>',
    actual: 'it comes after',
    cause: `cause of ${rule}`,
    call: { operation, values: { ItemNo: 'SC-1001' }, header: null },
    exchange: {
      request: { method: 'POST', url: 'http://t.example/getData.asmx', headers: [], body: '<sent/>' },
      response: {
        status: 200,
        reason: 'OK',
        version: '1.1',
        headers: [['Content-Type', 'text/xml']],
        body: '<came/>',
        bytes: 7,
        truncated: false,
        complete: true,
        surplus: 0,
      },
      durationMs: 12,
    },
    reproduce: {
      command: `getdata-conformance replay reports/results.json '${id}'`,
      curl: "curl -i 'http://t.example'",
    },
    known: false,
    ...changes,
  };
}

/** The same with hostile text in every value that comes from a target. */
export function hostileFinding(changes: Partial<Finding> = {}): Finding {
  const finding = sampleFinding({
    message: HOSTILE,
    location: HOSTILE,
    expected: HOSTILE,
    actual: HOSTILE,
    ...changes,
  });
  const { request, response, durationMs } = finding.exchange;
  return {
    ...finding,
    call: { ...finding.call, values: { ItemNo: HOSTILE } },
    exchange: {
      request: { ...request, url: HOSTILE, body: HOSTILE },
      response: 'body' in response ? { ...response, headers: [['Content-Type', HOSTILE]], body: HOSTILE } : response,
      durationMs,
    },
    reproduce: { command: HOSTILE, curl: HOSTILE },
  };
}

/** The cause of the verdict 'error', by its exit code. */
function failureOf({ verdict, exitCode, warnings }: Partial<Results>): Results['failure'] {
  if (verdict !== 'error') return null;
  return { kind: exitCode === 4 ? 'target' : 'suite', message: warnings?.[0] ?? 'The suite itself failed.' };
}

/** Results of two cells, one passing and one failing by the findings given; valid by their own schema. */
export function sampleResults(findings: readonly Finding[], changes: Partial<Results> = {}): Results {
  const none = { pass: 0, fail: 0, inconclusive: 0, 'not-reached': 0, skipped: 0 };
  const rule = (id: string, verdict: 'pass' | 'fail') => ({ rule: id, level: 'required', verdict, judged: 3 }) as const;
  const latencyMs = { p50: 1, p95: 2, max: 3 };
  const failing = findings.length > 0;
  const results: Results = {
    schemaVersion: 1,
    suite: { name: 'getdata-conformance', version: '1.2.3', contractDigest: 'a'.repeat(64), validator: 'libxmljs2' },
    target: 'http://t.example',
    identity: { wsdlSha256: null, certificateSha256: null },
    namespace: 'http://dealer.example/webservices/',
    seed: 7,
    profile: 'quick',
    ruleSet: newestRuleSet,
    options: {
      operations: null,
      bindings: null,
      rules: null,
      cells: null,
      runs: null,
      includeWrites: true,
      failOn: 'required',
      allowInconclusive: false,
      limits: { concurrency: 8, rate: null, timeoutMs: 10_000, maxBodyBytes: 1_000, maxTimeSeconds: null },
      credentials: [],
      headers: [],
      insecure: false,
      ca: false,
      cert: false,
      proxy: false,
      samples: 0,
    },
    startedAt: '2030-01-02T03:04:05.678Z',
    durationMs: 1_500,
    requests: 9,
    slowDowns: 0,
    outages: [],
    verdict: failing ? 'non-conformant' : 'conformant',
    exitCode: failing ? 1 : 0,
    failure: failureOf(changes),
    leftToMerge: false,
    incomplete: false,
    totals: {
      cells: { ...none, pass: 1, [failing ? 'fail' : 'pass']: failing ? 1 : 2 },
      rules: { ...none, 'not-applicable': 0, pass: 2, fail: findings.length },
      findings: { required: findings.length, recommended: 0 },
    },
    cells: [
      {
        operation: 'Get_Inventory',
        binding: 'soap11',
        verdict: 'pass',
        requests: 4,
        latencyMs,
        rules: [rule('http.status', 'pass')],
      },
      {
        operation: 'Get_Inventory',
        binding: 'soap12',
        verdict: failing ? 'fail' : 'pass',
        requests: 5,
        latencyMs,
        rules: [
          rule('http.status', 'pass'),
          ...findings.map((finding) => ({ ...rule(finding.rule, 'fail'), level: finding.level })),
        ],
      },
    ],
    findings,
    exchanges: [],
    observations: [],
    coverage: { fields: [], parameters: [], requirements: [], headerValues: [] },
    warnings: [],
    warningCodes: [],
    inconclusive: [],
    baseline: null,
    ...changes,
  };
  checkResults(results);
  return results;
}
