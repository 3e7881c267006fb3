import type { Cell, Contract } from '../contract/model.ts';
import { byteRules } from './bytes.ts';
import { coverageRules } from './coverage.ts';
import { documentRules } from './document.ts';
import { envelopeRules } from './envelope.ts';
import { answersQuestionRule } from './exchanges/answers-question.ts';
import { bindingRules } from './exchanges/bindings.ts';
import { distinctRecordsRule } from './exchanges/distinct-records.ts';
import { faultRules } from './exchanges/faults.ts';
import { lastingRule } from './exchanges/lasting.ts';
import { listedAcceptedRule } from './exchanges/listed-accepted.ts';
import { longParameterRule } from './exchanges/long-parameters.ts';
import { nestedKeysRule } from './exchanges/nested-keys.ts';
import { ownCallRules } from './exchanges/own-call.ts';
import { parameterRules } from './exchanges/parameters.ts';
import { personaRule } from './exchanges/personas.ts';
import { readableTextRule } from './exchanges/readable-text.ts';
import { restrictedPartRule } from './exchanges/restricted-part.ts';
import { sameRecordRule } from './exchanges/same-record.ts';
import { spellingRules } from './exchanges/spelling.ts';
import { stabilityRule } from './exchanges/stability.ts';
import { messageRules } from './message.ts';
import { recordRules } from './record.ts';
import type { Rule } from './rule.ts';
import { schemaRules } from './schema.ts';
import { statusRules } from './status.ts';
import { transportRules } from './transport.ts';
import { valueRules } from './value.ts';
import { wrapperRules } from './wrapper.ts';
import { wsdlRules } from './wsdl/rules.ts';

/** All rules, from the wire inwards. Their ids are permanent and public. */
export const rules: readonly Rule[] = [
  ...transportRules,
  ...statusRules,
  ...messageRules,
  ...byteRules,
  ...documentRules,
  ...envelopeRules,
  ...wrapperRules,
  ...recordRules,
  ...coverageRules,
  ...valueRules,
  ...schemaRules,
  ...bindingRules,
  ...ownCallRules,
  answersQuestionRule,
  nestedKeysRule,
  listedAcceptedRule,
  restrictedPartRule,
  sameRecordRule,
  distinctRecordsRule,
  lastingRule,
  readableTextRule,
  ...parameterRules,
  longParameterRule,
  ...spellingRules,
  personaRule,
  ...faultRules,
  ...wsdlRules,
  stabilityRule,
];

/** The rules that can judge something in a cell. */
export function rulesFor(cell: Cell, contract: Contract, from: readonly Rule[] = rules): readonly Rule[] {
  return from.filter((rule) => isRuleFor(cell, contract, rule));
}

/** True for a rule that can judge something in a cell. */
export function isRuleFor(cell: Cell, contract: Contract, rule: Rule): boolean {
  return rule.bindings?.includes(cell.binding) !== false && (rule.appliesTo?.(cell, contract) ?? true);
}

/** The rules of a run: all, or those named. */
export function selectedRules(names: readonly string[] | null): readonly Rule[] {
  return names === null ? rules : rules.filter(({ id }) => names.includes(id));
}
