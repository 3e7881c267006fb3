import type { Cell, Contract } from '../contract/model.ts';
import { isSoap } from '../wire/soap/binding.ts';
import { byteRules } from './answer/bytes.ts';
import { coverageRules } from './answer/coverage.ts';
import { documentRules } from './answer/document.ts';
import { envelopeRules } from './answer/envelope.ts';
import { messageRules } from './answer/message.ts';
import { recordRules } from './answer/record.ts';
import { schemaRules } from './answer/schema.ts';
import { statusRules } from './answer/status.ts';
import { transportRules } from './answer/transport.ts';
import { valueRules } from './answer/value.ts';
import { wrapperRules } from './answer/wrapper.ts';
import type { Check } from './check.ts';
import { answersQuestionRule } from './data/answers-question.ts';
import { lastingRule } from './data/lasting.ts';
import { listedAcceptedRule } from './data/listed-accepted.ts';
import { nestedKeysRule } from './data/nested-keys.ts';
import { ownCallRules } from './data/own-call.ts';
import { readableTextRule } from './data/readable-text.ts';
import { restrictedPartRule } from './data/restricted-part.ts';
import { sameRecordRule } from './data/same-record.ts';
import { stabilityRule } from './data/stability.ts';
import type { Evidence } from './evidence.ts';
import { hasRecords } from './fields.ts';
import type { Judgement } from './judgement.ts';
import { bindingRules } from './parity/bindings.ts';
import { faultRules } from './request/faults.ts';
import { longParameterRule } from './request/long-parameters.ts';
import { parameterRules } from './request/parameters.ts';
import { personaRule } from './request/personas.ts';
import { spellingRules } from './request/spelling.ts';
import { groundOf, type Rule } from './rule.ts';
import { titlesByWsdl } from './titles-by-wsdl.ts';
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
export function rulesFor(cell: Cell, contract: Contract, from = rulesBy(contract)): readonly Rule[] {
  return from.filter((rule) => isRuleFor(cell, contract, rule));
}

/** True for a rule that can judge something in a cell. */
export function isRuleFor(cell: Cell, contract: Contract, rule: Rule): boolean {
  return rule.bindings?.includes(cell.binding) !== false && (rule.appliesTo?.(cell, contract) ?? true);
}

/** The rules of a run: all of its contract, or those named. */
export function selectedRules(names: readonly string[] | null, contract: Pick<Contract, 'by'>): readonly Rule[] {
  const all = rulesBy(contract);
  return names === null ? all : all.filter(({ id }) => names.includes(id));
}

/** The rules on a service that a WSDL describes: what it says and what makes XML unreadable is required, no more. */
const rulesByWsdl = rules.flatMap((rule): Rule[] => {
  const ground = groundOf(rule);
  if (ground === 'document') return [];
  const isLess = rule.level === 'required' && ground !== 'standard' && ground !== 'shape';
  const { id, level, title } = rule;
  const own: Rule = { ...rule, level: isLess ? 'recommended' : level, title: titlesByWsdl[id] ?? title };
  const isOfRecords = own.layer === 'record' || own.layer === 'value';
  const isOfHttp = own.layer === 'transport' || own.layer === 'status';
  const appliesTo: Rule['appliesTo'] = (cell, contract) =>
    (isOfHttp || !isEmpty(cell)) && (!isOfRecords || hasRecords(cell)) && own.appliesTo?.(cell, contract) !== false;
  return [{ ...own, checks: own.checks.map(withoutDocument), appliesTo }];
});

/** The same check, without problems of the document alone. */
function withoutDocument(check: Check): Check {
  if (check.kind !== 'answer') return check;
  const judge = (evidence: Evidence): Judgement => {
    const judgement = check.judge(evidence);
    return typeof judgement === 'string' ? judgement : judgement.filter(({ ofDocument }) => ofDocument !== true);
  };
  return { ...check, judge };
}

/** Over GET and POST an answer without a result has no body. */
const isEmpty = ({ operation, binding }: Cell): boolean => operation.result.empty === true && !isSoap(binding);

/** The rules on a service that this contract describes. */
export function rulesBy({ by }: Pick<Contract, 'by'>): readonly Rule[] {
  return by === 'wsdl' ? rulesByWsdl : rules;
}
