import type { ByDescription } from '../../rules/check.ts';
import type { Evidence } from '../../rules/evidence.ts';
import type { Problem } from '../../rules/judgement.ts';
import type { Describing, Placed } from '../../rules/wsdl/description.ts';
import { isStatus200 } from '../../wire/http/exchange.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import type { CellContext } from './cell-context.ts';
import { type CheckOutcome, judgedBy, notApplicable, unjudged } from './check-outcome.ts';

/** The result of a rule in a cell on the target's description; without a description there is nothing to judge. */
export async function judgeDescription(describing: Describing, at: CellContext): Promise<CheckOutcome> {
  const { cell, client, contract, plan } = at;
  const { offered, exchange: own } = await at.wsdl();
  if ('none' in offered) return unjudged('not-applicable', { code: 'nothing-to-judge', text: offered.none });
  const endpoint = new URL(plan.baseUrl);
  endpoint.pathname = `${client.context.basePath}${contract.endpointPath}`;
  const judgement = describing(offered, cell, contract, endpoint);
  if ('code' in judgement) return unjudged('not-applicable', judgement);
  const [first] = judgement;
  if (first === undefined) return judgedBy(1, []);
  const call = { operation: cell.operation.name, values: {}, header: null };
  const exchange = offered.exchangeOf(first.at) ?? own;
  const problemOf = ({ at: place, ...problem }: Placed): Problem => {
    // Without the element, which keeps the whole description alive.
    const { path } = (offered.exchangeOf(place) ?? own).request;
    return path === own.request.path ? problem : { ...problem, location: `${problem.location} of ${path}` };
  };
  const problems = [problemOf(first), ...judgement.slice(1).map(problemOf)] as const;
  return judgedBy(1, [{ call, request: () => exchange.request, exchange, problems, around: first.at }]);
}

/** The result of a rule on answers of a cell that the target's description says something of. */
export async function judgeByDescription(judge: ByDescription, all: readonly Evidence[], at: CellContext) {
  const { offered } = await at.wsdl();
  if ('none' in offered) return unjudged('not-applicable', { code: 'nothing-to-judge', text: offered.none });
  let judged = 0;
  for (const evidence of all) {
    const { exchange } = evidence.reading;
    const judgement = isStatus200(exchange) ? judge(offered, evidence) : 'not-applicable';
    if (typeof judgement === 'string') continue;
    if ('code' in judgement) return unjudged('not-applicable', judgement);
    judged += 1;
    const [first, ...rest] = judgement;
    const { call } = evidence;
    if (first !== undefined)
      return judgedBy(judged, [{ call, request: requestOf(call, at.cell), exchange, problems: [first, ...rest] }]);
  }
  return judged === 0 ? notApplicable() : judgedBy(judged, []);
}
