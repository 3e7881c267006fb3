import type { Contract } from '../contract/model.ts';
import { outcomeAfter } from '../exchange/back-off.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { SchemaValidator } from '../xml/schema.ts';
import { byteEdits, documentEdits } from './byte-edits.ts';
import { type Edit, visits } from './edit.ts';
import { elementEdits } from './element-edits.ts';
import { type Answer, exchangeOf, type Golden } from './golden.ts';
import { headEdits } from './head-edits.ts';
import { legality } from './legal.ts';
import { readMarkup } from './markup.ts';
import { placesOf } from './places.ts';
import type { Note } from './tally.ts';
import { textEdits } from './text-edits.ts';
import { openTrial } from './trial.ts';
import { CONCURRENCY, type Wire } from './wire.ts';

/** Every single edit of a golden answer. */
function* editsOf(golden: Golden, contract: Contract): Generator<Edit> {
  const written = readMarkup(golden.answer.body.toString('utf8'));
  const all = visits(written.root, placesOf(golden.cell, contract));
  yield* headEdits(golden);
  yield* documentEdits(golden, written);
  yield* elementEdits(golden, written, all, contract);
  yield* textEdits(golden, written, all);
  yield* byteEdits(golden);
}

/** What an edit must change. */
export const said = ({ statusLine, lines, body }: Answer): string =>
  [statusLine, ...lines, body.toString('latin1')].join('\n');

/** Where mutants are judged, and which of them. */
export interface Trials {
  readonly contract: Contract;
  readonly validator: SchemaValidator;
  readonly wire: Wire;
  /** One in so many, spread over all kinds. */
  readonly stride: number;
}

/**
 * Tries the single edits of golden answers; equal ones count once.
 * @param all - the golden answers of all bindings of the operations
 * @param some - those that are edited
 */
export async function tryAnswers(all: readonly Golden[], some: readonly Golden[], trials: Trials, note: Note) {
  const { contract, validator, wire, stride } = trials;
  const trial = openTrial(all, contract, validator);
  for (const golden of some) {
    let turn = golden.index;
    const legalBy = legality(golden, contract);
    const known = new Set([said(golden.answer)]);
    const sent: Promise<void>[] = [];
    for (const edit of editsOf(golden, contract)) {
      const text = said(edit.answer);
      if (known.has(text)) continue;
      known.add(text);
      turn += 1;
      if (turn % stride !== 0) continue;
      const judged = (exchange: Exchange): void =>
        note(golden.cell, edit, legalBy(edit.answer), trial(golden, exchange));
      // While edits are judged here, a socket would exceed its time.
      if (!edit.onWire || sent.length === CONCURRENCY) await Promise.all(sent.splice(0));
      const exchange = exchangeOf(edit.answer);
      if (edit.onWire) sent.push(wire.exchange(edit.answer).then(judged));
      else judged({ ...exchange, outcome: outcomeAfter(exchange.outcome, 1) });
    }
    await Promise.all(sent);
  }
}
