import { listed } from '../../../base/words.ts';
import { getWsdl, identityOf, readDescription } from '../../../engine/plan/wsdl.ts';
import type { TargetIdentity } from '../../../results/observation.ts';
import { descriptionChanges, TARGET_NAMESPACE } from '../descriptions/changes.ts';
import { type Both, both } from '../pairs.ts';
import { type ComparisonContext, recorderOf, withBoth } from './context.ts';
import { type Groups, withShortBody } from './groups.ts';
import { ofOtherNamespace } from './one-cause.ts';

const MOST_PLACES = 8;

/** Collects the differences of what two servers answer to ?wsdl; resolves to what they can be recognised by. */
export async function compareDescriptions(context: ComparisonContext, groups: Groups): Promise<Both<TargetIdentity>> {
  const { servers, kinds, redact, signal } = context;
  if (servers.a.recording !== undefined) {
    const b = identityOf(servers.b.client, await getWsdl(servers.b.client));
    return { a: { wsdlSha256: null, certificateSha256: null }, b };
  }
  const exchanges = await withBoth(servers, ({ client }) => getWsdl(client));
  const identity = both((side) => identityOf(servers[side].client, exchanges[side]));
  // No answer is not the answer that there is no description.
  const isAnswered = exchanges.a.outcome.kind === 'response' && exchanges.b.outcome.kind === 'response';
  if (!kinds.includes('wsdl') || !isAnswered || signal.aborted) return identity;
  const { a, b } = exchanges;
  const kept = await withBoth(servers, (server) =>
    readDescription(server.client, server === servers.a ? a : b, redact),
  );
  const whole = recorderOf(() => a.request, exchanges, context);
  // A whole description beside each difference of it would make a file of many megabytes.
  const record = () => {
    const recorded = whole();
    return both((side) => withShortBody(recorded[side], 0));
  };
  for (const { places, ...change } of descriptionChanges(kept)) {
    const location = places.length === 0 ? null : listed(places, MOST_PLACES);
    // The answers of the new one are in it too, which a rule tells.
    const cause = change.subject === TARGET_NAMESPACE ? { cause: ofOtherNamespace(change.b) } : {};
    const difference = { kind: 'wsdl', ...change, ...cause, location, whole: false, level: null } as const;
    groups.add({ difference, why: null }, { cell: null, call: null, exchanges, record });
  }
  return identity;
}
