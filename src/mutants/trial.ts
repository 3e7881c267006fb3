import { cellName } from '../contract/cell-name.ts';
import type { Contract } from '../contract/model.ts';
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
 * Judges an answer in place of a golden one, as a run would: by itself, and with the golden answers of the operation's
 * other bindings to the same call. Judges the golden answers first, since a run has seen right ones too.
 */
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
        const [compared, peers] = [
          answers.get(cell.binding),
          rule.comparing && comparedWith(cell, null, rule.comparing),
        ];
        if (!rule.comparing || !compared || !peers || ![cell.binding, ...peers].includes(golden.cell.binding)) continue;
        const others = peers.flatMap((peer) => answers.get(peer) ?? []);
        note(rule, rule.comparing.judge(compared, others, new Set()));
      }
    return found;
  };
}
