import type { Cell, Contract } from '../contract/model.ts';
import { loadCatalog } from '../reference/catalog.ts';
import type { Mutation } from '../reference/mutation.ts';
import { createPipeline } from '../reference/pipeline.ts';
import { dealers } from './dealers.ts';
import type { Misreading } from './misreadings.ts';
import { type Question, questions } from './questions.ts';

const REQUEST = { method: 'POST', path: '/', headers: [], body: new Uint8Array() };
const catalog = { ...loadCatalog(), dealers };

/** Whether any question gets another answer of a server that misreads than of a right one, as far as it may be compared. */
export function isTold(cell: Cell, misread: Misreading, contract: Contract): boolean {
  const [wrong, right] = [server(cell, contract, [misread.mutation]), server(cell, contract, [])];
  for (const question of questions(cell, misread.detail)) {
    const before = misread.fired();
    const answer = wrong(question);
    // A write is answered by what was written before.
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
    // Of what a write answers, only what repeats a parameter is compared.
    const repeated = operation.parameters.map(({ name }) => new RegExp(`<${name}>[^<]*`).exec(body)?.[0]);
    return `${response.status} ${repeated.join()}`;
  };
}
