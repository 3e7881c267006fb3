import { cellName } from '../../../contract/cell-name.ts';
import type { Cell, Contract } from '../../../contract/model.ts';
import { operationNamed } from '../../../contract/operations.ts';
import { openJudge } from '../../../judge/judge.ts';
import { saidOf } from '../../../results/record/finding.ts';
import { judgesAnswers, needsTraffic } from '../../../rules/check.ts';
import { departureOf } from '../../../rules/client/judge-request.ts';
import type { Rule } from '../../../rules/rule.ts';
import { counted } from '../../../rules/rule-sets.ts';
import { rulesBy, rulesFor } from '../../../rules/rules.ts';
import { type Exchange, statusOf } from '../../../wire/http/exchange.ts';
import type { DecodedRequest } from '../../../wire/soap/decode-request.ts';
import type { SchemaValidator } from '../../../xml/schema.ts';
import type { AnswerProblem } from '../entry.ts';

/** `isRefused`: the answer is no success, which an unknown client's call may get. */
export type ClientCall = NonNullable<ReturnType<typeof callIn>>;

/** The call that a request makes; null if it makes none. */
export function callIn(decoded: DecodedRequest, exchange: Exchange, contract: Contract) {
  if (decoded.kind !== 'call') return null;
  const cell = { operation: operationNamed(contract, decoded.cell.operation.name), binding: decoded.cell.binding };
  const status = statusOf(exchange);
  const isError = status === 204 || (status >= 300 && status <= 599);
  const isRefused = isError || (status !== 200 && departureOf(exchange.request, contract) !== null);
  return { cell, call: decoded.call, isRefused };
}

/** Opens what judges answers to any client by the rules of single answers. The caller disposes of the validator. */
export function answerJudge(contract: Contract, validator: SchemaValidator) {
  // Those that need only one answer.
  const rules = counted(rulesBy(contract)).filter((rule) => judgesAnswers(rule) && !needsTraffic(rule));
  const ofFraming = rules.filter(({ layer }) => layer === 'transport' || layer === 'length');
  const judge = openJudge({ contract, validator, rules });
  const known = new Map<string, readonly Rule[]>();
  const applicable = (cell: Cell): readonly Rule[] => {
    const found = known.get(cellName(cell)) ?? rulesFor(cell, contract, rules);
    known.set(cellName(cell), found);
    return found;
  };
  return (exchange: Exchange, { cell, call, isRefused }: ClientCall): readonly AnswerProblem[] => {
    const evidence = judge.read({ call, expectation: 'generated', exchange }, cell, true);
    // Only HTTP specifies a refusal (the document shows no error).
    const held = isRefused && !evidence.reading.success ? ofFraming : applicable(cell);
    return held.flatMap((rule) => {
      const judgement = judge.judge(rule, evidence);
      if (typeof judgement === 'string') return [];
      const [first, ...rest] = judgement;
      return first === undefined ? [] : [{ ...saidOf(rule, [first, ...rest]), fix: null }];
    });
  };
}
