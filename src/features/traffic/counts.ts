import type { RecordedExchange } from '../../results/outcome.ts';
import type { TrafficEntry, TrafficProblem } from './entry.ts';

/** A rule that a client's requests, or a server's answers, break in one cell. */
export interface TrafficFinding extends TrafficProblem, Pick<TrafficEntry, 'client' | 'operation' | 'binding'> {
  readonly count: number;
  /** The first of them; null if there are too many findings to keep it. */
  readonly example: { readonly exchange: RecordedExchange; readonly curl: string } | null;
}

export type TrafficSummary = Readonly<ReturnType<ReturnType<typeof createCounts>['summary']>>;

export type ClientCount = TrafficSummary['clients'][number];

/** Distinct findings that are kept, and those of them with an example. */
const MOST_FINDINGS = 500;
const MOST_EXAMPLES = 50;

/** Requests to a cell, by whether a required client rule objected; those that name none are counted together. */
type CellCount = Pick<TrafficEntry, 'operation' | 'binding'> & { right: number; wrong: number };
type Example = TrafficFinding['example'];

/** Counts traffic; its memory is bounded, since clients and findings are. */
export function createCounts() {
  let exchanges = 0;
  const clients = new Map<string, Map<string, CellCount>>();
  const findings = new Map<string, TrafficFinding & { count: number }>();
  const answered = new Set<string>();
  let findingsCut = false;

  function countFinding(problem: TrafficProblem, entry: TrafficEntry, example: () => Example): void {
    const { client, operation, binding } = entry;
    const key = JSON.stringify([problem.side, problem.rule, operation, binding, client]);
    const known = findings.get(key);
    if (known !== undefined) known.count += 1;
    else if (findings.size === MOST_FINDINGS) findingsCut = true;
    else {
      const shown = findings.size < MOST_EXAMPLES ? example() : null;
      findings.set(key, { ...problem, client, operation, binding, count: 1, example: shown });
    }
  }

  return {
    /** @param example - makes the exchange as a report shows it */
    add(entry: TrafficEntry, example: () => Example): void {
      exchanges += 1;
      const { client, operation, binding, isCall, right, status, problems } = entry;
      if (!isCall) return;
      if (right && status === 200 && operation !== null) answered.add(operation);
      const cells = clients.get(client) ?? new Map<string, CellCount>();
      clients.set(client, cells);
      const cell = cells.get(`${operation}/${binding}`) ?? { operation, binding, right: 0, wrong: 0 };
      cells.set(`${operation}/${binding}`, cell);
      cell[right ? 'right' : 'wrong'] += 1;
      const firsts = problems.filter(({ rule }, at) => problems.findIndex((one) => one.rule === rule) === at);
      for (const problem of firsts) countFinding(problem, entry, example);
    },
    /** `answered`: the operations of which a right call got 200. `findingsCut`: more findings came than are kept. */
    summary() {
      const of = (all: readonly { right: number; wrong: number }[], what: 'right' | 'wrong'): number =>
        all.reduce((sum, one) => sum + one[what], 0);
      const counted = [...clients].map(([name, cells]) => {
        const all = [...cells.values()];
        const placed = all.flatMap(({ operation, binding, ...count }) =>
          operation === null || binding === null ? [] : [{ operation, binding, ...count }],
        );
        return { name, right: of(all, 'right'), wrong: of(all, 'wrong'), cells: placed };
      });
      const [right, wrong] = [of(counted, 'right'), of(counted, 'wrong')];
      const copies: readonly TrafficFinding[] = [...findings.values()].map((finding) => ({ ...finding }));
      const calls = { exchanges, calls: right + wrong, right, wrong };
      return { ...calls, answered: new Set(answered), clients: counted, findings: copies, findingsCut };
    },
  };
}
