import { escapedJson } from '../../../base/json.ts';
import { cellName } from '../../../contract/cell-name.ts';
import { type Masking, recordMasked } from '../../../results/har/secrets.ts';
import { harContent, harTimes } from '../../../results/har/write.ts';
import { redactedCall } from '../../../results/record/redact.ts';
import type { HarFiles } from './har-file.ts';
import type { ClientCall } from './judge-answer.ts';
import type { PassedOn } from './pass-on.ts';

/** Entries per cell from which results are made: the first ones, and the first that breaks each rule. */
const MOST_PER_CELL = 40;
const MOST_BYTES = 32 * 1024 * 1024;

interface ReadExchange {
  /** Null if it makes no call. */
  readonly clientCall: ClientCall | null;
  readonly masking: Masking;
  readonly broken: readonly string[];
}

/** What equal exchanges are recorded as, without secrets. */
type HarRecord = ReturnType<typeof recordOf>;

export function recordOf(passed: PassedOn, { clientCall, masking, broken }: ReadExchange, origin: string) {
  const cell = clientCall === null ? null : cellName(clientCall.cell);
  const call = clientCall === null ? null : redactedCall(clientCall.call, masking.redact);
  // An unknown client's call may be refused.
  const expectation = clientCall === null || clientCall.isRefused || passed.unjudged !== null ? null : 'generated';
  const findings = [...new Set(broken)].map((rule) => `${rule}@${cell}`);
  const exchange = recordMasked(passed, masking, origin);
  const content = escapedJson(harContent({ exchange, cell, call, expectation, findings })).slice(1);
  return { content: Buffer.from(content), findings, judgedCell: expectation === null ? null : cell };
}

/** Opens what keeps recorded exchanges: each in the HAR, and a selection in memory for results. */
export function openRecorder(har: Pick<HarFiles, 'add'>) {
  const selected: { readonly start: string; readonly content: Buffer }[] = [];
  const perCell = new Map<string, number>();
  const shown = new Set<string>();
  let bytes = 0;

  function isWanted(cell: string, findings: readonly string[], size: number): boolean {
    const count = perCell.get(cell) ?? 0;
    const isNew = findings.some((id) => !shown.has(id));
    if (!isNew && (count >= MOST_PER_CELL || bytes + size > MOST_BYTES)) return false;
    for (const id of findings) shown.add(id);
    perCell.set(cell, count + 1);
    bytes += size;
    return true;
  }

  return {
    add({ content, findings, judgedCell }: HarRecord, { at, durationMs }: Pick<PassedOn, 'at' | 'durationMs'>): void {
      const times = harTimes(new Date(at).toISOString(), Math.round(durationMs * 10) / 10);
      const start = `${JSON.stringify(times).slice(0, -1)},`;
      har.add(start, content);
      if (judgedCell !== null && isWanted(judgedCell, findings, content.length)) selected.push({ start, content });
    },
    /** Those that can be judged again, as entries of a HAR. */
    selected: (): readonly object[] => selected.map(({ start, content }) => JSON.parse(`${start}${content}`)),
  };
}
