import { cellName } from '../contract/cell-name.ts';
import type { Cell, Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { openJudge } from '../judging/judge.ts';
import { comparedWith } from '../rules/exchanges/bindings.ts';
import type { Judgement } from '../rules/judgement.ts';
import { type Evidence, levelOf, type Rule } from '../rules/rule.ts';
import { rulesFor } from '../rules/rules.ts';
import type { SchemaValidator } from '../xml/schema.ts';
import { exchangeOf, type Golden } from './golden.ts';
import type { Objection } from './tally.ts';

/**
 * Judges an answer in the place of a golden one, as a run would: by itself, and beside the golden answers of the
 * operation's other bindings to the same call. Judges the golden answers first, since a run has seen right ones too.
 */
export function openTrial(all: readonly Golden[], contract: Contract, validator: SchemaValidator) {
  const judge = openJudge({ contract, validator });
  const read = ({ cell, call }: Golden, exchange: Exchange): Evidence =>
    judge.read({ call, expectation: 'sample', exchange }, cell, true);
  const right = new Map(all.map((golden) => [cellName(golden.cell), read(golden, exchangeOf(golden.answer))]));
  const rules = new Map(all.map(({ cell }) => [cellName(cell), rulesFor(cell, contract)]));

  return (golden: Golden, exchange: Exchange): readonly Objection[] => {
    const { operation, binding } = golden.cell;
    const own = read(golden, exchange);
    const beside = (name: Cell['binding']): Evidence | undefined =>
      name === binding ? own : right.get(cellName({ operation, binding: name }));
    const found: Objection[] = [];
    const note = (rule: Rule, judgement: Judgement): void => {
      if (typeof judgement !== 'string' && judgement.length > 0)
        found.push({ rule: rule.id, level: levelOf(rule, judgement) });
    };
    for (const rule of rules.get(cellName(golden.cell)) ?? []) note(rule, judge.judge(rule, own));
    // What is wrong by itself need not be compared.
    if (found.length > 0) return found;
    for (const name of bindingNames) {
      const cell = { operation, binding: name };
      const compared = beside(name);
      for (const rule of rules.get(cellName(cell)) ?? []) {
        if (rule.comparing === undefined || compared === undefined) continue;
        const peers = comparedWith(cell, null, rule.comparing);
        if (name !== binding && !peers.includes(binding)) continue;
        note(
          rule,
          rule.comparing.judge(
            compared,
            peers.flatMap((peer) => beside(peer) ?? []),
            new Set(),
          ),
        );
      }
    }
    return found;
  };
}
