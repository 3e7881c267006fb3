import type { AnswerDifference } from './difference.ts';

/**
 * The names by which a baseline knows a difference in a cell: one for each part that can come or go by itself. They are
 * the same for every seed: without values of records and of header lines.
 */
export function namesOf({ kind, subject, change, a, b, location, parts }: AnswerDifference): readonly string[] {
  if (parts !== undefined) return parts.map((part) => `${kind} ${part}`);
  if (subject === 'elements') return [`${kind} ${subject} ${withoutPositions(location ?? '')}: ${change}`];
  if (kind === 'observations') return [`${kind} ${subject} ${location?.replace(/^[^#]*#/, '') ?? ''}: ${change}`];
  return [`${kind} ${subject}: ${subject.startsWith('header ') ? (changeOfLine(a, b) ?? 'another value') : change}`];
}

/** That one side lacks a header line, whatever the other has there; null if both have it. */
export function changeOfLine(a: string, b: string): string | null {
  if (a === 'none') return 'only B has it';
  return b === 'none' ? 'only A has it' : null;
}

/** The kind that a name begins with. */
export function kindIn(name: string): string {
  return name.replace(/ .*$/s, '');
}

/** A place by its type, without line and number. */
export function withoutPositions(location: string): string {
  return location.replace(/ \(line \d.*$/s, '').replaceAll(/\[\d+\]/g, '');
}

/** The name that ends a place, as of a field or an element; '' if it has none. */
export function leafOf(location: string | null): string {
  const steps = (location ?? '').replace(/ \(.*$|\/@.*$/s, '').replaceAll(/\[\d*\]/g, '');
  return steps.split(/[./]/).at(-1) ?? '';
}

/** The elements that a text of a rule names. */
export function elementsIn(text: string): readonly string[] {
  return [...text.matchAll(/<([^<>\s]+)>/g)].flatMap(([, name]) => name ?? []);
}
