import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../../results/outcome.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import { sentBy } from '../../rules/data/own-call.ts';
import { type Evidence, LESSER } from '../../rules/rule.ts';
import { type AnswerDigest, difference, digestOf } from '../../rules/same-answer.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, callKey, free } from '../../wire/soap/call.ts';
import { hasNoData, type ParsedResponse } from '../../wire/soap/parsed-response.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import { GOLDEN_RATIO, isUnsteady } from './at-times.ts';
import type { CellContext } from './cell-context.ts';
import { maskedBetween } from './confirm.ts';

/** How many calls with different answers are sent after others. */
const MOST_CALLS = 3;

/** How often a call is sent after another, then again one to three times: no servers that take turns have this period. */
const ROUNDS = 8;

/** A call that gets one answer each time after another call, and another answer each time after itself, or a third one. */
export async function afterOthers(planned: readonly Evidence[], at: CellContext): Promise<Counterexample | null> {
  for (const { call } of planned.filter((each) => isUnsteady(each, at)).slice(0, MOST_CALLS))
    for (const other of othersFor(call, planned, at)) {
      const third = planned.find((one) => one.call !== call && hasOtherData(one, other, at));
      for (const than of [call, ...(third === undefined ? [] : [third.call])]) {
        const shown = await at.ownClient.inTurn(call, () => afterOther(call, { call: other.call, than }, at));
        if (shown !== null) return shown;
      }
    }
  return afterHeader(planned, at);
}

/** A call without a header that gets another answer after one with a header: a server may keep that of the call before. */
async function afterHeader(planned: readonly Evidence[], at: CellContext): Promise<Counterexample | null> {
  const { cell, contract, ownClient } = at;
  if (!isSoap(cell.binding) || cell.operation.header === null) return null;
  for (const { call, sent } of ownClient.answers()) {
    if (call.header !== null || sent !== null) continue;
    const ofValues = planned.filter((one) => isDeepStrictEqual(one.call.values, call.values) && one.reading.success);
    const [first, ...others] = ofValues.map((one) => ({ call: one.call, digest: digestOf(one.reading, contract) }));
    const other = others.find(({ digest }) => first !== undefined && difference(first.digest, digest) !== null);
    if (first === undefined || other === undefined) continue;
    // Its values are those of many calls, one of which shows enough. A server may keep a header until there is another one.
    return ownClient.inTurn(call, async () => {
      const shown = await afterOther(call, { call: other.call }, at);
      return shown ?? afterOther(call, { call: other.call, than: first.call }, at);
    });
  }
  return null;
}

function hasOtherData(one: Evidence, { reading }: Evidence, { contract }: CellContext): boolean {
  if (!one.reading.success || hasNoData(one.reading)) return false;
  return difference(digestOf(one.reading, contract), digestOf(reading, contract)) !== null;
}

/** For each parameter, a call with another value. */
function othersFor(call: Call, planned: readonly Evidence[], { cell }: CellContext): ReadonlySet<Evidence> {
  const likely = planned.toSorted((one, other) => Number(isInvented(one)) - Number(isInvented(other)));
  return new Set(
    free(cell).flatMap(({ name }) => likely.find((one) => one.call.values[name] !== call.values[name]) ?? []),
  );
}

const isInvented = ({ expectation }: Evidence): boolean => expectation === 'generated';

interface Answer {
  readonly reading: ParsedResponse;
  readonly digest: AnswerDigest;
}

/** @returns the answer to a call after another one, if it is each time another than after `than`: itself, or a third call */
export async function afterOther(
  call: Call,
  before: Pick<NonNullable<Finding['before']>, 'call' | 'than'>,
  at: CellContext,
): Promise<Counterexample | null> {
  const { cell, contract, judge, ownClient } = at;
  const { than = call } = before;
  const isThird = callKey(than) !== callKey(call);
  const send = async (): Promise<Answer> => {
    const reading = judge.parse(await ownClient.again(call), cell);
    return { reading, digest: digestOf(reading, contract) };
  };
  const differ = (one: Answer, other: Answer) => difference(one.digest, other.digest, maskedBetween(at));
  let start: (Readonly<Record<'after' | 'again', Answer>> & { readonly exchange: Exchange }) | null = null;
  for (let round = 0; round < ROUNDS; round += 1) {
    const exchange = await ownClient.again(before.call);
    const after = await send();
    for (let times = Math.floor(round * GOLDEN_RATIO) % 3; times >= 0; times -= 1) {
      if (isThird) await ownClient.again(than);
      const again = await send();
      start ??= { after, again, exchange };
      if (![after, again].every(({ reading }) => reading.success)) return null;
      if (differ(again, after) === null || differ(after, start.after) || differ(again, start.again)) return null;
    }
  }
  const place = start && differ(start.again, start.after);
  if (start === null || place === null) return null;
  const text = `A call gets another answer after another call than after ${isThird ? 'a third one' : 'itself'}`;
  const isBare = call.header !== before.call.header && call.header === null;
  const inWords = (one: Call): string =>
    isBare ? `a call with the header ${JSON.stringify(one.header)}` : `a call with ${sentBy({ call: one })}`;
  const expected = isThird ? `${place.expected}, as after ${inWords(than)}` : place.expected;
  const actual = `${place.actual}, each time after ${inWords(before.call)}`;
  const problem = { code: 'call-before', text, location: place.location, expected, actual };
  return {
    call,
    before: { call: before.call, ...(isThird ? { than } : {}), exchange: start.exchange },
    request: requestOf(call, cell),
    exchange: start.after.reading.exchange,
    // A call that gets only the answers of other calls breaks a lesser part of the rule, as does one without its header.
    problems: [isThird || isBare ? { ...problem, ...LESSER } : problem],
  };
}
