import { listed } from '../../../base/words.ts';
import { getWsdl, identityOf, readDescription } from '../../../engine/plan/wsdl.ts';
import type { TargetIdentity } from '../../../results/observation.ts';
import type { Exchange } from '../../../wire/http/exchange.ts';
import { descriptionChanges, TARGET_NAMESPACE } from '../descriptions/changes.ts';
import { type Both, both } from '../pairs.ts';
import { type ComparisonContext, recorderOf } from './context.ts';
import { type Groups, withShortBody } from './groups.ts';
import { ofOtherNamespace } from './one-cause.ts';

const MOST_PLACES = 8;

const UNKNOWN: TargetIdentity = { wsdlSha256: null, certificateSha256: null };

/** Collects the differences of what two servers answer to ?wsdl; resolves to what they can be recognised by. */
export async function compareDescriptions(context: ComparisonContext, groups: Groups): Promise<Both<TargetIdentity>> {
  const { servers, kinds, redact, signal } = context;
  const { recording } = servers.a;
  const { wsdl: recorded, ...recognised } = recording?.identity ?? UNKNOWN;
  const b = await getWsdl(servers.b.client);
  const a = recording === undefined ? await getWsdl(servers.a.client) : notKept(b);
  const ofA = recording === undefined ? identityOf(servers.a.client, a) : recognised;
  const identity = { a: ofA, b: identityOf(servers.b.client, b) };
  // No answer is not the answer that there is no description.
  const isKnown = isAnswered(b) && (recording === undefined ? isAnswered(a) : recorded !== undefined);
  if (!kinds.includes('wsdl') || !isKnown || signal.aborted) return identity;
  const kept = {
    a: recorded ?? (await readDescription(servers.a.client, a, redact)),
    b: await readDescription(servers.b.client, b, redact),
  };
  const exchanges = { a, b };
  const whole = recorderOf(() => b.request, exchanges, context);
  // A whole description beside each difference of it would make a file of many megabytes.
  const record = () => {
    const shown = whole();
    return both((side) => withShortBody(shown[side], 0));
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

const isAnswered = ({ outcome }: Exchange): boolean => outcome.kind === 'response';

/** In place of the answer of a recorded server: of its WSDL only what it says is kept. */
function notKept({ request }: Exchange): Exchange {
  const trouble = { kind: 'unavailable', message: 'the recording keeps what the WSDL says, not the answer' } as const;
  return { request, outcome: { kind: 'trouble', trouble }, durationMs: 0 };
}
