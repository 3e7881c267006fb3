import type { Call } from '../bindings/call.ts';
import type { Cell, Contract } from '../contract/model.ts';
import type { Client } from '../engine/client.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { loadCatalog } from '../reference/catalog.ts';
import type { Mutation } from '../reference/mutation.ts';
import { createPipeline } from '../reference/pipeline.ts';
import { spelledRequest } from '../spelling/trait.ts';
import { dealers } from './dealers.ts';
import { inProcess } from './in-process.ts';
import type { Misreading } from './misreadings.ts';
import { isShown } from './misspellings.ts';
import { type Question, questions } from './questions.ts';

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

/** Whether a call gets another answer if a trait is not understood. */
export async function isSpelledTold(cell: Cell, { mutation, trait }: Misreading, calls: readonly Call[], like: Client) {
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
