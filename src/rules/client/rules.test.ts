import { expect, test } from 'vitest';
import { rules } from '../rules.ts';
import { contract } from './golden-requests.fixture.ts';
import { clientRules } from './rules.ts';

test('client rules have ids of their own, and cite clauses that exist', () => {
  const ids = clientRules.map(({ id }) => id);
  expect(new Set([...ids, ...rules.map(({ id }) => id)]).size).toBe(ids.length + rules.length);
  const clauses = ['operations.*', ...contract.requirements.map(({ id }) => id)];
  for (const { id, requirements, standard, lesserParts, level } of clientRules) {
    expect(id).toMatch(/^client\.[a-z0-9-]+$/);
    expect(requirements.length + (standard === null ? 0 : 1)).toBeGreaterThan(0);
    expect(
      requirements.filter((clause) => !clauses.includes(clause)),
      id,
    ).toEqual([]);
    if (lesserParts !== undefined) expect(level).toBe('required');
  }
});

test('a fix has no backticks: logs, faults, JUnit and pages show it as it is', () => {
  expect(clientRules.filter(({ fix, explanation }) => `${fix}${explanation}`.includes('`'))).toEqual([]);
});
