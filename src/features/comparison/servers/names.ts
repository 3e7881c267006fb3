import type { AnswerDifference } from './difference.ts';

/**
 * The names by which a baseline knows a difference in a cell: one for each part that can come or go by itself. They are the
 * same for every seed: without values of records and of header lines.
 */
export function namesOf({ kind, subject, change, a, b, location, parts }: AnswerDifference): readonly string[] {
  if (parts !== undefined) return parts.map((part) => `${kind} ${part}`);
  if (subject === 'elements') return [`${kind} ${subject} ${withoutPositions(location ?? '')}: ${change}`];
  if (kind === 'observations') return [`${kind} ${subject} ${location?.replace(/^[^#]*#/, '') ?? ''}: ${change}`];
  return [`${kind} ${subject}: ${subject.startsWith('header ') ? changeOfLine(a, b) : change}`];
}

function changeOfLine(a: string, b: string): string {
  if (a === 'none') return 'only B has it';
  return b === 'none' ? 'only A has it' : 'another value';
}

/** The kind that a name begins with. */
export function kindIn(name: string): string {
  return name.replace(/ .*$/s, '');
}

/** A place by its type, without line and number. */
export function withoutPositions(location: string): string {
  return location.replace(/ \(line \d.*$/s, '').replaceAll(/\[\d+\]/g, '');
}
