import { expect, test } from 'vitest';
import { baseCall } from '../../calls/calls.ts';
import { spelledRequest } from '../../calls/spelling/trait.ts';
import { drawnNames } from '../../calls/values.ts';
import { loadContract } from '../../contract/load.ts';
import { drawnFor } from '../../engine/plan/drawn-for.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { quickRun } from '../../reference/variations/target.fixture.ts';
import { probingOf } from '../check.ts';
import type { Probe } from '../probe.ts';
import { lesserPartsOf } from '../rule.ts';
import { spellingRules } from './spelling.ts';

const contract = loadContract('http://dealer.example/webservices/');
const credentials = { DealerID: 'D1', APIKEY: 'k', Password: 'p' };
const context = { contract, basePath: '', credentials, ...drawnNames(1) };
const operations = ['McatCodes', 'GetModel_VehicleType', 'Get_BasevevehicleLinks'];
const cells = selectedCells(contract, { operations, bindings: null, cells: null });

const written = (request: ReturnType<Probe['request']>): string =>
  JSON.stringify({ ...request, body: request.body === null ? null : Buffer.from(request.body).toString('latin1') });

test.each(Array.from({ length: 3 }, (_, seed) => seed))(
  'seed %s: no trait is hidden by those it is sent with',
  (seed) => {
    for (const cell of cells) {
      const base = baseCall({ operation: cell.operation, contract, pools: { values: {}, rows: [] } });
      const draw = drawnFor(cell, { options: { ...quickRun('http://127.0.0.1:9'), seed } });
      for (const rule of spellingRules.filter(({ bindings }) => bindings?.includes(cell.binding) !== false)) {
        const { id, bindings } = rule;
        const probing = probingOf(rule);
        const sent = (probing?.plan(cell, base, contract, draw) ?? [])
          .filter(({ call }) => call === base)
          .map((probe) => ({
            traits: (probe.traits ?? []).map(({ id }) => id),
            request: probe.request(context),
          }));
        for (const trait of (probing?.dimensions ?? []).flatMap(({ choices }) => choices)) {
          if ((trait.bindings ?? bindings)?.includes(cell.binding) === false) continue;
          if (trait.refusedBy === 'all' && cell.operation.name !== 'GetModel_VehicleType') continue;
          const plain = written(spelledRequest([], cell, base, context));
          if (written(spelledRequest([trait], cell, base, context)) === plain) continue;
          const all = (probing?.dimensions ?? []).flatMap(({ choices }) => choices);
          const shows = sent.some(({ traits, request }) => {
            if (!traits.includes(trait.id)) return false;
            const others = all.filter((one) => one !== trait && traits.includes(one.id));
            return written(spelledRequest(others, cell, base, context)) !== written(request);
          });
          expect(shows, `${trait.id} of ${id} in ${cell.operation.name}/${cell.binding}`).toBe(true);
        }
      }
    }
  },
);

test('over SOAP all texts but an empty one are written in other spellings, another one in each cell', () => {
  const own = cells.filter(({ operation, binding }) => operation.header !== null && binding.startsWith('soap'));
  const plan = probingOf(spellingRules.find(({ id }) => id === 'request.infoset'))?.plan;
  const spelled = [0, 1, 2, 3].flatMap((seed) =>
    own.map((cell) => {
      const base = baseCall({ operation: cell.operation, contract, pools: { values: {}, rows: [] } });
      const draw = drawnFor(cell, { options: { ...quickRun('http://127.0.0.1:9'), seed } });
      const { call } = plan?.(cell, base, contract, draw).find((probe) => probe.call !== base) ?? expect.fail();
      return Object.keys(call.values).filter((name) => (call.values[name] ?? '').length > 100);
    }),
  );
  expect(new Set(spelled.map(String))).toEqual(new Set(['Make,ProductID', 'Year,ProductID']));
});

test('no trait is sent again by itself that changes nothing in the request', () => {
  for (const cell of cells) {
    const base = baseCall({ operation: cell.operation, contract, pools: { values: {}, rows: [] } });
    const draw = drawnFor(cell, { options: quickRun('http://127.0.0.1:9') });
    for (const rule of spellingRules) {
      const { bindings } = rule;
      const probing = probingOf(rule);
      if (bindings?.includes(cell.binding) === false) continue;
      const probes = probing?.plan(cell, base, contract, draw) ?? [];
      const again = probes.filter(({ traits = [] }, at) => {
        const [only, ...others] = traits;
        return (
          only !== undefined && others.length === 0 && probes.slice(0, at).some((one) => one.traits?.includes(only))
        );
      });
      const useless = again.filter(
        (probe) => written(probe.request(context)) === written(spelledRequest([], cell, probe.call, context)),
      );
      expect(useless.map(({ code }) => `${code} in ${cell.operation.name}/${cell.binding}`)).toEqual([]);
    }
  }
});

test('a question mark within a query does not end it', () => {
  const cell = cells.find(
    ({ operation, binding }) => binding === 'http-get' && operation.name === 'GetModel_VehicleType',
  );
  if (cell === undefined) throw new Error('no cell');
  const traits = spellingRules
    .flatMap((rule) => probingOf(rule)?.dimensions ?? [])
    .flatMap(({ choices }) => choices)
    .filter(({ id }) => ['marks-unescaped', 'names-escaped'].includes(id));
  const call = { operation: cell.operation.name, values: { Make: 'a?b', ProductID: 'last' }, header: null };
  expect(traits).toHaveLength(2);
  expect(spelledRequest(traits, cell, call, context).path).toMatch(/a\?b.*last/);
});

test('a part that a trait of a required rule names is one of its lesser parts', () => {
  for (const { id, basis, checks } of spellingRules.filter(({ level }) => level === 'required')) {
    const traits = (probingOf({ checks })?.dimensions ?? []).flatMap(({ choices }) => choices);
    expect(lesserPartsOf({ basis }), id).toEqual(expect.arrayContaining(traits.flatMap(({ part }) => part ?? [])));
  }
});
