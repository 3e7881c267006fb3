import type { Contract } from '../contract/model.ts';
import type { Answer, Golden } from './golden.ts';
import { headPredicates, readHead } from './legal-head.ts';
import { markupPredicates, readPlain } from './legal-markup.ts';
import { readTree, recordPredicates } from './legal-records.ts';
import { placesOf } from './places.ts';
import type { Predicates } from './predicate.ts';

/** Every predicate by which an edit may be legal: only these. */
export const predicates = Object.entries({ ...headPredicates, ...markupPredicates, ...recordPredicates }).map(
  ([id, [clause]]) => ({ id, clause }),
);

/**
 * Says by which predicate an edited answer is as right as the golden one: the one that removes the last difference.
 * Null if there is none: a violation. Uses neither the judge, nor its parser and rules.
 */
export function legality(golden: Golden, contract: Contract): (answer: Answer) => string | null {
  const text = golden.answer.body.toString('utf8');
  const [right, head] = [readTree(text), readHead(golden.answer)];
  if (head === null) throw new Error('a golden answer can not be read');
  const { cell, call } = golden;
  const heads = remembered(headPredicates, head, null);
  const markup = remembered(markupPredicates, text, null);
  const records = remembered(recordPredicates, right, {
    right,
    cell,
    call,
    places: placesOf(cell, contract),
    contract,
  });
  return (answer) => {
    if (answer.body.equals(golden.answer.body)) {
      const said = readHead(answer);
      return said && heads(said);
    }
    const plain = readPlain(answer.body);
    return plain && (markup(plain) ?? records(readTree(plain)));
  };
}

/** Finds the predicate that makes a changed meaning equal to what is right. */
export function remembered<Said, Of>(all: Predicates<Said, Of>, right: Said, of: Of) {
  const known = Object.entries(all).map(([id, [, forget]]) => ({
    id,
    forget,
    text: JSON.stringify(forget(right, of)),
  }));
  return (said: Said): string | null =>
    known.find(({ forget, text }) => JSON.stringify(forget(said, of)) === text)?.id ?? null;
}
