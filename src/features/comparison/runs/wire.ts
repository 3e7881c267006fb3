import { grouped } from '../../../base/group-by.ts';
import { cellName } from '../../../contract/cell-name.ts';
import { fingerprintChanges } from '../../../results/observation.ts';
import type { RecordedCall, RecordedExchange } from '../../../results/outcome.ts';
import type { Change } from '../../../views/sections/section.ts';
import { type Both, overCells, paired, refOf } from '../pairs.ts';
import { diffBodies } from '../writing/bodies.ts';
import { AS_WRITTEN, headTraits } from '../writing/head.ts';

/** A header with more values than this in one run describes each answer, not the server. */
const MOST_OF_HEADER = 6;
const LONGEST = 200;
/** Text of a body that is looked at. */
const MOST_BODY = 262_144;

/** How answers to the same calls are written: status line, headers, declaration, layout, elements; not values. */
export function wire(recorded: Both<readonly RecordedCall[]>) {
  const pairs = paired(recorded, callKey).stayed;
  const changing = new Set([...changingHeaders(recorded.a), ...changingHeaders(recorded.b)]);
  const changes = grouped(pairs, ({ b }) => cellName(b)).flatMap((inCell) => {
    const all = inCell.flatMap(({ a, b }) => changesOf({ a: a.exchange, b: b.exchange }, changing));
    return oneWay(all).map((change) => ({ ...refOf(inCell[0].b), change }));
  });
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

/** Without what both runs have in some answers of the cell. */
function oneWay(changes: readonly Change[]): readonly Change[] {
  const [before, after] = (['old', 'new'] as const).map((side) => {
    return new Set(changes.map((change) => JSON.stringify([change.what, change[side]])));
  });
  return changes.filter(({ what, old, new: now }) => {
    return !(after?.has(JSON.stringify([what, old])) && before?.has(JSON.stringify([what, now])));
  });
}

/** Bodies are compared where both answers are results: a refusal naturally has another body. */
function changesOf({ a, b }: Both<RecordedExchange>, changing: ReadonlySet<string>): readonly Change[] {
  const ofHead = fingerprintChanges(headOf(a, changing), headOf(b, changing));
  // What a line means says what it is written as, too.
  const isTold = ({ what }: Change): boolean => ofHead.some((one) => what === `${one.what}${AS_WRITTEN}`);
  return [...ofHead.filter((one) => !isTold(one)), ...bodyChanges(wholeBody(a), wholeBody(b))].map((change) => {
    return { what: short(change.what), old: short(change.old), new: short(change.new) };
  });
}

/** The first line and the header lines of an answer; no header line has the value 'none'. */
function headOf({ response }: RecordedExchange, changing: ReadonlySet<string>) {
  if ('trouble' in response) return { answer: `none: ${response.trouble.kind}` };
  const { form, spelling } = headTraits(response, changing);
  return { 'HTTP version': response.version, status: response.status, ...form, ...spelling };
}

/** The body of a result; null where it was cut. */
function wholeBody({ response }: RecordedExchange) {
  if ('trouble' in response || response.status !== 200) return null;
  if (response.truncated || response.body.length > MOST_BODY) return null;
  const text = response.body.replace(/^\uFEFF/, '');
  return { text, bom: text !== response.body };
}

type WholeBody = ReturnType<typeof wholeBody>;

function bodyChanges(a: WholeBody, b: WholeBody): readonly Change[] {
  if (a === null || b === null) return [];
  return diffBodies(a, b, { data: false, elements: true }, String).map((one) => {
    const path = one.location?.replace(/^\/(?:Envelope\/Body\/)?/, '');
    return { what: one.subject === 'elements' ? `element ${path}` : one.subject, old: one.a, new: one.b };
  });
}

function changingHeaders(calls: readonly RecordedCall[]): readonly string[] {
  const lines = calls.flatMap(({ exchange: { response } }) => ('trouble' in response ? [] : response.headers));
  const byName = grouped(lines, ([name]) => name.toLowerCase());
  return byName.flatMap((all) =>
    new Set(all.map(([, value]) => value)).size > MOST_OF_HEADER ? [all[0][0].toLowerCase()] : [],
  );
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
