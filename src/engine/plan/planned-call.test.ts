import { expect, test } from 'vitest';
import { baseCall, rowCalls } from '../../calls/calls.ts';
import { cellOf, contract, quickRun } from '../../reference/variations/target.fixture.ts';
import { callSource } from './planned-call.ts';

const options = { ...quickRun('http://127.0.0.1:9'), samples: [] };
const [first, second] = [
  { Basevehicle: '142075', ProductID: 'SEATCOVER' },
  { Basevehicle: '142301', ProductID: 'SEATCOVER' },
];

/** The base call of an operation of which these calls were answered with records. */
function baseOf(
  ...answered: readonly (readonly [
    values: typeof first,
    records: readonly { BaseVehicle: string; SubModel: string }[],
  ])[]
) {
  const lists = answered.map(([values, records]) => {
    return { call: { operation: 'Get_BasevevehicleLinks', values, header: null }, records };
  });
  const pools = { values: {}, rows: [first, second], lists };
  return baseCall(callSource(cellOf('Get_BasevevehicleLinks', 'soap11'), contract, { options, pools }));
}

test('calls are made from one that was answered with data, where the likeliest was not', () => {
  const records = [{ BaseVehicle: '142301', SubModel: 'LX' }];
  expect(baseOf().values).toEqual(first);
  expect(baseOf([second, []]).values).toEqual(first);
  expect(baseOf([second, records]).values).toEqual(second);
  expect(baseOf([second, records], [first, records]).values).toEqual(first);
});

test('no row is lost, or there twice, for one that was answered', () => {
  const lists = [
    { call: { operation: 'Get_BasevevehicleLinks', values: second, header: null }, records: [{ SubModel: 'LX' }] },
  ];
  const source = callSource(cellOf('Get_BasevevehicleLinks', 'http-get'), contract, {
    options,
    pools: { values: {}, rows: [first, second], lists },
  });
  expect([baseCall(source), ...rowCalls(source)].map(({ values }) => values)).toEqual([second, first]);
});
