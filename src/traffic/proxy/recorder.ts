import { cellName } from '../../contract/cell-name.ts';
import { recordMasked } from '../../har/secrets.ts';
import { harEntry } from '../../har/write.ts';
import { type Redact, redactedCall } from '../../results/record/redact.ts';
import type { TrafficProblem } from '../entry.ts';
import type { HarFiles } from './har-file.ts';
import type { AskedCall } from './judge-answer.ts';
import type { PassedOn } from './pass-on.ts';

/** Entries per cell from which results are made: the first ones, and the first that breaks each rule. */
const MOST_PER_CELL = 40;
/** Bytes of answers used for results. */
const MOST_BYTES = 32 * 1024 * 1024;

/** What is known about a forwarded exchange. */
export interface Known {
  /** Null if it makes no call. */
  readonly asked: AskedCall | null;
  readonly redact: Redact;
  readonly problems: readonly Pick<TrafficProblem, 'side' | 'rule'>[];
}

/**
 * Opens what records exchanges, without secrets: each in the HAR, and a selection in memory, from which results are
 * made.
 * @param origin - of the target
 */
export function openRecorder(origin: string, har: Pick<HarFiles, 'add'>) {
  const selected: object[] = [];
  const perCell = new Map<string, number>();
  const shown = new Set<string>();
  let bytes = 0;

  function isWanted(cell: string, findings: readonly string[], size: number): boolean {
    const isNew = findings.some((id) => !shown.has(id));
    const count = perCell.get(cell) ?? 0;
    if (!isNew && (count >= MOST_PER_CELL || bytes + size > MOST_BYTES)) return false;
    for (const id of findings) shown.add(id);
    perCell.set(cell, count + 1);
    bytes += size;
    return true;
  }

  return {
    add(passed: PassedOn, { asked, redact, problems }: Known): void {
      const cell = asked === null ? null : cellName(asked.cell);
      const call = asked === null ? null : redactedCall(asked.call, redact);
      // Nobody guarantees that a stranger's call is answered.
      const expectation = asked === null || asked.isRefused || passed.unjudged !== null ? null : 'generated';
      const broken = problems.filter(({ side }) => side === 'server').map(({ rule }) => `${rule}@${cell}`);
      const findings = [...new Set(broken)];
      const exchange = recordMasked(passed, redact, origin);
      const made = harEntry({ exchange, cell, call, expectation, findings }, new Date(passed.at).toISOString());
      har.add(made);
      const size = passed.outcome.kind === 'response' ? passed.outcome.response.body.byteLength : 0;
      if (expectation !== null && cell !== null && isWanted(cell, findings, size)) selected.push(made);
    },
    /** Those that can be judged again, as entries of a HAR. */
    selected: (): readonly object[] => selected,
  };
}
