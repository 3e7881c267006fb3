import { cellName } from '../../../contract/cell-name.ts';
import { defaultNamespace, loadContract } from '../../../contract/load.ts';
import type { BindingName, Cell } from '../../../contract/model.ts';
import { operationNamed } from '../../../contract/operations.ts';
import type { RuleVerdict } from '../../../judge/rule-outcome.ts';
import { completeOptions } from '../../../options/run-options.ts';
import { foldResults } from '../../../results/fold.ts';
import type { Fingerprint, Observation } from '../../../results/observation.ts';
import type { CellSummary, Finding, RecordedCall, RuleResult } from '../../../results/outcome.ts';
import type { Results } from '../../../results/results.ts';
import { rules } from '../../../rules/rules.ts';

const contract = loadContract(defaultNamespace());

/** Rules that the runs of these tests judge: two required and a recommended one. */
const judged = ['http.status', 'record.field-order', 'xml.bom'] as const;

/** What a made-up run found; everything else passes. */
export interface Made {
  /** Names of cells; Get_Inventory and McatCodes over SOAP 1.1 and GET unless given. */
  readonly cells?: readonly string[];
  /** `rule@cell` → verdict. */
  readonly verdicts?: Readonly<Record<string, RuleVerdict>>;
  /** `rule@cell` → how its finding differs. */
  readonly findings?: Readonly<Record<string, Partial<Finding>>>;
  /** Cell → milliseconds of its requests. */
  readonly durations?: Readonly<Record<string, readonly number[]>>;
  /** Fields of McatCode that were not seen in any cell of McatCodes. */
  readonly unseen?: readonly string[];
  readonly observations?: readonly Observation[];
  readonly exchanges?: readonly RecordedCall[];
  /** What the WSDL says, as outlineText writes it. */
  readonly outline?: string;
}

const usual = ['Get_Inventory/soap11', 'Get_Inventory/http-get', 'McatCodes/soap11', 'McatCodes/http-get'];

/** Results as a run writes them, of a few cells and rules. */
export function resultsOf(made: Made = {}): Results {
  const names = made.cells ?? usual;
  const cells = names.map(cellNamed);
  const chosen = rules.filter(({ id }) => judged.some((rule) => rule === id));
  const ruleResults = cells.flatMap((cell) => chosen.map((rule) => ruleResult(rule.id, rule.level, cell, made)));
  return foldResults({
    suite: { name: 'getdata-conformance', version: '1.0.0', contractDigest: 'c'.repeat(64), validator: 'libxmljs2' },
    options: completeOptions({ flags: { target: 'http://target.example' }, env: {}, config: null, randomSeed: 7 }),
    contract,
    cells,
    rules: chosen,
    ruleResults,
    summaries: cells.map((cell) => summary(cell, made)),
    errors: [],
    interrupted: false,
    startedAt: new Date(0),
    durationMs: 1000,
    requestsBefore: 0,
    observations: made.observations ?? [],
    identity: {
      ...{ wsdlSha256: 'a'.repeat(64), certificateSha256: null },
      ...(made.outline === undefined ? {} : { wsdl: { outline: made.outline, gap: null } }),
    },
  });
}

/** An observation of one cell. */
export function observed(cell: string, fingerprint: Fingerprint, variant = 'plain'): Observation {
  const { operation, binding } = cellNamed(cell);
  const id = `observe.no-match@${cell}#${variant}`;
  return { id, operation: operation.name, binding, probe: 'observe.no-match', fingerprint };
}

/** A recorded call of one cell and its answer with status 200. */
export function recorded(
  cell: string,
  body: string,
  headers: readonly (readonly [string, string])[] = [],
): RecordedCall {
  const { operation, binding } = cellNamed(cell);
  return {
    operation: operation.name,
    binding,
    call: { operation: operation.name, values: {}, header: null },
    expectation: 'generated',
    exchange: exchangeOf(body, headers),
  };
}

function exchangeOf(body: string, headers: readonly (readonly [string, string])[]): RecordedCall['exchange'] {
  const rest = { version: '1.1', bytes: body.length, truncated: false, complete: true, surplus: 0 };
  return {
    request: { method: 'GET', url: 'http://target.example/getData.asmx', headers: [], body: null },
    response: { status: 200, reason: 'OK', headers, body, ...rest },
    durationMs: 1,
  };
}

function cellNamed(name: string): Cell {
  const [operation = '', binding = ''] = name.split('/');
  return { operation: operationNamed(contract, operation), binding: binding as BindingName };
}

function ruleResult(rule: string, level: RuleResult['level'], cell: Cell, made: Made): RuleResult {
  const id = `${rule}@${cellName(cell)}`;
  const verdict = made.verdicts?.[id] ?? 'pass';
  const place = { operation: cell.operation.name, binding: cell.binding };
  return {
    kind: 'rule',
    rule,
    level,
    ...place,
    verdict,
    judged: verdict === 'pass' || verdict === 'fail' ? 1 : 0,
    reason: verdict === 'inconclusive' ? { code: 'nothing-to-judge', text: 'no answer had data' } : null,
    finding:
      verdict !== 'fail'
        ? null
        : {
            id,
            rule,
            level,
            ...place,
            requirements: ['errors.success-status'],
            message: 'The status is wrong.',
            location: '/a[1]',
            expected: '200',
            actual: '500',
            cause: `${rule}: 500`,
            call: { operation: place.operation, values: {}, header: null },
            exchange: exchangeOf('<a/>', []),
            reproduce: { command: 'getdata-conformance replay x', curl: 'curl -i x' },
            known: false,
            ...made.findings?.[id],
          },
  };
}

function summary(cell: Cell, made: Made): CellSummary {
  const { operation, binding } = cell;
  const isMcat = operation.name === 'McatCodes';
  const fields = ['McatCode.Mcat', 'McatCode.Description'].map((path) => {
    return { path, seen: !(made.unseen ?? []).includes(path), needed: true };
  });
  return {
    kind: 'cell',
    operation: operation.name,
    binding,
    requests: 10,
    durations: made.durations?.[cellName(cell)] ?? Array.from({ length: 10 }, (_, index) => 20 + index),
    fields: isMcat ? fields : [],
    parameters: {},
    headerValues: [],
    statuses: { 200: 10 },
    withData: 10,
    exchanges: (made.exchanges ?? []).filter((one) => one.operation === operation.name && one.binding === binding),
  };
}
