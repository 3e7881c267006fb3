import type { Contract } from '../contract/model.ts';
import { operationNamed } from '../contract/operations.ts';
import { type Recording, rebuildExchange } from '../results/record/recordings.ts';
import type { Redact } from '../results/record/redact.ts';
import { departureOf } from '../rules/client/judge-request.ts';
import { needsTraffic } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import type { HarCall } from './call.ts';
import { harExchange } from './exchange.ts';
import { recordMasked } from './secrets.ts';

/** What recordings of a HAR share. */
export interface HarContext {
  readonly contract: Contract;
  readonly redact: Redact;
  /** This suite wrote the HAR: it has exact bytes, without secrets. */
  readonly own: boolean;
}

/** False for what this suite recorded for a rule that sends requests of its own: not a plain call. */
export function isPlainCall({ entry }: HarCall, { own }: Pick<HarContext, 'own'>): boolean {
  return !own || entry.expectation !== null;
}

function expectationIn({ expectation }: HarCall['entry']): Recording['expectation'] {
  return expectation === 'sample' || expectation === 'known' ? expectation : 'generated';
}

/** A call of a HAR, ready to be judged, or why it can't be. */
export function harRecording(asked: HarCall, { contract, redact, own }: HarContext): Recording | string {
  const { entry, request, decoded } = asked;
  const { cell, call, namespace } = decoded;
  const { status, text } = entry.response;
  if (namespace !== null && namespace !== contract.namespace) {
    return `its envelope uses the namespace ${namespace}, not ${contract.namespace}`;
  }
  if (entry.cached || status === 304) return 'a cache answered it, not the service';
  const departure = status === 200 ? null : departureOf(request, contract);
  if (departure !== null) {
    return `the request is not the document's (${departure}), so only a success can be judged`;
  }
  if (status !== 0 && text === null) return 'the body of its answer was not recorded';
  const { recorded, silent } = harExchange(entry, own);
  const exchange = rebuildExchange(recorded);
  if (exchange === null) return 'the body of its answer was cut';
  return {
    cell: { operation: operationNamed(contract, cell.operation.name), binding: cell.binding },
    call,
    expectation: own ? expectationIn(entry) : 'generated',
    exchange,
    shown: () => (own ? recorded : recordMasked(exchange, redact, new URL(asked.baseUrl).origin)),
    silent,
    proved: own ? provedBy(entry.findings) : [],
  };
}

/** The rules whose findings equal answers proved; see Recording. */
function provedBy(findings: readonly string[]): readonly string[] {
  const ids = new Set(findings.map((id) => id.split('@')[0] ?? ''));
  return rules.flatMap((rule) => (!needsTraffic(rule) && ids.has(rule.id) ? [rule.id] : []));
}
