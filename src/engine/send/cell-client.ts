import { inParallel } from '../../base/in-parallel.ts';
import type { Trait } from '../../calls/spelling/trait.ts';
import type { Cell } from '../../contract/model.ts';
import type { JudgedCall } from '../../judge/judge.ts';
import { ODD_ANSWER } from '../../rules/policy.ts';
import type { Probe } from '../../rules/probe.ts';
import { spelledProbe } from '../../rules/request/same-answer-rule.ts';
import { ruleOfTraits } from '../../rules/request/trait-registry.ts';
import { type Exchange, ranIntoLimit, wasNotSent, wasPassedOver } from '../../wire/http/exchange.ts';
import { type Call, callKey } from '../../wire/soap/call.ts';
import type { PlannedCall } from '../plan/planned-call.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';

/** A variant of a call, and the rule or observer that sends it. */
export interface SentProbe {
  readonly probe: Probe;
  readonly rule: string;
  /** It was planned with the cell's calls; left out if the rule sent it. */
  readonly planned?: true;
  /** An observer sent it: that is no rule of a rule set. */
  readonly observed?: true;
  /** The document does not describe its request: not said of an observer's. */
  readonly undescribed?: true;
}

/** A request and its answer. `sent`: the variant of the call; null for the call itself. */
export interface AnsweredRequest {
  readonly call: Call;
  readonly sent: SentProbe | null;
  readonly exchange: Exchange;
}

/** Sends calls to a cell, equal ones once. */
export type CellClient = Readonly<ReturnType<typeof openCellClient>>;

/** Remembers the answers of a cell, so that equal calls are sent once: send once, judge many. */
export function openCellClient(client: CircuitBreaker, cell: Cell) {
  const known = new Map<string, { readonly call: Call; readonly answer: Promise<Exchange> }>();
  const settled = new Map<string, Promise<void>>();
  const turns = new Map<string, Promise<unknown>>();
  const shared = new Map<string, Promise<Exchange>>();
  const done: Exchange[] = [];
  const spellings: (readonly Trait[])[] = [];
  const answers: AnsweredRequest[] = [];
  const noted = async (sending: Promise<Exchange>): Promise<Exchange> => {
    const exchange = await sending;
    if (!wasNotSent(exchange)) done.push(exchange);
    return exchange;
  };
  const again = async (call: Call): Promise<Exchange> => {
    const exchange = await noted(client.call(cell, call));
    answers.push({ call, sent: null, exchange });
    return exchange;
  };
  const resend = async (key: string, call: Call): Promise<void> => {
    for (let times = 0; times < ODD_ANSWER.settle && client.givenUp(cell) === null; times += 1)
      known.set(key, { call, answer: Promise.resolve(await again(call)) });
  };
  return {
    exchange: (call: Call): Promise<Exchange> => {
      const key = callKey(call);
      const entry = known.get(key);
      if (entry !== undefined) return entry.answer;
      const answer = again(call);
      if (client.givenUp(cell) === null) known.set(key, { call, answer });
      return answer;
    },
    /** Sends a call even if its answer is known. */
    again,
    /**
     * Sends a call whose first answer did not come again a few more times, but does so once only: the first answer may
     * belong to another call, and response.own-call looks for it among equal calls. Then the last answer is the call's.
     * @param used - the answer that the caller took for the call's
     * @returns whether the call's answer is another now
     */
    settle: async (call: Call, used: Exchange) => {
      const key = callKey(call);
      const settling = settled.get(key) ?? resend(key, call);
      settled.set(key, settling);
      await settling;
      const now = await known.get(key)?.answer;
      return now !== undefined && now !== used;
    },
    /** Works on a call alone, after all earlier work on it: what that found out about its answer is known then. */
    inTurn: <Result>(call: Call, work: () => Promise<Result>) => {
      const key = callKey(call);
      const result = (turns.get(key) ?? Promise.resolve()).then(work);
      const over = result.catch(() => {});
      turns.set(key, over);
      return result;
    },
    /** Sends a probe, once more where it waits in vain. @param of - its rule; null if only it judges the answer */
    send: async (probe: Probe, of: Omit<SentProbe, 'probe'> | null) => {
      const send = async (): Promise<Exchange> => {
        const exchange = await noted(client.send(cell, probe.request(client.context)));
        if (probe.traits !== undefined && !wasNotSent(exchange)) spellings.push(probe.traits);
        if (of !== null) answers.push({ call: probe.sent ?? probe.call, sent: { probe, ...of }, exchange });
        return exchange;
      };
      const first = await send();
      return wasPassedOver(first) && client.givenUp(cell) === null ? send() : first;
    },
    /** The answer to a probe that several rules judge: the first of them sends it. */
    shared: (probe: Probe, send: () => Promise<Exchange>) => {
      const key = `${probe.code} ${callKey(probe.call)}`;
      const answer = shared.get(key) ?? send();
      shared.set(key, answer);
      return answer;
    },
    /** The answers to all calls and to the probes of rules, in order of arrival. */
    answers: (): readonly AnsweredRequest[] => answers,
    /** Those to one plain call, for whatever it was sent. */
    answersTo: (call: Call): readonly Exchange[] => {
      const key = callKey(call);
      return answers.flatMap((one) => (one.sent === null && callKey(one.call) === key ? [one.exchange] : []));
    },
    exchanges: (): readonly Exchange[] => done,
    /** The traits of each request that had any. */
    spellings: (): readonly (readonly Trait[])[] => spellings,
    calls: (): readonly Call[] => [...known.values()].map(({ call }) => call),
    /** Why no more calls are sent to the cell, in half a sentence; null if they are. */
    givenUp: () => client.givenUp(cell),
  };
}

/** The answer to a planned call, in its spelling. */
export function sendOnce({ call, traits = [] }: PlannedCall, cell: Cell, cellClient: CellClient): Promise<Exchange> {
  const rule = ruleOfTraits(traits)?.id;
  if (rule === undefined) return cellClient.exchange(call);
  const probe = spelledProbe(traits, cell, call);
  return cellClient.shared(probe, () => cellClient.send(probe, { rule, planned: true }));
}

/**
 * Sends a cell's planned calls: first one on its own, to learn how the cell answers, then reads in parallel and writes
 * one after the other. If the cell is given up, nothing more is sent and its answers so far are kept. Answers to calls
 * with traits are in `answers` only.
 */
export async function sendAll(planned: readonly PlannedCall[], cell: Cell, cellClient: CellClient, atOnce: number) {
  const send = async (one: PlannedCall): Promise<JudgedCall | null> => {
    const exchange = await sendOnce(one, cell, cellClient);
    return ruleOfTraits(one.traits ?? []) === undefined ? { ...one, exchange } : null;
  };
  const width = cell.operation.effect === 'write' ? 1 : atOnce;
  const judged: JudgedCall[] = [];
  for (const part of [planned.slice(0, 1), planned.slice(1)]) {
    for (const one of await inParallel(part, width, send))
      if (one !== null) judged.push(await notLimited(one, cell, cellClient));
  }
  return judged.filter(({ exchange }) => !wasNotSent(exchange));
}

/** A read that ran into a limit of the run is sent once more, on its own: other calls may have slowed it. */
async function notLimited(sent: JudgedCall, { operation }: Cell, cellClient: CellClient): Promise<JudgedCall> {
  if (!ranIntoLimit(sent.exchange.outcome) || operation.effect === 'write' || cellClient.givenUp() !== null)
    return sent;
  const exchange = await cellClient.again(sent.call);
  return wasNotSent(exchange) ? sent : { ...sent, exchange };
}
