import { isDeepStrictEqual } from 'node:util';
import type { Pools } from '../../calls/pools.ts';
import { editBody } from '../../calls/spelling/edit-envelope.ts';
import { spelledRequest } from '../../calls/spelling/trait.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import { openCell } from '../../engine/cell/cell.ts';
import { openSession } from '../../engine/cell/session.ts';
import { learn } from '../../engine/plan/filtered-rows.ts';
import { sharedCalls } from '../../engine/plan/plan-calls.ts';
import type { RunPlan } from '../../engine/plan/run-plan.ts';
import type { CellClient } from '../../engine/send/cell-client.ts';
import { type Client, openClient } from '../../engine/send/client.ts';
import { completeOptions } from '../../options/run-options.ts';
import { loadCatalog } from '../../reference/catalog.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { createPipeline } from '../../reference/pipeline.ts';
import type { ParameterValues } from '../../reference/value.ts';
import { checkOf, comparingOf } from '../../rules/check.ts';
import type { Probe } from '../../rules/probe.ts';
import type { Rule } from '../../rules/rule.ts';
import { rulesFor } from '../../rules/rules.ts';
import type { Exchange, HttpRequest } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { Trials } from './answers.ts';
import { credentialsOf, dealers } from './dealers.ts';
import { envelopeMisreadings } from './envelope-misreadings.ts';
import { inProcess } from './in-process.ts';
import { lookUpsOf } from './look-ups.ts';
import { type Misreading, misreadings } from './misreadings.ts';
import { isShown, misspellings } from './misspellings.ts';
import { numberWidths } from './number-widths.ts';
import { type Question, questions } from './questions.ts';
import type { Note, Objection } from './tally.ts';

/** The predicate for legal misreadings: no request that a client may send gets another answer, where comparable. */
export const UNUSED = {
  id: 'request.unused',
  clause: 'Gaps in the endpoint behavior: what a server does with a parameter is not shown; it may do nothing',
} as const;

/** The same for a write, of which few answers can be compared. */
export const WRITTEN = {
  id: 'request.written',
  clause:
    'operations gaps: what a call that changes state answers is not shown, except where it repeats a parameter; and no ' +
    'client may try what else it could order',
} as const;

/** Not legal but beyond a run: nobody may order so often that every value of a parameter is used. */
export const THREE_WRITES = {
  id: 'request.three-writes',
  clause:
    'our limit: a run sends a write three times per cell, and none of the three has a value that is misread like this',
} as const;

/** What a user knows, to which no answer leads, also of numbers that no double holds. */
const SAMPLES = [
  { operation: 'Get_Digital_Assets_recid', values: { recid: '50001', ItemID: 'SC-1001' } },
  { operation: 'Get_Digital_Assets_recid', values: { recid: '9007199254740995', ItemID: 'SC-1005' } },
  { operation: 'Get_BasevevehicleLinks', values: { Basevehicle: '9007199254740993', ProductID: 'FLOORLINER' } },
  {
    operation: 'Get_PartialProd_Resources_vehicle',
    values: { PartialProd: 'SEATCOVER', Basevehicle: '142433', Submodel: 'King Ranch' },
  },
];

/** Never called: requests stay in this process. */
const BASE_URL = 'http://127.0.0.1:9';

/** A run with the credentials of a dealer, and a client like that of its server. */
export interface DealersRun {
  readonly like: Client;
  readonly plan: RunPlan;
}

/** The runs of all dealers at a seed. */
export async function dealersRuns(contract: Contract, seed: number): Promise<readonly [DealersRun, ...DealersRun[]]> {
  const config = { file: 'values', text: JSON.stringify({ samples: SAMPLES }) };
  const usual = completeOptions({ flags: { namespace: contract.namespace }, env: {}, config, randomSeed: seed });
  const openRun = (dealer: (typeof dealers)[number], pools: Pools): DealersRun => {
    const options = { ...usual, credentials: credentialsOf(dealer) };
    const plan = { options, baseUrl: BASE_URL, pools, resultsPath: 'reports/results.json' };
    return { like: openClient(BASE_URL, contract, options), plan };
  };
  const [dealer, ...others] = dealers;
  const first = openRun(dealer, { values: {}, rows: [] });
  const pools = await learn(inProcess(first.like, [], dealers), first.plan.options);
  return [{ ...first, plan: { ...first.plan, pools } }, ...others.map((other) => openRun(other, pools))];
}

/** The run of the dealer whose credentials it changes, if any. */
export function runFor(misread: Misreading, runs: readonly [DealersRun, ...DealersRun[]]): DealersRun {
  const reads = (own: ParameterValues) => isDeepStrictEqual(misread.values?.(own) ?? own, own);
  return runs.find(({ plan }) => !reads(plan.options.credentials)) ?? runs[0];
}

/** The calls of a cell that show traits. */
export function callsOf(cell: Cell, { like, plan }: DealersRun): readonly Call[] {
  return sharedCalls(cell, like.contract, plan).map(({ call }) => call);
}

/** Whether anything shows a misreading, by the data of the server; remembered for all cells that it is the same in. */
export function openTells(contract: Contract) {
  const told = new Map<string, boolean>();
  return async (cell: Cell, misread: Misreading, calls: readonly Call[], like: Client): Promise<boolean> => {
    const { kind, place, detail, trait, shows, shownBy } = misread;
    const key = JSON.stringify([cell.operation.name, place, kind, detail, trait && cell.binding]);
    const tells = (): boolean | Promise<boolean> => {
      if (shownBy !== undefined) return isEditTold(cell, misread, calls, like);
      if (shows !== undefined) return shows.length === 0 || shows.some((one) => isTold(cell, one, contract));
      return trait === null ? isTold(cell, misread, contract) : isSpelledTold(cell, misread, calls, like);
    };
    if (!told.has(key)) told.set(key, await tells());
    return told.get(key) === true;
  };
}

/** Tries misreadings: a standard run of a cell that misreads, until a rule objects at the level of what is misread. */
export async function tryRequests(cells: readonly Cell[], trials: Omit<Trials, 'wire'>, note: Note): Promise<void> {
  const { contract, stride } = trials;
  const runs = await dealersRuns(contract, 1);
  const tells = openTells(contract);
  let turn = 0;
  for (const cell of cells) {
    const calls = callsOf(cell, runs[0]);
    const ofValues = [misreadings(cell, contract), numberWidths(cell), lookUpsOf(cell)];
    const ofSpelling = [envelopeMisreadings(cell), misspellings(cell, calls, runs[0].like.context)];
    for (const misread of [...ofValues, ...ofSpelling].flatMap((some) => [...some])) {
      turn += 1;
      if (turn % stride !== 0) continue;
      const run = runFor(misread, runs);
      const objections = await objectionsTo(cell, misread, run, trials);
      if (objections.length > 0) {
        note(cell, misread, null, objections);
        continue;
      }
      const hasFired = misread.fired() > 0;
      const isTellable = await tells(cell, misread, calls, run.like);
      const isWrite = cell.operation.effect === 'write';
      const unseen = isWrite && !hasFired ? THREE_WRITES : null;
      const legalBy = isTellable ? unseen : isWrite ? WRITTEN : UNUSED;
      const why = hasFired ? ', no rule tells' : ', no request shows it';
      note(cell, { ...misread, place: misread.place + (legalBy === null ? why : '') }, legalBy?.id ?? null, []);
    }
  }
  for (const { like } of runs) await like.close();
}

/** What a run objects to, in the cell and in those compared with it: a rule may blame the other one of two. */
export async function objectionsTo(
  cell: Cell,
  misread: Misreading,
  run: DealersRun,
  { contract, validator }: Pick<Trials, 'contract' | 'validator'>,
): Promise<readonly Objection[]> {
  const probes = new WeakMap<HttpRequest, Probe>();
  const session = await openSession(run.plan, { contract, validator, client: misreading(run.like, misread, probes) });
  const { cellClient } = session;
  const noting = { ...session, cellClient: (of: Cell) => notingProbes(cellClient(of), probes) };
  const objections: Objection[] = [];
  for (const binding of [cell.binding, ...bindingNames.filter((name) => name !== cell.binding)]) {
    const peer = { ...cell, binding };
    const open = await openCell(noting, peer);
    for (const rule of rulesFor(peer, contract).toSorted((one, other) => rank(one) - rank(other))) {
      if (binding !== cell.binding && misread.everywhere !== true && comparingOf(rule) === undefined) continue;
      const { verdict, level } = await open.judge(rule);
      if (verdict === 'fail') objections.push({ rule: rule.id, level });
      if (verdict === 'fail' && (level === 'required' || misread.level !== 'required')) return objections;
    }
  }
  return [];
}

/** Those that misreadings break most often come first. */
function rank(rule: Rule): number {
  const experiment = checkOf(rule, 'experiment');
  return experiment === undefined ? 2 : experiment.sides === 'bindings' ? 0 : 1;
}

function notingProbes(client: CellClient, probes: WeakMap<HttpRequest, Probe>): CellClient {
  const noted = (probe: Probe): Probe => {
    const request: Probe['request'] = (context) => {
      const made = probe.request(context);
      probes.set(made, probe);
      return made;
    };
    return { ...probe, request };
  };
  return { ...client, send: (probe, of) => client.send(noted(probe), of) };
}

/** A client of a server that misreads every request of the cell, or those that a trait changes. */
function misreading(like: Client, misread: Misreading, probes: WeakMap<HttpRequest, Probe>): Client {
  const { mutation, trait, arrival = null } = misread;
  const [wrong, right] = [inProcess(like, [mutation], dealers, arrival), inProcess(like, [], dealers)];
  if (trait === null) return wrong;
  const send: Client['send'] = (cell, request) => {
    const { traits = [], call } = probes.get(request) ?? {};
    const isMisread = call !== undefined && isShown(trait, traits, cell, call, like.context);
    return (isMisread ? wrong : right).send(cell, request);
  };
  return { ...right, send };
}

const REQUEST = { method: 'POST', path: '/', headers: [], body: new Uint8Array() };
const catalog = { ...loadCatalog(), dealers };

/** Whether a misreading server gives any question another answer than a right one, as far as comparable. */
export function isTold(cell: Cell, misread: Misreading, contract: Contract): boolean {
  const [wrong, right] = [server(cell, contract, [misread.mutation]), server(cell, contract, [])];
  for (const question of questions(cell, misread.detail)) {
    const before = misread.fired();
    const answer = wrong(question);
    // Earlier writes decide the answer to a write.
    if (misread.fired() === before && cell.operation.effect === 'read') continue;
    if (answer !== right(question)) return true;
  }
  return false;
}

function server({ operation, binding }: Cell, contract: Contract, mutations: readonly Mutation[]) {
  const pipeline = createPipeline({ contract, catalog, checkCredentials: true, mutations });
  return (question: Question): string => {
    const { response } = pipeline(REQUEST, () => ({ ...question, binding, operation, failure: null }));
    const body = Buffer.from(response.body).toString('latin1');
    if (operation.effect === 'read' || response.status !== 200) return `${response.status} ${body}`;
    // In the answer to a write, only what repeats a parameter is compared.
    const repeated = operation.parameters.map(({ name }) => new RegExp(`<${name}>[^<]*`).exec(body)?.[0]);
    return `${response.status} ${repeated.join()}`;
  };
}

/** Whether a call gets another answer if its envelope is edited. */
async function isEditTold(
  cell: Cell,
  { mutation, shownBy = String }: Misreading,
  calls: readonly Call[],
  like: Client,
) {
  const servers = [inProcess(like, [mutation], dealers), inProcess(like, [], dealers)];
  for (const call of calls) {
    const request = editBody(spelledRequest([], cell, call, like.context), shownBy);
    const [answer, other] = await Promise.all(servers.map((server) => server.send(cell, request)));
    if (answer && other && said(answer) !== said(other)) return true;
  }
  return false;
}

/** Whether a call gets another answer if a trait is not understood. */
async function isSpelledTold(cell: Cell, { mutation, trait }: Misreading, calls: readonly Call[], like: Client) {
  const servers = [inProcess(like, [mutation], dealers), inProcess(like, [], dealers)];
  for (const call of calls) {
    if (trait === null || !isShown(trait, [trait], cell, call, like.context)) continue;
    const request = spelledRequest([trait], cell, call, like.context);
    const [answer, other] = await Promise.all(servers.map((server) => server.send(cell, request)));
    if (answer && other && said(answer) !== said(other)) return true;
  }
  return false;
}

function said({ outcome }: Exchange): string {
  if (outcome.kind === 'trouble') return outcome.trouble.message;
  return `${outcome.response.status} ${Buffer.from(outcome.response.body).toString('latin1')}`;
}
