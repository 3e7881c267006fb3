import type { Contract } from '../../contract/model.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { counted } from '../rule-sets.ts';
import type { ClientRule, RequestJudgement, RequestProblem } from './client-rule.ts';
import { envelopeRules } from './envelope.ts';
import { httpRules } from './http.ts';
import { parameterRules } from './parameters.ts';
import { readRequest } from './read-request.ts';
import { clientRules } from './rules.ts';

/** Rules on what HTTP and SOAP say of a request. */
const OF_MESSAGE: readonly ClientRule[] = [...httpRules, ...envelopeRules];

/** Per rule: a hostile request could have any number. */
const MOST_PROBLEMS = 20;
const rules = counted(clientRules);
/** Of a request to a service that a WSDL describes: its schemas say what the body holds, which no rule judges yet. */
const rulesByWsdl = rules.filter((one) => OF_MESSAGE.includes(one) && one.ground !== 'document');

/**
 * The problems of one request of a client, in the order of the rules. Never throws, and shows no credential. @param
 * base - the path of the server's {base_url}; null if it is not known
 */
export function judgeRequest(request: HttpRequest, contract: Contract, base: string | null = null): RequestJudgement {
  const reading = readRequest(request, contract, base);
  if (reading === null) return { operation: null, binding: null, isCall: false, problems: [] };
  const problems = (contract.by === 'wsdl' ? rulesByWsdl : rules).flatMap(({ id, level, fix, judge }) =>
    judge(reading)
      .slice(0, MOST_PROBLEMS)
      .map((problem) => ({ level, bytes: null, fix, ...problem, rule: id })),
  );
  return { operation: reading.operation?.name ?? null, binding: reading.binding, isCall: true, problems };
}

/** How a call differs from what the document shows, so that a server may refuse it; null where it does not. */
export function departureOf(request: HttpRequest, contract: Contract): string | null {
  const departs = ({ level, rule }: RequestProblem): boolean =>
    level === 'required' || parameterRules.some(({ id }) => id === rule);
  return judgeRequest(request, contract).problems.find(departs)?.message ?? null;
}
