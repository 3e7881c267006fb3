import type { Problem } from '../rules/judgement.ts';
import type { Describing, Placed } from '../rules/wsdl/description.ts';
import type { CellContext } from './cell-context.ts';
import { judgedBy, type Probed, unjudged } from './probed.ts';
import { wsdlRequest } from './wsdl.ts';

/** The result of a rule in a cell on the target's description; without a description there is nothing to judge. */
export async function judgeDescription(describing: Describing, at: CellContext): Promise<Probed> {
  const { cell, client, contract, plan } = at;
  const { exchange, offered } = await at.wsdl();
  if ('none' in offered) return unjudged('not-applicable', { code: 'nothing-to-judge', text: offered.none });
  const endpoint = new URL(plan.baseUrl);
  endpoint.pathname = `${client.context.basePath}${contract.endpointPath}`;
  const judgement = describing(offered, cell, contract, endpoint);
  if ('code' in judgement) return unjudged('not-applicable', judgement);
  const [first, ...others] = judgement;
  if (first === undefined) return judgedBy(1, []);
  const call = { operation: cell.operation.name, values: {}, header: null };
  const problems = [problemOf(first), ...others.map(problemOf)] as const;
  return judgedBy(1, [{ call, request: wsdlRequest, exchange, problems, around: first.at }]);
}

/** Without the element, which keeps the whole description alive. */
function problemOf({ at: _at, ...problem }: Placed): Problem {
  return problem;
}
