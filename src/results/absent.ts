import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import type { RuleResult } from './outcome.ts';
import type { RunRecord } from './run-record.ts';

/** What a cell that does not exist breaks, all by one cause. */
const ofAbsence: ReadonlySet<string> = new Set(['http.status', 'binding.reachable', 'binding.parity']);

type Asked = Pick<RunRecord, 'cells' | 'summaries' | 'ruleResults'>;

/**
 * The outcomes of a run in which an operation or a binding that no call reaches is one cause over its cells. That servers
 * blame the SOAPAction for an unknown operation is no finding of request.soapaction where the binding takes others.
 */
export function withAbsenceAsOneCause({ cells, summaries, ruleResults }: Asked): readonly RuleResult[] {
  const answered = new Set<string>();
  const refused = new Set<string>();
  for (const one of summaries) {
    if (one.statuses['200'] !== undefined) answered.add(cellName(one));
    else if (Object.keys(one.statuses).some((status) => /^[45]\d\d$/.test(status))) refused.add(cellName(one));
  }
  const called = cells.filter((cell) => answered.has(cellName(cell)) || refused.has(cellName(cell)));
  const isAbsent = (mine: (cell: Cell) => boolean): boolean => {
    const own = called.filter(mine);
    return own.length > 1 && own.every((cell) => refused.has(cellName(cell)));
  };
  const operations = new Set(cells.map(({ operation }) => operation.name));
  const bindings = new Set(cells.map(({ binding }) => binding));
  const gone = new Set<string>([
    ...[...operations].filter((name) => isAbsent(({ operation }) => operation.name === name)),
    ...[...bindings].filter((name) => isAbsent(({ binding }) => binding === name)),
  ]);
  return ruleResults.map((one): RuleResult => {
    const { rule, operation, binding, finding } = one;
    const name = [binding, operation].find((part) => gone.has(part));
    if (finding === null || name === undefined || !refused.has(cellName(one))) return one;
    if (ofAbsence.has(rule)) return { ...one, finding: { ...finding, cause: `http.status:no-200:${name}` } };
    if (rule !== 'request.soapaction' || gone.has(binding)) return one;
    if (!called.some((cell) => cell.binding === binding && answered.has(cellName(cell)))) return one;
    const reason = { code: 'earlier-layer', text: 'the operation does not exist' } as const;
    return { ...one, verdict: 'not-reached', judged: 0, reason, finding: null };
  });
}
