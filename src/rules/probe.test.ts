import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { selectedCells } from '../options/selected-cells.ts';
import { probingOf } from './check.ts';
import { NOTHING_DRAWN } from './draw.fixture.ts';
import { rules } from './rules.ts';

test('each probe of a rule has a code of its own, without white space', () => {
  const contract = loadContract(defaultNamespace());
  const cells = selectedCells(contract, { operations: null, bindings: null, cells: null });
  for (const rule of rules) {
    const { id } = rule;
    const probing = probingOf(rule);
    for (const cell of probing === undefined ? [] : cells) {
      const base = { operation: cell.operation.name, values: {}, header: null };
      const probes = probing?.plan(cell, base, contract, NOTHING_DRAWN) ?? [];
      const codes = new Set(probes.map(({ code }) => code));
      expect(codes.size, id).toBe(new Set(probes.map(({ variant }) => variant)).size);
      expect([...codes].join(''), id).not.toMatch(/\s/);
    }
  }
});
