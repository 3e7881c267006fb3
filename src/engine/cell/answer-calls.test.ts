import { expect, test } from 'vitest';
import { operationNamed } from '../../contract/operations.ts';
import { inProcess } from '../../proof/mutants/in-process.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { contract, quickRun, sharedValidator } from '../../reference/variations/target.fixture.ts';
import { openClient } from '../send/client.ts';
import { openCell } from './cell.ts';
import { everywhere, field, runOf } from './run-operation.fixture.ts';
import { openSession } from './session.ts';

const FOUND = 'ITEM-20';
const items = Array.from({ length: 20 }, (_, at) => `ITEM-${at + 1}`);
/** Has data for one item only. */
const oneItem: Mutation = {
  applies: everywhere,
  result: (_value, { parameters }) =>
    parameters.ItemID === FOUND ? [{ Category: 'Images', Assets_list: [{ URL: 'u', Description: 'd' }] }] : [],
};

test('a call that shows data is sent to each binding, also where another one was compared with it', async () => {
  const { cells } = await runOf('Get_Digital_Assets_recid', [oneItem], {
    pools: { values: { ItemID: items }, rows: [] },
  });
  const probed = cells.flatMap(({ rules }) => rules.filter(({ rule }) => rule === 'request.header-fields'));
  expect(probed.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass', 'pass']);
});

/** Has data for the document's example only: what it answers elsewhere, here U-1, is not in stock. */
const example: Mutation = {
  applies: everywhere,
  result: (value, { parameters }) =>
    parameters.ItemNo === 'SC-1001' ? value : field(value, 'Inventory_List', () => []),
};

test.each([1, 2, 3, 4, 5, 6])(
  'where a learned value has no data, others and the examples are tried (seed %i)',
  async (seed) => {
    const target = 'http://127.0.0.1:9';
    const options = { ...quickRun(target), samples: [], seed };
    const validator = await sharedValidator();
    const client = inProcess(openClient(target, contract, options), [example]);
    const pools = { values: { ItemNo: ['U-1'] }, rows: [] };
    const session = await openSession(
      { options, baseUrl: target, pools, resultsPath: '' },
      { contract, validator, client },
    );
    const open = await openCell(session, {
      operation: operationNamed(contract, 'Get_Inventory'),
      binding: 'soap11',
    });
    expect(open.summary().fields.filter((field) => field.needed && !field.seen)).toEqual([]);
  },
);
