import type { Contract } from '../contract/model.ts';
import type { Answer, Golden } from './golden.ts';
import { headPredicates, readHead } from './legal-head.ts';
import { markupPredicates, readPlain } from './legal-markup.ts';
import { readTree, recordPredicates } from './legal-records.ts';
import { placesOf } from './places.ts';
import type { Predicate } from './predicate.ts';

/** Every predicate by which an edit may be legal: these, and no others. */
export const predicates: readonly Pick<Predicate<never>, 'id' | 'clause'>[] = [
  ...headPredicates,
  ...markupPredicates,
  ...recordPredicates,
];

/**
 * Says by which predicate an edited answer is as right as the golden one: the one without which nothing is left that
 * tells them apart. Null where there is none: a violation. Made without the judge, its parser and its rules.
 */
export function legality(golden: Golden, contract: Contract): (answer: Answer) => string | null {
  const places = placesOf(golden.cell, contract);
  const head = remembered(headPredicates, readHead(golden.answer), null);
  const text = golden.answer.body.toString('utf8');
  const markup = remembered(markupPredicates, text, null);
  const right = readTree(text);
  const records = remembered(recordPredicates, right, {
    right,
    cell: golden.cell,
    call: golden.call,
    places,
    contract,
  });
  return (answer) => {
    if (!answer.body.equals(golden.answer.body)) {
      const plain = readPlain(answer.body);
      if (plain === null) return null;
      return markup(plain) ?? records(readTree(plain));
    }
    const said = readHead(answer);
    return said === null ? null : head(said);
  };
}

/** Finds the predicate that makes another thing said equal to what is right. */
function remembered<Said, Of>(all: readonly Predicate<Said, Of>[], right: Said | null, of: Of) {
  if (right === null) throw new Error('a golden answer can not be read');
  const known = all.map(({ id, forget }) => ({ id, forget, text: JSON.stringify(forget(right, of)) }));
  return (said: Said): string | null =>
    known.find(({ forget, text }) => JSON.stringify(forget(said, of)) === text)?.id ?? null;
}
