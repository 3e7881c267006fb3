import type { Contract } from '../contract/model.ts';
import { operationNamed } from '../contract/operations.ts';
import type { RecordedExchange } from '../results/outcome.ts';
import { recordResponse } from '../results/record/record-exchange.ts';
import { type Recording, rebuildExchange } from '../results/record/recordings.ts';
import { type Redact, withPlainPlaceholders } from '../results/record/redact.ts';
import { departureOf } from '../rules/client/judge-request.ts';
import { needsTraffic } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import type { HarCall } from './call.ts';
import { harExchange } from './exchange.ts';
import { isSecret } from './secrets.ts';

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
    shown: () => (own ? recorded : withoutSecrets(recorded, exchange, redact)),
    silent,
    proved: own ? provedBy(entry.findings) : [],
  };
}

/** The rules whose findings equal answers proved; see Recording. */
function provedBy(findings: readonly string[]): readonly string[] {
  const ids = new Set(findings.map((id) => id.split('@')[0] ?? ''));
  return rules.flatMap((rule) => (!needsTraffic(rule) && ids.has(rule.id) ? [rule.id] : []));
}

function withoutSecrets(
  { request, durationMs, response }: RecordedExchange,
  { outcome }: NonNullable<ReturnType<typeof rebuildExchange>>,
  redact: Redact,
): RecordedExchange {
  const hidden = (headers: RecordedExchange['request']['headers']) =>
    headers.map(([name, value]) => [redact(name), isSecret(name) ? '***' : redact(value)] as const);
  const answer =
    outcome.kind === 'trouble' || 'trouble' in response
      ? response
      : recordResponse({ ...outcome.response, headers: hidden(response.headers) }, redact);
  return {
    request: {
      method: redact(request.method),
      url: redact(withPlainPlaceholders(withoutUserinfo(request.url))),
      headers: hidden(request.headers),
      body: request.body === null ? null : redact(withPlainPlaceholders(request.body)),
    },
    response:
      'trouble' in answer ? { trouble: { ...answer.trouble, message: redact(answer.trouble.message) } } : answer,
    durationMs,
  };
}

function withoutUserinfo(url: string): string {
  return url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1');
}
