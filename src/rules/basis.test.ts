import { describe, expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { citesRequirement } from './cites.ts';
import { lesserPartsOf } from './rule.ts';
import { rules } from './rules.ts';

const clauses = loadContract('http://dealer.example/').requirements.filter(({ kind }) => kind === 'clause');

describe.each(rules.map((rule) => [rule.id, rule] as const))('the basis of %s', (_id, rule) => {
  test('is one of the rule as a whole, then of parts of it', () => {
    const parts = rule.basis.map(({ part }) => part);
    expect(parts[0]).toBeNull();
    expect(parts.slice(1)).not.toContain(null);
    expect(new Set(parts).size).toBe(parts.length);
  });

  test('has a reason in whole sentences where it is the owner or an interpretation', () => {
    for (const { kind, reason } of rule.basis) {
      if (kind === 'owner' || kind === 'interpretation') expect(reason).toMatch(/^[A-Za-z].{20,}\.$/);
    }
  });

  test('cites a clause of the document where it is the text, and a section where it is a standard', () => {
    const kinds = new Set(rule.basis.map(({ kind }) => kind));
    if (kinds.has('text')) expect(clauses.filter(({ id }) => citesRequirement(rule, id))).not.toEqual([]);
    if (kinds.has('standard')) expect(rule.standard).toMatch(/sections? \d|R\d{4}/);
  });
});

test('only a required rule has parts that are only recommended', () => {
  const lesser = rules.filter((rule) => lesserPartsOf(rule).length > 0);
  expect(lesser.length).toBeGreaterThan(10);
  expect(lesser.filter(({ level }) => level !== 'required').map(({ id }) => id)).toEqual([]);
});

test('the order of fields is the wish of the owner, except for the one table that states it', () => {
  const wished = rules.filter(({ basis }) => basis.some(({ kind }) => kind === 'owner'));
  expect(wished.map(({ id, basis }) => [id, basis.map(({ kind, part }) => [kind, part])])).toEqual([
    [
      'record.field-order',
      [
        ['owner', null],
        ['text', 'Cart'],
      ],
    ],
  ]);
});
