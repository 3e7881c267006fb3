import { grouped } from '../../../base/group-by.ts';
import type { Pools } from '../../../calls/pools.ts';
import { cellName } from '../../../contract/cell-name.ts';
import {
  observeTarget,
  type PlannedObservation,
  planObservations,
  STABILITY,
  sameAs,
} from '../../../engine/observe/observe.ts';
import { fingerprintOf, headersPrint } from '../../../results/fingerprint.ts';
import { type Fingerprint, fingerprintChanges, type Observation, shownValue } from '../../../results/observation.ts';
import { TWO_SERVERS } from '../../../rules/policy.ts';
import { digestOf } from '../../../rules/same-answer.ts';
import { type Exchange, isStatus200 } from '../../../wire/http/exchange.ts';
import { type Both, both, type ChangedObservation, cellsOf, comparedObservations, placeName } from '../pairs.ts';
import { type ComparisonContext, recorderOf, withBoth } from './context.ts';
import { type AnswerDifference, type WhyUncounted, whyVarying } from './difference.ts';
import type { DifferenceGroup, Groups, Unstable } from './groups.ts';
import { isCutOff } from './send-calls.ts';

/** Limit of differences that are sent again and shown with their exchanges. */
const MOST_SHOWN = 80;

/** The form of plain answers already compares header lines by name and value. */
const HEADER_LINES = ['server', 'xPoweredBy', 'xAspNetVersion', 'setCookie', 'etag', 'cacheControl'];

/** `old` is A's value, `new` B's. */
type Changes = ChangedObservation['changes'];

/** Observes both servers where the document is silent, and collects how they differ. Returns how many are missing. */
export async function compareObservations(pools: Pools, context: ComparisonContext, groups: Groups): Promise<number> {
  const { servers } = context;
  const observed = await withBoth(servers, ({ client, options }) => observeTarget(client, options, pools));
  const planned = planObservations(servers.a.client.contract, servers.a.options, pools);
  const plain = await plainChanges(planned, groups.unstable(), context);
  const changed = changedObservations(observed, groups.differences(), plain, context.kinds);
  // Equal changes seen by one observer are grouped.
  const alike = grouped(changed, (one) => {
    const { subject, change } = differenceOf(one);
    return JSON.stringify([subject, change]);
  });
  const checked = [];
  for (const all of alike.slice(0, MOST_SHOWN)) {
    const plan = planned.find(({ id }) => id === all[0].observation.id);
    if (plan === undefined) continue;
    const looked = await lookAgain(all[0], plan, context);
    if (looked === null) break;
    checked.push({ all, ...looked });
  }
  // Where a server answers equal calls differently, it is chance which variants are answered as the base call.
  const unsteady = new Map(
    checked.flatMap(({ all: [{ observation, changes }], why }) =>
      why !== null && changes.some(isOfData) ? [[placeName(observation), why] as const] : [],
    ),
  );
  for (const { all, sent, why: seen } of checked) {
    const [first, ...others] = all;
    const chance = first.changes.every(isOfData) ? (unsteady.get(placeName(first.observation)) ?? null) : null;
    const why = seen ?? chance;
    groups.add({ difference: differenceOf(first), why }, sent);
    for (const one of others) groups.count({ difference: differenceOf(one), why }, one.observation);
  }
  groups.drop(alike.slice(MOST_SHOWN).flat().length);
  return planned.length - Math.min(observed.a.length, observed.b.length);
}

/** What is not new in answers to variants, by cell: what plain ones show, and data that vary by themselves. */
async function plainChanges(
  planned: readonly PlannedObservation[],
  unstable: readonly Unstable[],
  { servers, judge, redact }: ComparisonContext,
) {
  const varying = new Set(
    unstable.filter(({ kind }) => kind === 'data').flatMap(({ cells }) => cellsOf(cells).map(cellName)),
  );
  const inCells = planned.filter(({ observer }) => observer.scope !== 'endpoint');
  const cells = new Map(inCells.map(({ cell, base }) => [cellName(cell), { cell, base }] as const));
  const changes = [...cells].map(async ([name, { cell, base }]) => {
    const exchanges = await withBoth(servers, ({ client }) => client.call(cell, base));
    const { a, b } = both((side) => fingerprintOf(judge.parse(exchanges[side], cell), redact));
    const keys = fingerprintChanges(a, b).map(changeKey);
    const [isA, isB] = [isStatus200(exchanges.a), isStatus200(exchanges.b)];
    return [
      name,
      {
        keys: new Set(varying.has(name) ? [...keys, DATA] : keys),
        // Of variants of a call that it refuses, a server shows nothing.
        refusal: isA === isB ? null : isA ? ({ of: 'new', print: b } as const) : ({ of: 'old', print: a } as const),
      },
    ] as const;
  });
  return new Map(await Promise.all(changes));
}

type PlainChanges = Awaited<ReturnType<typeof plainChanges>>;

function isPlain(change: Changes[number], plain: ReturnType<PlainChanges['get']>): boolean {
  if (plain === undefined) return false;
  const { keys, refusal } = plain;
  return (
    keys.has(changeKey(change)) || (refusal !== null && shownValue(refusal.print[change.what]) === change[refusal.of])
  );
}

const DATA = 'data';

function isOfData({ what }: Pick<Changes[number], 'what'>): boolean {
  return what === DATA || what === 'sameAsBase';
}

function changeKey({ what, old, new: now }: Changes[number]): string {
  // Whether a variant is answered as the base call depends on whether that gets records.
  return isOfData({ what }) ? DATA : `${what} ${old} → ${now}`;
}

/** The observations on which two servers disagree, except what plain answers and their WSDLs already show. Pure. */
function changedObservations(
  observed: Both<readonly Observation[]>,
  known: readonly DifferenceGroup[],
  plain: PlainChanges,
  kinds: ComparisonContext['kinds'],
): readonly ChangedObservation[] {
  const forms = known.filter(({ kind }) => kind === 'form');
  const said = new Set(forms.map(({ subject, change }) => `${subject} ${change}`));
  return comparedObservations(observed)
    .filter((one) => !kinds.includes('wsdl') || !saysThereIsNone(one))
    .map(({ observation, changes }) => ({
      observation,
      changes: changes
        .filter((change) => tells(change, observation))
        .filter((change) => !said.has(changeKey(change)) && !isPlain(change, plain.get(placeName(observation))))
        .filter(({ what }) => said.size === 0 || !HEADER_LINES.includes(what)),
    }))
    .filter(({ changes }) => changes.length > 0);
}

/** One of two servers offers no description. */
function saysThereIsNone({ observation: { probe }, changes }: ChangedObservation): boolean {
  const status = changes.find(({ what }) => what === 'status');
  return probe === 'observe.wsdl' && (status?.old === '200' || status?.new === '200');
}

/** False for the shape of a result, which depends on its data, and for what one of the two could not compare. */
function tells({ what, old, new: now }: Changes[number], { operation }: Observation): boolean {
  if (what === 'shape') return operation === null;
  return what !== 'sameAsBase' || (old !== 'none' && now !== 'none');
}

function differenceOf({ observation: { probe, id, fingerprint }, changes }: ChangedObservation): AnswerDifference {
  const location = id.slice(probe.length + 1);
  const told = observedChange(changes);
  const cause = isRefusedByBoth(changes, fingerprint) ? { cause: told.change } : {};
  return { kind: 'observations', subject: probe, ...told, location, whole: false, level: null, ...cause };
}

/** Whatever both refuse, they refuse it in the same two ways. @param now - of B */
function isRefusedByBoth(changes: Changes, now: Fingerprint): boolean {
  const isRefusal = ({ status, fault }: Fingerprint): boolean => Number(status) >= 400 || shownValue(fault) !== 'none';
  const olds = Object.fromEntries(changes.map(({ what, old }) => [what, old]));
  return isRefusal({ ...now, ...olds }) && isRefusal(now);
}

/** Whether changes are there again, as often as it is looked; null if the end cut that off. */
async function lookAgain(one: ChangedObservation, plan: PlannedObservation, context: ComparisonContext) {
  const { cell, observer, wanted } = plan;
  const place = observer.scope === 'endpoint' ? null : cell;
  for (let round = 1; ; round += 1) {
    const exchanges = await withBoth(context.servers, ({ client }) =>
      client.send(cell, wanted.request(client.context)),
    );
    if (isCutOff(exchanges)) return null;
    const why = await whyVaried(one, exchanges, plan, context);
    if (why === null && round < TWO_SERVERS.known) continue;
    const record = recorderOf(wanted.request, exchanges, context);
    return { sent: { cell: place, call: null, exchanges, record }, why };
  }
}

/** Why changes do not count: a server answers the call differently when it is repeated; null if they count. */
async function whyVaried(
  { observation, changes }: ChangedObservation,
  exchanges: Both<Exchange>,
  { cell, base }: PlannedObservation,
  { servers, redact, judge, contract }: ComparisonContext,
): Promise<WhyUncounted | null> {
  const bases = await withBoth(servers, ({ client }) => client.call(cell, base));
  const again = changes.find(({ what }) => observation.probe === STABILITY && what === 'sameAsBase');
  if (again !== undefined) return again.old === 'false' ? 'a varies' : 'b varies';
  const { a, b } = both((side): Fingerprint => {
    const reading = judge.parse(exchanges[side], cell);
    const sameAsBase = sameAs(digestOf(judge.parse(bases[side], cell), contract), reading, contract);
    return { ...fingerprintOf(reading, redact), ...headersPrint(exchanges[side], redact), sameAsBase };
  });
  const aVaries = changes.some(({ what, old }) => shownValue(a[what]) !== old);
  const bVaries = changes.some(({ what, new: now }) => shownValue(b[what]) !== now);
  return whyVarying(aVaries, bVaries);
}

/** If the status differs, the rest of the answer differs for that reason. */
const TELLING = ['status', 'trouble', 'fault'];

const names: Readonly<Record<string, string>> = {
  data: 'records',
  sameAsBase: 'answered as without it',
  mediaType: 'media type',
  httpVersion: 'HTTP version',
  shape: 'shape of the document',
  trouble: 'no answer',
};
const values: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };
/** Codes that the two versions of SOAP name differently (SOAP 1.2 Part 1, section 5.4.6). */
const faults: Readonly<Record<string, string>> = {
  ...{ Client: 'Client/Sender', Sender: 'Client/Sender', Server: 'Server/Receiver', Receiver: 'Server/Receiver' },
};

function observedChange(changes: Changes): Pick<AnswerDifference, 'change' | 'a' | 'b'> {
  const byStatus = changes.some(({ what }) => what === 'status');
  const told = changes
    .filter(({ what }) => !byStatus || TELLING.includes(what))
    .map(({ what, old, new: now }) => {
      const inWords = (value: string): string => (what === 'fault' ? faults[value] : values[value]) ?? value;
      return { name: names[what] ?? what, a: inWords(old), b: inWords(now) };
    });
  return {
    change: told.map(({ name, a, b }) => `${name} ${a} → ${b}`).join(', '),
    a: told.map(({ name, a }) => `${name} ${a}`).join(', '),
    b: told.map(({ name, b }) => `${name} ${b}`).join(', '),
  };
}
