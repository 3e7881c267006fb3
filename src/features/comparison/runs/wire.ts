import { cellName } from '../../../contract/cell-name.ts';
import { fingerprintChanges } from '../../../results/observation.ts';
import type { RecordedCall, RecordedExchange } from '../../../results/outcome.ts';
import type { Change } from '../../../views/sections/section.ts';
import { type Both, both, overCells, paired, refOf } from '../pairs.ts';
import { diffBodies } from '../writing/bodies.ts';
import { AS_WRITTEN, headTraits } from '../writing/head.ts';

/** Values of one trait in one cell that are named; further ones are counted. */
const MOST_VALUES = 4;

/** How answers to the same calls are written: status line, headers, declaration, layout, elements; not values. */
export function wire(recorded: Both<readonly RecordedCall[]>) {
  const pairs = paired(recorded, callKey).stayed;
  const volatile = volatileHeaders([recorded.a, recorded.b].map((all) => all.map(({ exchange }) => exchange)));
  const changes = overCells(
    pairs.map((pair) => ({ ...refOf(pair.b), pair })),
    cellName,
  ).flatMap(({ first, all }) =>
    changedTraits(
      all.map(({ pair: { a, b } }) => ({ a: a.exchange, b: b.exchange })),
      volatile,
    ).map((change) => ({ ...refOf(first), change })),
  );
  return {
    calls: pairs.length,
    changes: overCells(changes, ({ change }) => JSON.stringify(change))
      .map(({ first: { change }, cells }) => ({ ...change, cells }))
      .toSorted((a, b) => b.cells.length - a.cells.length),
  };
}

function callKey({ operation, binding, call, expectation }: RecordedCall): string {
  return JSON.stringify([operation, binding, expectation === 'sample', call]);
}

/** Bodies are compared where both answers are results: a refusal naturally has another body. */
function changedTraits(pairs: readonly Both<RecordedExchange>[], volatile: ReadonlySet<string>): readonly Change[] {
  const heads = both((side) => {
    const values = valuesByTrait(pairs.flatMap((pair) => headTraitsOf(pair[side], volatile)));
    return Object.fromEntries([...values].map(([what, all]) => [what, said(all)]));
  });
  const changes = fingerprintChanges(heads.a, heads.b);
  const bodies = changesOfBodies(pairs.filter(({ a, b }) => isResult(a) && isResult(b)));
  // What a line means says what it is written as, too.
  const isTold = ({ what }: Change): boolean => changes.some((one) => what === `${one.what}${AS_WRITTEN}`);
  return [...changes.filter((one) => !isTold(one)), ...bodies];
}

/** How bodies are written differently, and which elements they have, without what also changes in the other direction. */
function changesOfBodies(results: readonly Both<RecordedExchange>[]): readonly Change[] {
  const changes = new Map<string, Change>();
  for (const { a, b } of results) {
    const [mine, its] = [wholeBody(a), wholeBody(b)];
    if (mine === null || its === null) continue;
    for (const { subject, a: one, b: other, location } of diffBodies(
      mine,
      its,
      { data: false, elements: true },
      String,
    )) {
      const what = subject === 'elements' ? `element ${short((location ?? '').replace(OF_ENVELOPE, ''))}` : subject;
      const change = { what, old: short(one), new: short(other) };
      changes.set(JSON.stringify(change), change);
    }
  }
  return [...changes.values()].filter(
    ({ what, old, new: now }) => !changes.has(JSON.stringify({ what, old: now, new: old })),
  );
}

const OF_ENVELOPE = /^\/(?:Envelope\/Body\/)?/;

/** Null where the recorded body was cut. */
function wholeBody({ response }: RecordedExchange) {
  if ('trouble' in response || response.truncated || response.body.length > MOST_BODY) return null;
  const text = response.body.replace(/^\uFEFF/, '');
  return { text, bom: text !== response.body };
}

function isResult({ response }: RecordedExchange): boolean {
  return 'status' in response && response.status === 200;
}

function valuesByTrait(traits: readonly WireTrait[]): ReadonlyMap<string, ReadonlySet<string>> {
  const values = new Map<string, Set<string>>();
  for (const [what, value] of traits) values.set(what, (values.get(what) ?? new Set()).add(value));
  return values;
}

function said(values: ReadonlySet<string>): string {
  const sorted = [...values].toSorted();
  const more = sorted.length - MOST_VALUES;
  return `${sorted.slice(0, MOST_VALUES).join(' or ')}${more > 0 ? ` or ${more} more` : ''}`;
}

type WireTrait = readonly [what: string, value: string];

/** A header with more values than this in one run describes each answer, not the server. */
const MOST_OF_HEADER = 6;
const LONGEST = 200;
/** Text of a body that is looked at. */
const MOST_BODY = 262_144;

function volatileHeaders(runs: readonly (readonly RecordedExchange[])[]): ReadonlySet<string> {
  const often = runs.flatMap((exchanges) => {
    const headers = exchanges.flatMap(({ response }) => ('trouble' in response ? [] : response.headers));
    const values = valuesByTrait(headers.map(([name, value]) => [name.toLowerCase(), value]));
    return [...values].flatMap(([name, all]) => (all.size > MOST_OF_HEADER ? [name] : []));
  });
  return new Set(often);
}

/** How the first line and the header lines of an answer are written; no header line has the value 'none'. */
function headTraitsOf({ response }: RecordedExchange, volatile: ReadonlySet<string>): readonly WireTrait[] {
  if ('trouble' in response) return [['answer', `none: ${response.trouble.kind}`]];
  const { status, version } = response;
  const { form, spelling } = headTraits(response, volatile);
  const lines = Object.entries({ ...form, ...spelling }).map(([what, value]): WireTrait => [short(what), short(value)]);
  return [['HTTP version', version], ['status', String(status)], ...lines];
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
