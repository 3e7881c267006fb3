import { present } from '../../../base/present.ts';
import { fingerprintOf, headersPrint } from '../../../results/fingerprint.ts';
import { type Fingerprint, fingerprintChanges } from '../../../results/observation.ts';
import type { Redact } from '../../../results/record/redact.ts';
import type { Evidence } from '../../../rules/evidence.ts';
import { type Both, both } from '../pairs.ts';
import { diffBodies, type SaidAlike } from '../writing/bodies.ts';
import type { WrittenDifference } from '../writing/found.ts';
import { AS_WRITTEN, headTraits, otherLetters } from '../writing/head.ts';
import type { AnswerDifference } from './difference.ts';
import { changeOfLine } from './names.ts';

/**
 * How two answers of the same status and result are written differently: their form, and their spelling. What is left
 * to other kinds where the data differ: texts, and which elements there are where more than texts differ.
 */
export function diffWriting(pair: Both<Evidence>, alike: SaidAlike, redact: Redact): readonly AnswerDifference[] {
  const head = diffHeads(pair, redact);
  return [...head, ...diffTextOfBodies(pair, alike, redact)].map((one) => {
    return { ...one, change: one.change ?? `${one.a} → ${one.b}`, whole: false, level: null };
  });
}

/** Parts of the fingerprint that say what the header line Content-Type says. */
const OF_MEDIA_TYPE = ['mediaType', 'charset'];
const CONTENT_TYPE = 'header content-type';

function diffHeads({ a, b }: Both<Evidence>, redact: Redact): readonly WrittenDifference[] {
  const [mine, its] = [printOf(a, redact), printOf(b, redact)];
  const all = changes('form', mine.form, its.form);
  const isMissing = all.some(({ subject, change }) => subject === CONTENT_TYPE && change !== undefined);
  const hasOtherType = all.some(({ subject }) => OF_MEDIA_TYPE.includes(subject));
  // A line that is missing, or what it says.
  const told = isMissing ? OF_MEDIA_TYPE : hasOtherType ? [CONTENT_TYPE] : [];
  const named = new Set([...all.map(({ subject }) => subject), ...told]);
  // Each status has its own.
  if (named.has('status')) named.add('reason phrase');
  const spelling = changes('spelling', mine.spelling, its.spelling).filter(
    ({ subject, a: one, b: other }) =>
      !named.has(subject.replace(AS_WRITTEN, '')) && one !== 'none' && other !== 'none',
  );
  const letters = otherLetters(mine.head, its.head).map(([one, other]): WrittenDifference => {
    return { kind: 'spelling', subject: 'letters of header names', a: one, b: other, location: null };
  });
  return [...all.filter(({ subject }) => !told.includes(subject)), ...spelling, ...letters];
}

function changes(kind: 'form' | 'spelling', a: Fingerprint, b: Fingerprint): readonly WrittenDifference[] {
  return fingerprintChanges(a, b).map(({ what, old, new: now }) => {
    const change = what.startsWith('header ') ? present({ change: changeOfLine(old, now) }) : {};
    return { kind, subject: what, a: old, b: now, location: null, ...change };
  });
}

const NO_HEAD = { reason: '', headers: [] };

function printOf({ reading }: Evidence, redact: Redact) {
  const { shape: _byElements, data: _asData, ...fingerprint } = fingerprintOf(reading, redact);
  const { httpVersion } = headersPrint(reading.exchange, redact);
  const namespace = reading.located.payload?.namespace;
  const head = reading.response ?? NO_HEAD;
  const { form, spelling } = reading.response === null ? { form: {}, spelling: {} } : headTraits(head);
  // A difference in lines that name the operation, such as an action, is one over all of them.
  const { name } = reading.cell.operation;
  const nameless = (traits: Fingerprint): Fingerprint =>
    Object.fromEntries(Object.entries(traits).map(([what, value]) => [what, String(value).replaceAll(name, '…')]));
  const values = present({ ...fingerprint, namespace, httpVersion });
  return { head, form: { ...values, ...nameless(form) }, spelling: nameless(spelling) };
}

function diffTextOfBodies(pair: Both<Evidence>, alike: SaidAlike, redact: Redact): readonly WrittenDifference[] {
  const { a, b } = both((side) => pair[side].reading);
  if (a.text === null || b.text === null || a.response === null || b.response === null) return [];
  if (Buffer.compare(a.response.body, b.response.body) === 0) return [];
  return diffBodies(a.text, b.text, alike, redact);
}
