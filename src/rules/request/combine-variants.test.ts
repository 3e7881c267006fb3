import { expect, test } from 'vitest';
import { baseCall } from '../../calls/calls.ts';
import { spelledRequest, type Trait } from '../../calls/spelling/trait.ts';
import { drawnNames } from '../../calls/values.ts';
import { cellName } from '../../contract/cell-name.ts';
import { loadContract } from '../../contract/load.ts';
import { drawnFor } from '../../engine/plan/drawn-for.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { quickRun } from '../../reference/variations/target.fixture.ts';
import { probingOf } from '../check.ts';
import type { Probe } from '../probe.ts';
import { rulesFor } from '../rules.ts';
import { combineVariants } from './combine-variants.ts';

const contract = loadContract('http://dealer.example/webservices/');
const context = {
  contract,
  basePath: '',
  credentials: { DealerID: 'D1', APIKEY: 'k', Password: 'p' },
  ...drawnNames(1),
};
const operations = ['McatCodes', 'GetModel_VehicleType', 'Get_BasevevehicleLinks'];
const cells = selectedCells(contract, { operations, bindings: null, cells: null });

const written = (request: ReturnType<Probe['request']>): string =>
  JSON.stringify({ ...request, body: request.body === null ? null : Buffer.from(request.body).toString('latin1') });

test.each([1, 2, 3])(
  'seed %s: a request with variants of several rules has all of each, and one of each rule',
  (seed) => {
    for (const cell of cells) {
      const base = baseCall({ operation: cell.operation, contract, pools: { values: {}, rows: [] } });
      const draw = drawnFor(cell, { options: { ...quickRun('http://127.0.0.1:9'), seed } });
      const byRule = rulesFor(cell, contract).flatMap((rule) => {
        const probing = probingOf(rule);
        return probing?.dimensions ? [probing.plan(cell, base, contract, draw)] : [];
      });
      const combined = combineVariants(byRule, cell);
      const all = byRule.flat();
      const requests = new Set(all.flatMap((probe) => combined(probe) ?? []));
      expect(requests.size).toBeGreaterThan(0);
      for (const whole of requests) {
        const within = byRule.map((probes) => probes.filter((probe) => combined(probe) === whole));
        expect(Math.max(...within.map(({ length }) => length)), cellName(cell)).toBe(1);
        const traits = within.flat().flatMap((probe) => probe.traits ?? []);
        expect(whole.traits).toEqual(traits);
        for (const trait of traits) expect(isShown(trait, traits, whole), `${trait.id} in ${whole.code}`).toBe(true);
      }

      function isShown(trait: Trait, traits: readonly Trait[], { call }: Probe): boolean {
        const isIdle =
          written(spelledRequest([trait], cell, call, context)) === written(spelledRequest([], cell, call, context));
        const others = traits.filter((one) => one !== trait);
        return (
          isIdle ||
          written(spelledRequest(others, cell, call, context)) !== written(spelledRequest(traits, cell, call, context))
        );
      }
    }
  },
);

test('a variant that a server may refuse, and one of values, are sent alone', () => {
  for (const cell of cells) {
    const base = baseCall({ operation: cell.operation, contract, pools: { values: {}, rows: [] } });
    const draw = drawnFor(cell, { options: quickRun('http://127.0.0.1:9') });
    const byRule = rulesFor(cell, contract).map((rule) => {
      const probing = probingOf(rule);
      return probing?.dimensions ? probing.plan(cell, base, contract, draw) : [];
    });
    const combined = combineVariants(byRule, cell);
    const alone = byRule
      .flat()
      .filter(({ traits = [] }) =>
        traits.some(({ refusedBy, values }) => refusedBy !== undefined || values !== undefined),
      );
    expect(alone.map(combined)).toEqual(alone.map(() => undefined));
    expect(alone.length > 0).toBe(cell.binding.startsWith('soap'));
  }
});
