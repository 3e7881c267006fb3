import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { completeOptions } from '../../options/run-options.ts';
import type { Results } from '../../results/results.ts';
import { findingOf, resultsWith } from '../../views/html/results.fixture.ts';
import type { EndedTarget } from './ended.ts';
import { judged, withoutResults } from './ended.ts';
import type { FleetReport } from './fold.ts';
import { foldFleet } from './fold.ts';

const contract = loadContract(defaultNamespace());

/** A target of the fleet, run with the usual options. */
export function asked(name: string, flags: Parameters<typeof completeOptions>[0]['flags'] = {}) {
  const target = `http://${name}.example`;
  return { name, options: completeOptions({ flags: { target, ...flags }, env: {}, config: null, randomSeed: 7 }) };
}

/** So many findings of each level, each in a cell of its own. */
export function findings(required: number, recommended = 0) {
  const operations = contract.operations.map(({ name }) => name);
  const of = (count: number, more: object) =>
    operations.slice(0, count).map((operation) => findingOf({ operation, ...more }));
  return [...of(required, {}), ...of(recommended, { rule: 'xml.bom', level: 'recommended', binding: 'soap11' })];
}

/** The cells of a run that found so much. */
export function cellsOf(found = findings(0)): Results['cells'] {
  return resultsWith(contract, found).cells;
}

/** A target whose run found so much. */
export function ran(name: string, found = findings(0), more: Partial<Results> = {}): EndedTarget {
  const files = { results: `${name}/results.json`, report: `${name}/report.html` };
  return judged(asked(name), resultsWith(contract, found, more), files);
}

/** A target whose turn did not come. */
export function left(name: string): EndedTarget {
  return withoutResults(asked(name), 'not-run', 'the fleet ended before its run');
}

/** The report of these. */
export function fleetOf(...ended: readonly EndedTarget[]): FleetReport {
  return foldFleet(ended, {
    suite: { name: 'getdata-conformance', version: '0.0.0' },
    startedAt: '2026-01-02T03:04:05.000Z',
    durationMs: 4200,
    cells: 80,
  });
}

const none = { pass: 0, fail: 0, inconclusive: 0, 'not-reached': 80, skipped: 0 };
const nothing = { cells: none, rules: { ...none, 'not-applicable': 0 } };

/** The parts of a run with an unreachable target. */
export const gone = {
  verdict: 'error',
  exitCode: 4,
  incomplete: true,
  totals: { ...nothing, findings: { required: 0, recommended: 0 } },
  cells: cellsOf().map((cell) => ({
    ...cell,
    verdict: 'not-reached' as const,
    rules: cell.rules.map((rule) => ({ ...rule, verdict: 'not-reached' as const })),
  })),
  failure: { kind: 'target', message: "http://gone.example can't be reached: refused." },
  warnings: ["http://gone.example can't be reached: refused."],
} as const;
