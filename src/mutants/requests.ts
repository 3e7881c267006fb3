import { bindings } from '../bindings/bindings.ts';
import { completeOptions } from '../config/run-options.ts';
import type { Cell, Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import { openCellSession } from '../engine/cell-session.ts';
import { type Client, openClient } from '../engine/client.ts';
import { harvest } from '../engine/harvest.ts';
import { openSession } from '../engine/session.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { rulesFor } from '../rules/rules.ts';
import type { SchemaValidator } from '../xml/schema.ts';
import { inProcess } from './in-process.ts';
import { CONSTANT, type Misreading, misreadings } from './misreadings.ts';
import type { Note, Objection } from './tally.ts';

/** By which misreadings of a parameter are legal: read as a constant it gives the answers of a right server. */
export const UNUSED = {
  id: 'request.unused',
  clause: 'Gaps in the endpoint behavior: what a server does with a parameter is not shown; it may do nothing',
} as const;

/** Never called: requests stay in this process. */
const BASE_URL = 'http://127.0.0.1:9';

/** Where misreadings are judged, and which of them. */
interface Trials {
  readonly contract: Contract;
  readonly validator: SchemaValidator;
  readonly stride: number;
}

/**
 * Tries the misreadings of cells: a run of the standard profile on the reference server that misreads in that cell
 * alone. Its rules judge until one objects.
 */
export async function tryRequests(cells: readonly Cell[], { contract, validator, stride }: Trials, note: Note) {
  const options = completeOptions({ flags: { namespace: contract.namespace }, env: {}, config: null, randomSeed: 1 });
  const like = openClient(BASE_URL, contract, options);
  const pools = await harvest(inProcess(like, []), options);
  const plan = { options, baseUrl: BASE_URL, pools, resultsPath: 'reports/results.json' };
  let turn = 0;

  async function found(cell: Cell, client: Client): Promise<readonly Objection[]> {
    const session = await openSession(plan, { contract, validator, client });
    // A cell that is not at fault may be blamed: where two bindings stand against two.
    for (const binding of [cell.binding, ...bindingNames.filter((name) => name !== cell.binding)]) {
      const asked = { ...cell, binding };
      const open = await openCellSession(session, asked);
      for (const rule of rulesFor(asked, contract)) {
        if (binding !== cell.binding && rule.comparing === undefined) continue;
        const { verdict, level } = await open.judge(rule);
        if (verdict === 'fail') return [{ rule: rule.id, level }];
      }
    }
    return [];
  }

  const used = new Map<string, boolean>();
  async function isUsed(cell: Cell, parameter: string): Promise<boolean> {
    const key = `${cell.operation.name} ${parameter}`;
    const constant = [...misreadings(cell, contract)].find((one) => one.kind === CONSTANT && one.detail === parameter);
    if (constant === undefined) return true;
    const known = used.get(key) ?? (await tried(cell, constant)).differed > 0;
    used.set(key, known);
    return known;
  }

  async function tried(cell: Cell, misread: Misreading) {
    const { client, differed } = besideRight(like, misread);
    return { objections: await found(cell, client), differed: differed() };
  }

  for (const cell of cells) {
    for (const misread of misreadings(cell, contract)) {
      turn += 1;
      if (turn % stride !== 0) continue;
      const { objections, differed } = await tried(cell, misread);
      const legalBy = differed === 0 && !(await isUsed(cell, misread.detail)) ? UNUSED.id : null;
      const how =
        misread.fired() === 0 ? 'no request brings it out' : differed === 0 ? 'no answer tells' : 'answers tell';
      note(cell, { ...misread, place: `${misread.place}, ${how}` }, legalBy, objections);
    }
  }
  await like.close();
}

/** A client of a server that misreads, and how often its answer is not that of a right server. */
function besideRight(like: Client, { mutation }: Misreading) {
  const [wrong, right] = [inProcess(like, [mutation]), inProcess(like, [])];
  let differed = 0;
  const send: Client['send'] = async (cell, request) => {
    const [answer, other] = [await wrong.send(cell, request), await right.send(cell, request)];
    if (said(answer) !== said(other)) differed += 1;
    return answer;
  };
  const client: Client = {
    ...wrong,
    send,
    call: (cell, call) => send(cell, bindings[cell.binding].encode(call, like.context)),
  };
  return { client, differed: () => differed };
}

function said({ outcome }: Exchange): string {
  if (outcome.kind === 'trouble') return outcome.trouble.message;
  return `${outcome.response.status} ${Buffer.from(outcome.response.body).toString('latin1')}`;
}
