import { type AnswerDigest, canonical, columnsOf } from './same-answer.ts';

/** What an answer says, as texts that are equal where two answers say the same, in any order. */
export interface SaidContent {
  readonly kind: 'records' | 'no records' | 'refusal';
  /** The records, or the status of a refusal. */
  readonly whole: string;
  /** The values of each field that has any. */
  readonly fields: ReadonlyMap<string, string>;
}

/** The content of an answer, read from its digest. */
export function contentOf(digest: AnswerDigest): SaidContent {
  if (digest.kind !== 'records') {
    const whole = digest.kind === 'status' ? `${digest.status}` : 'none';
    return { kind: 'refusal', whole, fields: new Map() };
  }
  const { records } = digest;
  const columns = [...columnsOf(records)].map(
    ([path, values]) => [path, JSON.stringify(values.map(([, value]) => value).toSorted())] as const,
  );
  const kind = records.length === 0 ? 'no records' : 'records';
  return { kind, whole: canonical(records, ''), fields: new Map(columns) };
}
