import type { Contract } from '../../contract/model.ts';
import type { Finding, RecordedResponse } from '../../results/outcome.ts';
import type { CellResult, Results, VerdictCounts } from '../../results/results.ts';
import { selectedCells } from '../../results/selected-cells.ts';
import { rules, rulesFor } from '../../rules/rules.ts';

const counts: VerdictCounts = { pass: 0, fail: 0, inconclusive: 0, 'not-reached': 0, skipped: 0 };

/** A response as a target may send it. */
export function responseOf(response: Partial<RecordedResponse> = {}): RecordedResponse {
  const body = response.body ?? '<a/>';
  return {
    status: 200,
    reason: 'OK',
    version: '1.1',
    headers: [
      ['Content-Type', 'text/xml; charset=utf-8'],
      ['Content-Length', `${body.length}`],
    ],
    body,
    bytes: body.length,
    truncated: false,
    complete: true,
    surplus: 0,
    ...response,
  };
}

/** A finding in Get_Inventory over SOAP 1.2, unless told otherwise. */
export function findingOf(finding: Partial<Finding> = {}): Finding {
  const { rule = 'record.field-order', operation = 'Get_Inventory', binding = 'soap12' } = finding;
  const id = `${rule}@${operation}/${binding}`;
  return {
    id,
    rule,
    level: 'required',
    operation,
    binding,
    requirements: ['service.xml', 'records.types'],
    message: 'Fields stand in the order of the table. Inventory_Response.Response_Code is out of place.',
    location: null,
    expected: '<Response_Code> before <Inventory_List>',
    actual: 'it comes after <Inventory_List>',
    cause: `${rule}: a subject`,
    call: { operation, values: { ItemNo: 'SC-1001' }, header: null },
    exchange: {
      request: {
        method: 'POST',
        url: 'http://127.0.0.1:1/getData.asmx',
        headers: [['X', 'y']],
        body: '<e><q>1</q></e>',
      },
      response: responseOf(),
      durationMs: 1.5,
    },
    reproduce: {
      command: `getdata-conformance replay reports/results.json '${id}'`,
      curl: "curl -i 'http://127.0.0.1:1/'",
    },
    known: false,
    ...finding,
  };
}

/** A whole run of 80 cells with these findings; everything else passed. */
export function resultsWith(
  contract: Contract,
  findings: readonly Finding[] = [],
  more: Partial<Results> = {},
): Results {
  const all = selectedCells(contract, { operations: null, bindings: null, cells: null });
  const fails = (rule: string, { operation, binding }: (typeof all)[number]): boolean =>
    findings.some((one) => one.rule === rule && one.operation === operation.name && one.binding === binding);
  const cells = all.map((cell): CellResult => {
    const judged = rulesFor(cell, contract, rules).map(({ id, level }) => {
      const verdict = fails(id, cell) ? ('fail' as const) : ('pass' as const);
      return { rule: id, level, verdict, judged: 1 };
    });
    const verdict = judged.some((rule) => rule.verdict === 'fail' && rule.level === 'required') ? 'fail' : 'pass';
    const latencyMs = { p50: 1.5, p95: 12.5, max: 140 };
    return { operation: cell.operation.name, binding: cell.binding, verdict, requests: 9, latencyMs, rules: judged };
  });
  const failed = cells.filter(({ verdict }) => verdict === 'fail').length;
  const required = findings.filter(({ level }) => level === 'required').length;
  return {
    schemaVersion: 1,
    suite: { name: 'getdata-conformance', version: '0.0.0', contractDigest: 'c0ffee', validator: 'none' },
    target: 'http://127.0.0.1:1',
    identity: { wsdlSha256: 'abc123', certificateSha256: null },
    namespace: contract.namespace,
    seed: 7,
    profile: 'standard',
    options: {
      operations: null,
      bindings: null,
      rules: null,
      cells: null,
      runs: null,
      includeWrites: true,
      failOn: 'required',
      allowInconclusive: false,
      limits: { concurrency: 8, rate: null, timeoutMs: 10_000, maxBodyBytes: 16_777_216, maxTimeSeconds: null },
      credentials: ['DealerID'],
      headers: [],
      insecure: false,
      ca: false,
      cert: false,
      proxy: false,
      samples: 0,
    },
    startedAt: '2026-01-02T03:04:05.000Z',
    durationMs: 4200,
    requests: 720,
    verdict: required > 0 ? 'non-conformant' : 'conformant',
    exitCode: required > 0 ? 1 : 0,
    incomplete: false,
    totals: {
      cells: { ...counts, pass: cells.length - failed, fail: failed },
      rules: counts,
      findings: { required, recommended: findings.length - required },
    },
    cells,
    findings,
    exchanges: [],
    observations: [],
    coverage: { fields: [], parameters: [], requirements: [], headerValues: [] },
    warnings: [],
    inconclusive: [],
    baseline: null,
    ...more,
  };
}
