import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import { type Header, headerValue } from '../../exchange/exchange.ts';
import { harEntry } from '../../har/write.ts';
import type { RecordedExchange } from '../../results/outcome.ts';
import { redactedCall } from '../../results/record/redact.ts';
import { recordMasked } from '../details.ts';
import type { TrafficProblem } from '../entry.ts';
import { openMasking } from '../secrets.ts';
import type { HarFiles } from './har-file.ts';
import { judgeable } from './judge-answer.ts';
import type { PassedOn } from './pass-on.ts';

/** Entries of one cell that results are made of: the first ones, and the first that breaks each rule. */
const MOST_PER_CELL = 40;
/** Bytes of answers that results are made of. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Opens what records exchanges, without their secrets: each in the HAR, and a selection in memory, of which results are
 * made.
 * @param origin - of the target
 */
export function openRecorder(contract: Contract, origin: string, har: Pick<HarFiles, 'add'>) {
  const maskingOf = openMasking();
  const selected: object[] = [];
  const perCell = new Map<string, number>();
  const shown = new Set<string>();
  let bytes = 0;
  const maskedOf = maskedOnce((passed) => {
    const redact = maskingOf(passed);
    const asked = judgeable(passed, contract);
    const exchange = recordMasked(passed, redact, origin);
    if (asked === null) return { exchange, cell: null, call: null, expectation: null };
    // Nobody vouches that a call of a stranger is answered.
    const expectation = asked.isRefused || passed.unjudged !== null ? null : ('generated' as const);
    return { exchange, cell: cellName(asked.cell), call: redactedCall(asked.call, redact), expectation };
  });

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
    /** @param problems - what the log found in the exchange */
    add(passed: PassedOn, problems: readonly Pick<TrafficProblem, 'side' | 'rule'>[]): void {
      const masked = maskedOf(passed);
      const { cell, expectation } = masked;
      const broken = problems.filter(({ side }) => side === 'server').map(({ rule }) => `${rule}@${cell}`);
      const findings = [...new Set(broken)];
      const made = harEntry({ ...masked, findings }, new Date(passed.at).toISOString());
      har.add(made);
      const size = passed.outcome.kind === 'response' ? passed.outcome.response.body.byteLength : 0;
      if (expectation !== null && cell !== null && isWanted(cell, findings, size)) selected.push(made);
    },
    /** Of those that can be judged again, as entries of a HAR. */
    selected: (): readonly object[] => selected,
  };
}

/** Exchanges that are known again, and bytes of an answer of one. */
const MOST_KNOWN = 32;
const MOST_KNOWN_BYTES = 64 * 1024;

/** Masks equal exchanges once: searching an answer for secrets takes longer than all else. Bench lines of 'proxy'. */
function maskedOnce<T extends { readonly exchange: RecordedExchange }>(mask: (passed: PassedOn) => T) {
  const known = new Map<string, { readonly body: Uint8Array; readonly made: T }>();
  return (passed: PassedOn): T => {
    const { request, outcome, unjudged, durationMs } = passed;
    if (outcome.kind === 'trouble' || outcome.response.body.byteLength > MOST_KNOWN_BYTES) return mask(passed);
    const { body, headers, ...line } = outcome.response;
    const sent = Buffer.from(request.body ?? []).toString('latin1');
    const { method, path } = request;
    const key = JSON.stringify([method, path, request.headers, sent, line, headers.filter(isNotDate), unjudged]);
    const found = known.get(key);
    if (found === undefined || Buffer.compare(found.body, body) !== 0) {
      const made = mask(passed);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(key, { body, made });
      return made;
    }
    const { response } = found.made.exchange;
    const date = headerValue(headers, 'date') ?? '';
    const dated = (lines: readonly Header[]) => lines.map((one): Header => (isNotDate(one) ? one : [one[0], date]));
    const now = 'trouble' in response ? response : { ...response, headers: dated(response.headers) };
    const exchange = { ...found.made.exchange, response: now, durationMs: Math.round(durationMs * 10) / 10 };
    return { ...found.made, exchange };
  };
}

function isNotDate([name]: Header): boolean {
  return !/^date$/i.test(name);
}
