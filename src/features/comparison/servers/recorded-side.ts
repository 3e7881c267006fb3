import { setImmediate } from 'node:timers/promises';
import type { Cell } from '../../../contract/model.ts';
import type { PlannedCall } from '../../../engine/plan/planned-call.ts';
import { isTakenOut } from '../../../results/har/body.ts';
import { MASK } from '../../../results/har/entry.ts';
import type { RecordedServer } from '../../../results/har/recorded-server.ts';
import type { Recording } from '../../../results/record/recordings.ts';
import type { Redact } from '../../../results/record/redact.ts';
import { TWO_SERVERS } from '../../../rules/policy.ts';
import { rulesFor } from '../../../rules/rules.ts';
import { type Exchange, headerValue } from '../../../wire/http/exchange.ts';
import { type Both, both } from '../pairs.ts';
import { AS_WRITTEN } from '../writing/head.ts';
import { type ComparisonContext, recordedAnswers, recorderOfCall } from './context.ts';
import { type AnswerComparison, diffAnswers } from './diff-answers.ts';
import type { AnswerDifference } from './difference.ts';
import type { Groups } from './groups.ts';
import { newStabilityMemo, type RecordedVarying } from './stability.ts';

export type RecordedSide = Awaited<ReturnType<typeof openRecordedSide>>;

/**
 * What other recorders than ours leave out, or write anew: what is of one connection, of HTTP/2 or of the bytes of a
 * text, whatever length they give, and cookies.
 */
const NEVER_RECORDED = new Set([
  ...['httpVersion', 'complete', 'reason phrase', 'letters of header names', 'header content-length'],
  ...['header connection', 'header keep-alive', 'header transfer-encoding', 'header content-encoding'],
  ...['header set-cookie', 'byte order mark', 'line ends', 'layout', 'other bytes'],
  ...['white space before the root', 'white space after the root'],
]);
const OF_HEADER_LINES = /^(?:header .*|mediaType|charset)$/;

/** Compares with recorded answers by what they show. @param groups - get what changes by itself in the recording */
export async function openRecordedSide(server: RecordedServer, context: ComparisonContext, groups: Groups) {
  /** By operation what differs between answers to equal requests. */
  const memos = new Map<string, ReturnType<typeof newStabilityMemo>>();

  function isSeen({ kind, subject, a, b }: AnswerDifference, { silent, exchange }: Recording): boolean {
    if (MASK.test(a) || isTakenOut(a)) return false;
    if (server.own) return true;
    if (kind === 'data' && silent.has('xml.bom') && isWithoutLetters(a, b)) return false;
    const what = subject.replace(AS_WRITTEN, '');
    if (NEVER_RECORDED.has(what)) return false;
    const isLost = silent.has('http.content-type') || (a === 'none' && isWithoutDate(exchange));
    return !(isLost && OF_HEADER_LINES.test(what));
  }

  function comparing(recording: Recording): AnswerComparison {
    const rules = rulesFor(recording.cell, context.contract, context.rules);
    const told = rules.filter(({ id }) => !recording.silent.has(id));
    return { ...context, rules: told, isSeen: (difference) => isSeen(difference, recording) };
  }

  for (const answers of server.answers.values()) {
    // A long recording can be ended.
    await setImmediate();
    if (context.signal.aborted) break;
    const [first, ...others] = answers.all;
    const { cell, call } = first;
    const memo = memos.get(cell.operation.name) ?? newStabilityMemo(TWO_SERVERS);
    memos.set(cell.operation.name, memo);
    for (const other of others) {
      const pair = { a: first, b: other };
      const exchanges = both((side) => pair[side].exchange);
      const record = () => both((side) => pair[side].shown());
      const redact: Redact = (text) => redacted(other, redacted(first, text));
      const evidence = both((side) => context.judge.read(pair[side], cell, true));
      for (const one of diffAnswers(evidence, { ...comparing(first), loose: memo.loose })) {
        const checked = { difference: one, why: 'a varies' } as const;
        memo.note(checked);
        groups.add(checked, { cell, call, exchanges, record, redact });
      }
    }
  }

  return {
    /** How the answers to a call are compared. */
    comparing: (planned: PlannedCall) => comparing(recordedAnswers(planned, server).all[0]),
    /** What the recording shows to vary by itself in a cell. */
    varying({ operation: { name, result } }: Cell): RecordedVarying {
      const { loose, whyOf } = memos.get(name) ?? newStabilityMemo(TWO_SERVERS);
      const pathOf = (subject: string): string => subject.slice(result.record.length + 1).replaceAll('[]', '');
      const isChanging = ({ kind, subject }: AnswerDifference): boolean =>
        kind === 'data' && server.changing.get(name)?.has(pathOf(subject)) === true;
      return { loose, whyOf: (one) => (isChanging(one) ? 'a varies' : whyOf(one)) };
    },
    /** How a pair of answers is shown, without the secrets of the recorded one. */
    shown(planned: PlannedCall, cell: Cell, exchanges: Both<Exchange>) {
      const { all, times } = recordedAnswers(planned, server);
      const own = all.find(({ exchange }) => exchange === exchanges.a) ?? all[0];
      const record = recorderOfCall(planned, cell, exchanges, context);
      return {
        once: times === 1,
        record: () => ({ a: own.shown(), b: record().b }),
        redact: (text: string) => redacted(own, text),
      };
    },
  };
}

const redacted = ({ redact = String }: Recording, text: string): string => redact(text);

/** Servers send it (RFC 9110, section 6.6.1): a recorder that does not have it keeps only some lines. */
function isWithoutDate({ outcome }: Exchange): boolean {
  return outcome.kind === 'response' && headerValue(outcome.response.headers, 'date') === undefined;
}

/** A text as a recorder may have it that left out the characters beyond ASCII, or wrote ? for each. */
function isWithoutLetters(text: string, whole: string): boolean {
  const left = text.replaceAll('?', '');
  return /^[\x20-\x7E]*$/.test(text) && text !== whole && whole.replaceAll(/[^\x20-\x7E]|\?/g, '') === left;
}
