import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import type { HeaderFields } from '../../wire/soap/call.ts';
import type { Evidence } from '../evidence.ts';
import { callParts, volleyOf } from './caller-volley.ts';

const contract = loadContract('http://dealer.example/webservices/');
const operation = contract.operations.find(({ name }) => name === 'GetModel_VehicleType');
if (operation === undefined) throw new Error('GetModel_VehicleType is no operation.');
const parts = callParts({ operation, binding: 'soap11' }, contract);

const OFF = { NoMissings: 'false', VcdbOnly: 'false' };
const QUIET: HeaderFields = { Filtervehicles: 'true', VehicleTypeToFilter: 'None', OnlyMake: [], NoModel: [], ...OFF };

/** The answer to a call with a header, with so many bytes. */
function answer(header: HeaderFields, bytes: number, Make = 'Honda'): Evidence {
  const call = { operation: 'GetModel_VehicleType', values: { Make, Year: '2014', ProductID: 'FLOORLINER' }, header };
  return { call, reading: { response: { body: new Uint8Array(bytes) } } } as unknown as Evidence;
}
const sizeOf = ({ reading }: Evidence): number => reading.response?.body.length ?? 0;
const tells = (one: Evidence, other: Evidence): boolean => sizeOf(one) !== sizeOf(other);

test('of each field that was seen to decide an answer, four copies of a call go beside one with its other value', () => {
  const excluding: HeaderFields[] = [
    { VehicleTypeToFilter: 'Car' },
    { OnlyMake: ['nobody'] },
    { NoModel: ['Civic'] },
    { NoMissings: 'true' },
    { VcdbOnly: 'true' },
  ];
  const filtered = excluding.map((fields) => answer({ ...QUIET, ...fields }, 10));
  const switchedOff = answer({ ...QUIET, NoMissings: 'true', Filtervehicles: 'false' }, 100);
  const { calls, unsure } = volleyOf([answer(QUIET, 100), ...filtered, switchedOff], parts, tells);
  const last = calls.at(-1)?.call.header;
  expect(last).toEqual(Object.assign({}, QUIET, ...excluding));
  const copies = (header: HeaderFields): number =>
    calls.filter(({ call }) => JSON.stringify(call.header) === JSON.stringify(header)).length;
  expect([QUIET, switchedOff.call.header ?? {}].map(copies)).toEqual([4, 4]);
  expect(unsure).toEqual([]);
});

test('of a field that was not seen to decide anything, calls of different values go too', () => {
  const calls = ['Honda', 'Ford'].flatMap((make) => [
    answer(QUIET, 100, make),
    answer({ ...QUIET, VcdbOnly: 'true' }, 100, make),
  ]);
  const { unsure } = volleyOf(calls, parts, tells);
  expect(unsure.map(({ call }) => call.values.Make)).toEqual(['Honda', 'Ford']);
});

test('ten times the calls are looked at ten times as often, not a hundred times', () => {
  const reads = [200, 2000].map((count) => {
    let read = 0;
    const counted = parts.map((part) => ({
      ...part,
      of: (call: Parameters<typeof part.of>[0]) => {
        read += 1;
        return part.of(call);
      },
    }));
    volleyOf(
      Array.from({ length: count }, (_, n) => answer(QUIET, n, `Make${n}`)),
      counted,
      tells,
    );
    return read;
  });
  expect((reads[1] ?? 0) / (reads[0] ?? 1)).toBeLessThan(10.5);
});
