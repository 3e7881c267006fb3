import { distance } from 'fastest-levenshtein';
import type { Field, RecordType } from '../../../contract/model.ts';
import type { XmlElement } from '../../../xml/tree.ts';

/** A child of a record and the field it represents: by name, by a similar name, or by place. */
export interface Match {
  readonly element: XmlElement;
  readonly field: Field | null;
  /** The field's place among those of its record; -1 where there is none. */
  readonly at: number;
  readonly by: 'name' | 'near-miss' | 'place' | 'nothing';
}

/** Matches children with fields; a misnamed child with the absent field it stands for, so that it is one finding. */
export function matchFields(children: readonly XmlElement[], type: RecordType): readonly Match[] {
  const places = placesOf(type);
  const named = children.map((element): Match | null => {
    const at = places.get(element.name) ?? -1;
    const field = type.fields[at];
    return field === undefined ? null : { element, field, at, by: 'name' };
  });
  return named.every((match) => match !== null) ? named : guessed(children, type);
}

const placesByType = new WeakMap<RecordType, ReadonlyMap<string, number>>();

function placesOf(type: RecordType): ReadonlyMap<string, number> {
  const places = placesByType.get(type) ?? new Map(type.fields.map(({ name }, at) => [name, at] as const));
  placesByType.set(type, places);
  return places;
}

function guessed(children: readonly XmlElement[], type: RecordType): readonly Match[] {
  const names = new Set(children.map(({ name }) => name));
  const absent = new Set(type.fields.filter((field) => !names.has(field.name)));
  const take = (field: Field | undefined): Field | undefined => {
    if (field !== undefined) absent.delete(field);
    return field;
  };
  let next = 0;
  return children.map((element): Match => {
    const named = type.fields.findIndex((field) => field.name === element.name);
    const field = type.fields[named];
    if (field !== undefined) {
      next = named + 1;
      return { element, field, at: named, by: 'name' };
    }
    const near = take([...absent].find((candidate) => isNearMiss(element.name, candidate.name)));
    if (near !== undefined) {
      next = type.fields.indexOf(near) + 1;
      return { element, field: near, at: next - 1, by: 'near-miss' };
    }
    const expected = type.fields[next];
    const standsFor = expected !== undefined && absent.has(expected) ? take(expected) : undefined;
    if (standsFor === undefined) return { element, field: null, at: -1, by: 'nothing' };
    next += 1;
    return { element, field: standsFor, at: next - 1, by: 'place' };
  });
}

/** The same but for case, separators, a plural, or one letter in a long name. */
function isNearMiss(actual: string, expected: string): boolean {
  const [a, b] = [bare(actual), bare(expected)];
  return a === b || (b.length >= 6 && distance(a, b) === 1);
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[_.-]/g, '').replace(/s$/, '');
}
