import { describe, expect, test } from 'vitest';
import { loadContract } from './load.ts';

const { operations, records, header, requirements, bindings } = loadContract('http://x.example/');
const ids = requirements.map(({ id }) => id);

describe('specs/requirements.json', () => {
  test('has a clause for every operation, record, header field and side of a binding', () => {
    const wanted = [
      ...operations.map(({ name }) => `operations.${name}`),
      ...[...records.keys()].map((name) => `records.${name}.fields`),
      ...header.fields.map(({ name }) => `header.${name}`),
      ...Object.keys(bindings).flatMap((name) => [`bindings.${name}.request`, `bindings.${name}.response`]),
    ];
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('names in the clause of a record or an operation every field or parameter, in order', () => {
    const namesOf = new Map<string, readonly string[]>([
      ...[...records.values()].map(
        ({ name, fields }) => [`records.${name}.fields`, fields.map((field) => field.name)] as const,
      ),
      ...operations.map(({ name, parameters }) => [`operations.${name}`, parameters.map((each) => each.name)] as const),
    ]);
    for (const { id, text } of requirements) {
      const names = namesOf.get(id);
      if (names !== undefined) expect(text, id).toMatch(new RegExp(names.map((name) => `\\b${name}\\b`).join('.*')));
    }
  });

  test('gives every gap a probe or the reason why there is none, and no clause a probe', () => {
    const gaps = requirements.filter(({ kind }) => kind === 'gap');
    expect(gaps.length).toBeGreaterThan(20);
    expect(gaps.filter(({ probe, untestable }) => (probe === null) === (untestable === null))).toEqual([]);
    expect(requirements.filter(({ kind, probe }) => kind === 'clause' && probe !== null)).toEqual([]);
  });

  test('says of every gap, and of no clause, whether the document names it; a silent one is observed', () => {
    expect(requirements.filter(({ kind, named }) => (kind === 'gap') === (named === null))).toEqual([]);
    const silent = requirements.filter(({ named }) => named === false);
    expect(silent.length).toBeGreaterThan(5);
    expect(silent.filter(({ probe, text }) => probe === null || !text.startsWith('The document does not say'))).toEqual(
      [],
    );
  });

  test("has the document's one 'in order' once, and its words where they carry a meaning", () => {
    expect(requirements.filter(({ text }) => text.includes('in this order')).map(({ id }) => id)).toEqual([
      'records.Cart.fields',
    ]);
    expect(requirements.find(({ id }) => id === 'records.namespace')?.text).toContain('default XML namespace');
  });

  test('has no id twice, and no two texts that say the same', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(requirements.map(({ text }) => text)).size).toBe(ids.length);
  });
});

describe('an operation lists what it is about', () => {
  test.each(operations)('$name lists itself, its records, its credentials and its header', (operation) => {
    const credentials = operation.parameters.filter(({ credential }) => credential).map(({ name }) => `auth.${name}`);
    const expected = [
      `operations.${operation.name}`,
      ...recordsBelow(operation.result.record).map((name) => `records.${name}.fields`),
      ...(credentials.length > 0 ? credentials : ['auth.none']),
      ...(operation.header === null
        ? []
        : ['VehicleTypeHeader', ...header.fields.map(({ name }) => name)].map((name) => `header.${name}`)),
    ];
    expect(operation.requirements).toEqual(expect.arrayContaining(expected));
    const foreign = operation.requirements.filter(
      (id) => /^(operations|records|auth|header)\./.test(id) && !expected.includes(id),
    );
    expect(foreign).toEqual([]);
  });
});

function recordsBelow(name: string): string[] {
  const fields = records.get(name)?.fields ?? [];
  const below = fields.flatMap(({ content }) => {
    const inner = content.kind === 'list' ? content.item.content : content;
    return inner.kind === 'record' ? recordsBelow(inner.record) : [];
  });
  return [name, ...below];
}
