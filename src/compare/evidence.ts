import type { Call } from '../bindings/call.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { readResponses, withSchemaVerdict } from '../judging/judge.ts';
import { schemaAsker } from '../judging/schema-memo.ts';
import { profileOf } from '../results/run-options.ts';
import type { Evidence, Rule } from '../rules/rule.ts';
import { rulesFor } from '../rules/rules.ts';
import type { Context } from './context.ts';
import type { Both, Side } from './difference.ts';
import type { AskedCall } from './send-calls.ts';

/** A call and what both servers answered, read. */
export interface EvidencePair {
  readonly call: Call;
  readonly exchanges: Both<Exchange>;
  readonly evidence: Both<Evidence>;
  /** Reads further answers of both to the same call. */
  readonly read: (exchanges: Both<Exchange>) => Both<Evidence>;
}

/** Reads all answers of a cell, each server's with its own notion of whether the cell answers at all. */
export function gatherPairs(asked: readonly AskedCall[], cell: Cell, bench: Context): readonly EvidencePair[] {
  const { contract, validator, servers } = bench;
  const rules = rulesIn(cell, bench);
  const ask = schemaAsker({ contract, validator, validateAll: profileOf(servers.a.options).validateAll }, cell);
  const evidenceOf = (side: Side, calls: readonly AskedCall[], answers200: boolean | null): readonly Evidence[] => {
    const judged = calls.map(({ call, expectation, exchanges }) => ({ call, expectation, exchange: exchanges[side] }));
    const gathered = readResponses(judged, cell, contract, answers200);
    return rules.length === 0 ? gathered : gathered.map((one) => withSchemaVerdict(one, rules, ask));
  };
  const [all, others] = [evidenceOf('a', asked, null), evidenceOf('b', asked, null)];
  return asked.flatMap((one, index) => {
    const [a, b] = [all[index], others[index]];
    if (a === undefined || b === undefined) return [];
    const read = (exchanges: Both<Exchange>): Both<Evidence> => {
      const again = [{ ...one, exchanges }];
      const [first] = evidenceOf('a', again, a.cellAnswers200);
      const [second] = evidenceOf('b', again, b.cellAnswers200);
      if (first === undefined || second === undefined) throw new Error('one exchange gives one evidence');
      return { a: first, b: second };
    };
    return [{ call: one.call, exchanges: one.exchanges, evidence: { a, b }, read }];
  });
}

/** The rules that judge single exchanges of a cell; none where rules are not compared. */
export function rulesIn(cell: Cell, { contract, rules, kinds }: Context): readonly Rule[] {
  if (!kinds.includes('rules')) return [];
  return rulesFor(cell, contract, rules).filter(
    ({ level, probing, comparing }) => level !== 'observed' && probing === undefined && comparing === undefined,
  );
}
