import { bindings } from '../bindings/bindings.ts';
import { completeOptions } from '../config/run-options.ts';
import type { Cell, Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import { openCellSession } from '../engine/cell-session.ts';
import { type Client, openClient } from '../engine/client.ts';
import { harvest } from '../engine/harvest.ts';
import { sharedCalls } from '../engine/plan-calls.ts';
import { openSession } from '../engine/session.ts';
import type { Exchange, HttpRequest } from '../exchange/exchange.ts';
import type { RunPlan } from '../results/run-options.ts';
import type { Level, Rule } from '../rules/rule.ts';
import { rulesFor } from '../rules/rules.ts';
import type { SchemaValidator } from '../xml/schema.ts';
import { credentialsOf, dealers } from './dealers.ts';
import { inProcess } from './in-process.ts';
import { type Misreading, misreadings } from './misreadings.ts';
import { misspellings } from './misspellings.ts';
import type { Note, Objection } from './tally.ts';
import { isTold } from './told.ts';

/** By which misreadings are legal: no request that a client may send is answered otherwise, as far as it may be compared. */
export const UNUSED = {
  id: 'request.unused',
  clause: 'Gaps in the endpoint behavior: what a server does with a parameter is not shown; it may do nothing',
} as const;

/** The same of a write, whose answers may be compared in little. */
export const WRITTEN = {
  id: 'request.written',
  clause:
    'operations gaps: what a call that changes state answers is not shown, but where it repeats a parameter; and no ' +
    'client may try what else it could order',
} as const;

/** Of assets; the one is a number that no double holds. */
const RECIDS = ['50001', '9007199254740995'];

/** Never called: requests stay in this process. */
const BASE_URL = 'http://127.0.0.1:9';

/** Where misreadings are judged, and which of them. */
interface Trials {
  readonly contract: Contract;
  readonly validator: SchemaValidator;
  readonly stride: number;
}

/** A run of one of the dealers. */
interface DealersRun {
  readonly like: Client;
  readonly plan: RunPlan;
}

/**
 * Tries the misreadings of cells: a run of the standard profile on the reference server that misreads in that cell
 * alone. Its rules judge until one objects at the level of what is misread.
 */
export async function tryRequests(cells: readonly Cell[], { contract, validator, stride }: Trials, note: Note) {
  // A user names the records that no answer leads to, and one of them has a number that no double holds.
  const config = {
    file: 'values',
    text: JSON.stringify({ valuesByOperation: { Get_Digital_Assets_recid: { recid: RECIDS } } }),
  };
  const options = completeOptions({ flags: { namespace: contract.namespace }, env: {}, config, randomSeed: 1 });
  const [first, ...others] = dealers.map((dealer) => {
    const own = { ...options, credentials: credentialsOf(dealer) };
    return { own, like: openClient(BASE_URL, contract, own) };
  });
  if (first === undefined) return;
  const pools = await harvest(inProcess(first.like, [], dealers), first.own);
  const runs = [first, ...others].map(
    ({ own, like }): DealersRun => ({
      like,
      plan: { options: own, baseUrl: BASE_URL, pools, resultsPath: 'reports/results.json' },
    }),
  );
  const told = new Map<string, boolean>();
  let turn = 0;
  for (const cell of cells) {
    const calls = sharedCalls(cell, contract, runs[0]?.plan ?? { options, pools }).map(({ call }) => call);
    for (const misread of [...misreadings(cell, contract), ...misspellings(cell, calls, first.like.context)]) {
      turn += 1;
      if (turn % stride !== 0) continue;
      // By the dealer whose credentials it changes, if any.
      const run = runs.find(({ plan }) => misread.changes(plan.options.credentials)) ?? runs[0];
      if (run === undefined) continue;
      const sent: HttpRequest[] = [];
      const objections = await found(cell, misread, run, sent);
      const fired = misread.fired() > 0;
      const key = JSON.stringify([cell.operation.name, misread.place, misread.kind, misread.detail]);
      const isLegal = (): boolean => {
        const known = told.get(key) ?? isTold(cell, misread, contract);
        told.set(key, known);
        return !known;
      };
      const isSilent =
        objections.length === 0 &&
        (misread.spelled === null ? isLegal() : !(await isAnsweredOtherwise(cell, misread, run, misread.spelled)));
      const legalBy = isSilent ? legal(cell).id : null;
      const whyNotFound = async (): Promise<string> => {
        if (!fired) return 'no request brings it out';
        return (await isAnsweredOtherwise(cell, misread, run, sent)) ? 'no rule tells' : 'no answer tells';
      };
      const how = objections.length === 0 && legalBy === null ? `, ${await whyNotFound()}` : '';
      note(cell, { ...misread, place: `${misread.place}${how}` }, legalBy, objections);
    }
  }
  for (const { like } of runs) await like.close();

  async function found(cell: Cell, misread: Misreading, { like, plan }: DealersRun, sent: HttpRequest[]) {
    const session = await openSession(plan, { contract, validator, client: misreading(like, misread, sent) });
    const objections: Objection[] = [];
    // A cell that is not at fault may be blamed: where two bindings stand against two.
    for (const binding of [cell.binding, ...bindingNames.filter((name) => name !== cell.binding)]) {
      const asked = { ...cell, binding };
      const open = await openCellSession(session, asked);
      for (const rule of rulesFor(asked, contract).toSorted((one, other) => rank(one) - rank(other))) {
        if (binding !== cell.binding && rule.comparing === undefined) continue;
        const { verdict, level } = await open.judge(rule);
        if (verdict !== 'fail') continue;
        objections.push({ rule: rule.id, level });
        if (isEnough(level, misread.level)) return objections;
      }
    }
    return [];
  }
}

function legal({ operation }: Cell) {
  return operation.effect === 'write' ? WRITTEN : UNUSED;
}

/** Those that misreadings break most often come first. */
function rank({ comparing, probing }: Rule): number {
  return comparing !== undefined ? 0 : probing !== undefined ? 1 : 2;
}

function isEnough(level: Level, least: Level): boolean {
  return level === 'required' || least !== 'required';
}

/** A client of a server that misreads; keeps the requests of the cell. */
function misreading(like: Client, { mutation, concerns }: Misreading, sent: HttpRequest[]): Client {
  const [wrong, right] = [inProcess(like, [mutation], dealers), inProcess(like, [], dealers)];
  const send: Client['send'] = (cell, request) => {
    sent.push(request);
    return (concerns?.(request) === false ? right : wrong).send(cell, request);
  };
  return { ...wrong, send, call: (cell, call) => send(cell, bindings[cell.binding].encode(call, like.context)) };
}

/** Whether any of these requests gets another answer than of a right server. */
async function isAnsweredOtherwise(
  cell: Cell,
  misread: Misreading,
  { like }: DealersRun,
  requests: readonly HttpRequest[],
): Promise<boolean> {
  const [wrong, right] = [misreading(like, misread, []), inProcess(like, [], dealers)];
  for (const request of requests) {
    const [answer, other] = [await wrong.send(cell, request), await right.send(cell, request)];
    if (said(answer) !== said(other)) return true;
  }
  return false;
}

function said({ outcome }: Exchange): string {
  if (outcome.kind === 'trouble') return outcome.trouble.message;
  return `${outcome.response.status} ${Buffer.from(outcome.response.body).toString('latin1')}`;
}
