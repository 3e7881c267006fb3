import { cellName } from '../../contract/cell-name.ts';
import type { Contract } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import { openJudge } from '../../judge/judge.ts';
import { comparingOf } from '../../rules/check.ts';
import type { Evidence } from '../../rules/evidence.ts';
import type { Judgement } from '../../rules/judgement.ts';
import { comparedWith } from '../../rules/parity/bindings.ts';
import { levelOf, type Rule } from '../../rules/rule.ts';
import { rulesFor } from '../../rules/rules.ts';
import { outcomeAfter } from '../../wire/http/back-off.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import type { SchemaValidator } from '../../xml/schema.ts';
import { byteEdits, documentEdits } from './byte-edits.ts';
import { type Edit, visits } from './edit.ts';
import { elementEdits } from './element-edits.ts';
import { type Answer, exchangeOf, type Golden } from './golden.ts';
import { headEdits } from './head-edits.ts';
import { legality } from './legal.ts';
import { readMarkup } from './markup.ts';
import { placesOf } from './places.ts';
import type { Note, Objection } from './tally.ts';
import { textEdits } from './text-edits.ts';
import { CONCURRENCY, type Wire } from './wire.ts';

export function* editsOf(golden: Golden, contract: Contract): Generator<Edit> {
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

/** Tries single edits of golden answers, equal ones once. @param all - of all bindings @param some - to be edited */
export async function tryAnswers(all: readonly Golden[], some: readonly Golden[], trials: Trials, note: Note) {
  const { contract, validator } = trials;
  const trial = openTrial(all, contract, validator);
  for (const golden of some) {
    const legalBy = legality(golden, contract);
    const judged = (edit: Edit, exchange: Exchange): void =>
      note(golden.cell, edit, legalBy(edit.answer), trial(golden, exchange));
    await tryEdits(golden, editsOf(golden, contract), trials, judged);
  }
}

/** Tries single edits of one answer, equal ones once. @param judged - gets each as a run's client reads it */
export async function tryEdits(
  golden: Golden,
  edits: Iterable<Edit>,
  { wire, stride }: Pick<Trials, 'wire' | 'stride'>,
  judged: (edit: Edit, exchange: Exchange) => void,
): Promise<void> {
  let turn = golden.index;
  const known = new Set([said(golden.answer)]);
  const sent: Promise<void>[] = [];
  for (const edit of edits) {
    const text = said(edit.answer);
    if (known.has(text)) continue;
    known.add(text);
    turn += 1;
    if (turn % stride !== 0) continue;
    // While this process judges, a socket would exceed its time limit.
    if (!edit.onWire || sent.length === CONCURRENCY) await Promise.all(sent.splice(0));
    const exchange = exchangeOf(edit.answer);
    if (edit.onWire) sent.push(wire.exchange(edit.answer).then((read) => judged(edit, read)));
    else judged(edit, { ...exchange, outcome: outcomeAfter(exchange.outcome, 1) });
  }
  await Promise.all(sent);
}

/** Judges an answer in place of a golden one, as a run would, by itself and with those of the other bindings. */
export function openTrial(all: readonly Golden[], contract: Contract, validator: SchemaValidator) {
  const judge = openJudge({ contract, validator });
  const read = ({ cell, call }: Golden, exchange: Exchange): Evidence =>
    judge.read({ call, expectation: 'sample', exchange }, cell, true);
  const right = new Map(all.map((golden) => [cellName(golden.cell), read(golden, exchangeOf(golden.answer))]));
  const rules = new Map(all.map(({ cell }) => [cellName(cell), rulesFor(cell, contract)]));

  return (golden: Golden, exchange: Exchange): readonly Objection[] => {
    const own = read(golden, exchange);
    const found: Objection[] = [];
    const note = (rule: Rule, judgement: Judgement): void => {
      if (typeof judgement !== 'string' && judgement.length > 0)
        found.push({ rule: rule.id, level: levelOf(rule, judgement) });
    };
    for (const rule of rules.get(cellName(golden.cell)) ?? []) note(rule, judge.judge(rule, own));
    // What is wrong by itself need not be compared.
    const cells = found.length > 0 ? [] : bindingNames.map((binding) => ({ ...golden.cell, binding }));
    const answers = new Map(
      cells.map((cell) => [cell.binding, cell.binding === golden.cell.binding ? own : right.get(cellName(cell))]),
    );
    for (const cell of cells)
      for (const rule of rules.get(cellName(cell)) ?? []) {
        const comparing = comparingOf(rule);
        const compared = answers.get(cell.binding);
        const peers = comparing && comparedWith(cell, null, comparing);
        if (!comparing || !compared || !peers || ![cell.binding, ...peers].includes(golden.cell.binding)) continue;
        const others = peers.flatMap((peer) => answers.get(peer) ?? []);
        note(rule, comparing.judge(compared, others, new Set()));
      }
    return found;
  };
}
