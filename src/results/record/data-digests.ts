import { createHmac, scryptSync } from 'node:crypto';
import { type AnswerDigest, canonical, columnsOf } from '../../rules/same-answer.ts';
import { type Call, type Credentials, callKey } from '../../wire/soap/call.ts';

/** What the answers of a cell said, as digests, so that a later run can be compared; never a value. */
export interface DataDigests {
  /** Equal where two runs had the same credentials: only then their digests can be compared. */
  readonly key: string;
  /** The fields that some answer had a value of, by their paths. */
  readonly fields: readonly string[];
  /** One text for each call: its digest, that of its answer, and two characters for each field. */
  readonly calls: readonly string[];
}

/** A call and what was said in answer: the answer that was judged, then those to equal requests. */
export interface AnsweredCall {
  readonly call: Call;
  readonly said: readonly [AnswerDigest, ...AnswerDigest[]];
}

/** In place of an answer's digest: no records. Any other status than success is named by its number. */
export const NO_RECORDS = '-';
/** In place of an answer's digest: equal requests got other answers. */
export const VARIES = '~';
/** In place of a field's digest: no value, and another one in answer to an equal request. */
export const NO_VALUE = '..';
export const FIELD_VARIES = '~~';

/** Limits of a cell: the calls planned first come first. */
const MOST_CALLS = 200;
const MOST_FIELDS = 100;

/** Base64 characters of digests. A field's are short: several fields and calls tell of a change. */
const CALL_LENGTH = 8;
const ANSWER_LENGTH = 8;
export const FIELD_LENGTH = 2;

/**
 * Makes digests of the answers of cells. They are keyed by the credentials of the run, stretched by scrypt: whoever
 * could guess a short value by its digest could ask the server for it. The call is part of the text, so that equal
 * values of two calls have other digests.
 */
export function dataDigests(credentials: Credentials) {
  let known: ReturnType<typeof stretchedKey> | null = null;
  return (answered: readonly AnsweredCall[]): DataDigests => {
    known ??= stretchedKey(credentials);
    const { key, digest } = known;
    const told = answered.slice(0, MOST_CALLS).map(({ call, said: [first, ...others] }) => {
      return { name: callKey(call), first: contentOf(first), others: others.map(contentOf) };
    });
    const named = told.flatMap(({ first, others }) => [first, ...others].flatMap(({ fields }) => [...fields.keys()]));
    const fields = [...new Set(named)].toSorted().slice(0, MOST_FIELDS);
    const calls = told.map(({ name, first, others }) => {
      const callDigest = digest([name], CALL_LENGTH);
      // A refusal or no records in between says nothing of single fields.
      if (others.some(({ kind }) => kind !== first.kind)) return `${callDigest} ${VARIES}`;
      const texts = fields.map((field) => {
        const value = first.fields.get(field) ?? '';
        if (others.some((other) => (other.fields.get(field) ?? '') !== value)) return FIELD_VARIES;
        return value === '' ? NO_VALUE : digest([name, field, value], FIELD_LENGTH);
      });
      const isSteady = others.every(({ whole }) => whole === first.whole);
      const answer = isSteady ? answerText(first, (whole) => digest([name, whole], ANSWER_LENGTH)) : VARIES;
      const withFields = texts.some((text) => text !== NO_VALUE) ? [texts.join('')] : [];
      return [callDigest, answer, ...withFields].join(' ');
    });
    return { key, fields, calls };
  };
}

function answerText({ kind, whole }: SaidContent, digest: (whole: string) => string): string {
  if (kind === 'records') return digest(whole);
  return kind === 'no records' ? NO_RECORDS : whole;
}

function stretchedKey(credentials: Credentials) {
  const secret = JSON.stringify(Object.entries(credentials).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const bytes = scryptSync(secret, 'getdata-conformance: digests of data', 32);
  const digest = (parts: readonly string[], length: number): string =>
    createHmac('sha256', bytes).update(JSON.stringify(parts)).digest('base64').slice(0, length);
  return { key: digest(['key', '', '', ''], CALL_LENGTH), digest };
}

type SaidContent = ReturnType<typeof contentOf>;

/** What an answer says, as texts that are equal where two say the same, in any order; `fields`: those with a value. */
function contentOf(digest: AnswerDigest) {
  if (digest.kind !== 'records') {
    const whole = digest.kind === 'status' ? `${digest.status}` : 'none';
    return { kind: 'refusal', whole, fields: new Map<string, string>() } as const;
  }
  const { records } = digest;
  const columns = [...columnsOf(records)].map(
    ([path, values]) => [path, JSON.stringify(values.map(([, value]) => value).toSorted())] as const,
  );
  const kind = records.length === 0 ? 'no records' : 'records';
  return { kind, whole: canonical(records, ''), fields: new Map(columns) } as const;
}
