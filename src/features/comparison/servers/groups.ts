import { present } from '../../../base/present.ts';
import { cellName } from '../../../contract/cell-name.ts';
import type { RecordedExchange } from '../../../results/outcome.ts';
import { redactedCall } from '../../../results/record/redact.ts';
import { both, type Place, placeName } from '../pairs.ts';
import { type ComparisonContext, type SentRequest, sizeOf } from './context.ts';
import {
  type AnswerDifference,
  countsFor,
  type DifferenceKind,
  keyOf,
  kinds,
  masked,
  topicOf,
  type WhyUncounted,
} from './difference.ts';
import { kindIn, namesOf, withoutPositions } from './names.ts';
import type { CheckedDifference } from './stability.ts';

/** How many differences are kept, places, names in a cell and characters of each, and those of a body shown. */
const MOST_DIFFERENCES = 300;
const MOST_PLACES = 24;
const MOST_NAMES = 200;
const LONGEST = 300;
const MOST_BODY = 16_384;

type TextContext = Pick<ComparisonContext, 'redact' | 'failOn'>;

interface Group {
  readonly difference: AnswerDifference;
  readonly why: WhyUncounted | null;
  /** How many calls of each cell show it, and its names there. */
  readonly cells: Map<string, Place & { readonly calls: number; readonly names: Set<string> }>;
  readonly places: Set<string>;
  /** Each of its calls was recorded only once. */
  readonly once: boolean;
  /** Of all that show it: that which shows more comes first, then the smaller. */
  readonly best: Readonly<Record<'fullness' | 'size', number>> &
    Readonly<{ difference: AnswerDifference; example: ReturnType<typeof exampleOf> }>;
}

export type Groups = ReturnType<typeof createGroups>;

/** One difference over all cells that show it, with the smallest exchanges that do. It holds no secrets. */
export type DifferenceGroup = ReturnType<Groups['differences']>[number];

/** A difference that counts against neither server. */
export type Unstable = ReturnType<Groups['unstable']>[number];

export function createGroups(context: TextContext) {
  const groups = new Map<string, Group>();
  const droppedIn = new Set<string>();
  const counted = new WeakMap<SentRequest, Set<string>>();
  let dropped = 0;

  function add({ difference: seen, why }: CheckedDifference, sent: SentRequest): void {
    const difference = sent.redact === undefined ? seen : masked(seen, sent.redact);
    const checked = { difference, why };
    if (why !== null && VARYING.has(why)) takeBack(checked, cellPlace(sent));
    const key = groupKey(checked);
    const size = sizeOf(sent.exchanges);
    const { fullness = 0, once = false } = sent;
    const known = groups.get(key);
    if (known === undefined && groups.size === MOST_DIFFERENCES) {
      dropped += 1;
      if (why === null && sent.cell !== null) droppedIn.add(cellName(sent.cell));
      return;
    }
    const best = known?.best;
    const isBest = !best || fullness > best.fullness || (fullness === best.fullness && size < best.size);
    groups.set(key, {
      ...(known ?? { difference, why, cells: new Map(), places: new Set() }),
      once: once && known?.once !== false,
      best: isBest ? { fullness, size, difference, example: exampleOf(difference, sent, context) } : best,
    });
    // Several records of one answer may have it.
    const keys = counted.get(sent) ?? new Set();
    count(checked, cellPlace(sent), keys.has(key) ? 0 : 1);
    counted.set(sent, keys.add(key));
  }

  function count(checked: CheckedDifference, { operation, binding }: Place, more = 1): void {
    const group = groups.get(groupKey(checked));
    if (group === undefined) return;
    const name = placeName({ operation, binding });
    const { calls, names } = group.cells.get(name) ?? { calls: 0, names: new Set<string>() };
    group.cells.set(name, { operation, binding, calls: calls + more, names });
    // Data, of which there may be thousands in an answer, have one name.
    const own = names.size > 0 && group.difference.kind === 'data' ? [] : namesOf(checked.difference);
    for (const one of own)
      names.add(
        names.size < MOST_NAMES ? shownText(one, context) : `${kindIn(one)} more of ${group.difference.subject}`,
      );
    const { kind, location } = checked.difference;
    // A field's subject already says its place.
    if (location !== null && kind !== 'data' && group.places.size < MOST_PLACES)
      group.places.add(shownText(withoutPositions(location), context));
  }

  /** What counted in a cell turned out to vary there by itself. */
  function takeBack({ difference }: CheckedDifference, place: Place): void {
    const [topic, cell] = [topicOf(difference), placeName(place)];
    for (const [key, group] of groups) {
      if (group.why !== null || !group.cells.has(cell) || topicOf(group.difference) !== topic) continue;
      group.cells.delete(cell);
      if (group.cells.size === 0) groups.delete(key);
    }
  }

  const inOrder = (blamed: boolean): readonly Group[] =>
    [...groups.values()]
      .filter((group) => (whyOf(group, groups) === null) === blamed)
      .toSorted((x, y) => rank(x) - rank(y) || y.cells.size - x.cells.size);
  return {
    add,
    count,
    differences: () =>
      inOrder(true).map((group) => ({
        change: shownText(group.difference.change, context),
        counts: countsFor(group.difference.kind, context.failOn),
        ...(group.once ? { recordedOnce: true } : {}),
        ...present({ cause: group.difference.cause }),
        ...writtenGroup(group, context),
      })),
    /** Without what only seemed to differ, which is among what varies. */
    unstable: () =>
      inOrder(false).flatMap((group) =>
        group.why === null ? [] : [{ why: group.why, ...writtenGroup(group, context) }],
      ),
    drop: (more: number): void => {
      dropped += more;
    },
    dropped: () => dropped,
    /** Names of the cells that show a difference of their answers, kept or not. */
    differing: (): ReadonlySet<string> => {
      const answers = inOrder(true).filter(({ difference }) => difference.kind !== 'observations');
      return new Set([...droppedIn, ...answers.flatMap(({ cells }) => [...cells.keys()])]);
    },
  };
}

/** If it varies by itself in more cells than it differs in, it was in the second answers by chance. */
function whyOf({ difference, why, cells }: Group, groups: ReadonlyMap<string, Group>): WhyUncounted | null {
  if (why !== null) return why;
  const varying = [...VARYING].flatMap((one) => groups.get(groupKey({ difference, why: one })) ?? []);
  const [most] = varying.toSorted((x, y) => y.cells.size - x.cells.size);
  const varyingIn = new Set(varying.flatMap((one) => [...one.cells.keys()]));
  return most !== undefined && varyingIn.size > cells.size ? most.why : null;
}

const VARYING: ReadonlySet<WhyUncounted> = new Set<WhyUncounted>(['a varies', 'b varies', 'both vary']);

/** Anything that varies by itself is one difference, however it varies. */
function groupKey({ difference, why }: CheckedDifference): string {
  return why === null
    ? `${difference.cause ?? ''} ${keyOf(difference)}`
    : JSON.stringify([difference.kind, difference.subject, why]);
}

/** What the servers say comes first, then the rules, required ones before others. */
function rank({ difference: { kind, level } }: Group): number {
  return kinds.indexOf(kind satisfies DifferenceKind) * 2 + (level === 'recommended' ? 1 : 0);
}

function writtenGroup(
  { difference: { kind, subject, level, breaks }, cells, places, best }: Group,
  context: TextContext,
) {
  return {
    kind,
    subject: shownText(subject, context),
    level,
    a: shownText(best.difference.a, context),
    b: shownText(best.difference.b, context),
    cells: [...cells.values()].map(({ names, ...cell }) => ({ ...cell, names: [...names] })),
    places: [...places],
    example: best.example,
    ...(breaks === undefined ? {} : { breaks }),
  };
}

/** Secrets are removed before cutting: a cut through one would leave half of it. */
function shownText(text: string, { redact }: TextContext): string {
  const safe = redact(text);
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST)}…` : safe;
}

function cellPlace({ cell }: SentRequest): Place {
  return { operation: cell?.operation.name ?? null, binding: cell?.binding ?? null };
}

function exampleOf({ location }: AnswerDifference, sent: SentRequest, context: TextContext) {
  const { call, record } = sent;
  const exchanges = record();
  return {
    ...cellPlace(sent),
    call: call === null ? null : redactedCall(call, context.redact),
    location: location === null ? null : shownText(location, context),
    exchanges: both((side) => withShortBody(exchanges[side], MOST_BODY)),
  };
}

export function withShortBody(exchange: RecordedExchange, most: number): RecordedExchange {
  const { response } = exchange;
  if ('trouble' in response || response.body.length <= most) return exchange;
  const { base64: _bytes, ...rest } = response;
  return { ...exchange, response: { ...rest, body: response.body.slice(0, most), truncated: true } };
}
