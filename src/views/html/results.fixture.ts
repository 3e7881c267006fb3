import type { Contract } from '../../contract/model.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import type { Finding, RecordedResponse } from '../../results/outcome.ts';
import { sampleFinding, sampleResults } from '../../results/results.fixture.ts';
import type { CellResult, Results } from '../../results/results.ts';
import { rules, rulesFor } from '../../rules/rules.ts';

const counts = { pass: 0, fail: 0, inconclusive: 0, 'not-reached': 0, skipped: 0 };

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
  const rule = finding.rule ?? 'record.field-order';
  return sampleFinding({
    requirements: ['service.xml', 'records.types'],
    message: '<Response_Code> comes after <Inventory_List>.',
    location: null,
    actual: 'it comes after <Inventory_List>',
    cause: `${rule}:a-subject`,
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
    ...finding,
  });
}

/** A whole run of 80 cells with these findings; all else passed. */
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
  const base = sampleResults([]);
  return {
    ...base,
    target: 'http://127.0.0.1:1',
    identity: { wsdlSha256: 'abc123', certificateSha256: null },
    namespace: contract.namespace,
    profile: 'standard',
    options: { ...base.options, credentials: ['DealerID'] },
    durationMs: 4200,
    times: {
      startMs: 300,
      readingMs: 1000,
      cellsMs: 2800,
      waitingMs: 1200,
      latencyMs: { p50: 1.5, p95: 12.5, max: 140 },
    },
    requests: 720,
    verdict: required > 0 ? 'non-conformant' : 'conformant',
    exitCode: required > 0 ? 1 : 0,
    totals: {
      cells: { ...counts, pass: cells.length - failed, fail: failed },
      rules: { ...counts, 'not-applicable': 0 },
      findings: { required, recommended: findings.length - required },
    },
    cells,
    findings,
    ...more,
  };
}
