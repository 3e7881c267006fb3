import type { Cell, Contract } from '../../../contract/model.ts';
import { maskingOf } from '../../../results/har/secrets.ts';
import { type Redact, redactedCall } from '../../../results/record/redact.ts';
import type { Evidence } from '../../../rules/evidence.ts';
import { rulesFor } from '../../../rules/rules.ts';
import { type Exchange, type HttpRequest, headerValue, statusOf, wasNotSent } from '../../../wire/http/exchange.ts';
import { recognisedRead } from '../../../wire/soap/recognised-read.ts';
import { type Both, both, type Side } from '../pairs.ts';
import type { CellTally } from '../servers/cell-tally.ts';
import { type ComparisonContext, recorderOfGiven } from '../servers/context.ts';
import { type AnswerComparison, fullnessOf } from '../servers/diff-answers.ts';
import type { AnswerDifference } from '../servers/difference.ts';
import type { Groups } from '../servers/groups.ts';
import { answersAgain } from '../servers/recheck-cell.ts';
import type { EarlierAnswers } from './earlier-answers.ts';
import type { ShadowedRead } from './model.ts';
import { requestTo, type SendingPlace, whyConditional } from './request-to.ts';

/** What reads are compared with. */
export interface ShadowSource {
  readonly context: ComparisonContext;
  readonly groups: Groups;
  /** With the path at which clients call the service. */
  readonly called: Contract;
  readonly places: Both<SendingPlace>;
  readonly tallyOf: (cell: Cell) => CellTally;
  readonly earlier: EarlierAnswers;
  /** Gets B's first answer to each read. */
  readonly answered: (exchange: Exchange) => void;
}

/** By these a server asks for credentials that it was not to get. */
const ASKING = new Set([301, 302, 303, 307, 401, 403]);

/**
 * Sends a client's read to B and compares its answer with A's. The call of each new difference is sent to both again.
 * @returns why it was not compared, in half a sentence; null if it was
 */
export async function compareRead(given: ShadowedRead, source: ShadowSource): Promise<string | null> {
  const { context, called, places, earlier } = source;
  const { servers, contract, judge } = context;
  const read = recognisedRead(given.request, called);
  const from = servers.a.client.context.basePath;
  const { a: toA, b: toB } = both((side) => {
    return requestTo(given.request, from, servers[side].client.context, places[side]);
  });
  if (read === null || toA === null || toB === null) return 'it is not recognised as a read of the service';
  const conditional = whyConditional(given.request);
  if (conditional !== null) return conditional;
  if (given.outcome.kind === 'trouble') return 'the old server gave no answer';
  if (toB.holdsSecret) return 'it holds a secret beside the parameters, which only --also-credentials would send';
  const { cell, call } = read;
  const send = (side: Side): Promise<Exchange> =>
    servers[side].client.send(cell, side === 'a' ? toA.request : toB.request);
  const answer = await send('b');
  if (wasNotSent(answer)) return 'the proxy ended before the new server answered';
  source.answered(answer);
  if (toB.isLess && statusOf(answer) !== statusOf(given) && ASKING.has(statusOf(answer)))
    return 'the new server refuses it without the header lines that --also-credentials would send';
  const exchanges: Both<Exchange> = { a: { ...given, request: toA.request }, b: answer };
  const evidenceOf = (exchange: Exchange): Evidence =>
    judge.read({ call, expectation: 'generated', exchange }, cell, true);
  const readBoth = (answers: Both<Exchange>): Both<Evidence> => both((side) => evidenceOf(answers[side]));
  const redact = redactorOf(exchanges);
  // Without its cookie, a server gives each client a new one.
  const isSeen = ({ subject }: AnswerDifference): boolean => !toB.isLess || subject !== 'header set-cookie';
  const rules = rulesFor(cell, contract, context.rules);
  const comparing: AnswerComparison = { ...context, redact, rules, isSeen };
  const evidence = readBoth(exchanges);
  const tally = source.tallyOf(cell);
  const record = (answers: Both<Exchange>) => recorderOfGiven(answers, { ...context, redact: String });
  const fullness = fullnessOf(evidence);
  const sent = { cell, call: redactedCall(call, redact), exchanges, fullness, record: record(exchanges), redact };

  const before = earlier.swap(earlierKey(given.request), exchanges.a);
  if (before !== null) {
    const own = tally.compare({ a: evidenceOf(before), b: evidence.a }, comparing);
    for (const difference of own.filter((one) => tally.memo.whyOf(one) !== 'a varies')) {
      const checked = { difference, why: 'a varies' } as const;
      tally.memo.note(checked);
      source.groups.add(checked, { ...sent, record: record({ a: before, b: exchanges.a }) });
    }
  }
  const checked = await tally.check(evidence, comparing, () => answersAgain(readBoth, send));
  const shown = { ...sent, exchanges: checked.exchanges, record: record(checked.exchanges) };
  for (const one of checked.found) source.groups.add(one, shown);
  return null;
}

/** What removes the secrets of both exchanges, once there is something to remove them from. */
function redactorOf(exchanges: Both<Exchange>): Redact {
  let redacts: Both<Redact> | null = null;
  return (text) => {
    redacts ??= both((side) => maskingOf(exchanges[side]).redact);
    return redacts.b(redacts.a(text));
  };
}

/** Only reads of a call and a caller have equal keys. The bytes of a nested request tell more than its call does. */
function earlierKey({ method, path, headers, body }: HttpRequest): string {
  const caller = ['authorization', 'cookie', 'accept', 'accept-encoding', 'accept-language'];
  const lines = caller.map((name) => headerValue(headers, name));
  return JSON.stringify([method, path, Buffer.from(body ?? []).toString('latin1'), lines]);
}
