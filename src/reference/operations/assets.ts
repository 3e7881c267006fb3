import type { AssetGroup } from '../catalog.ts';
import { once } from '../once.ts';
import type { RecordValue } from '../value.ts';
import type { OperationFunction } from './call.ts';
import { integer, text } from './call.ts';

/** Get_Digital_Assets_recid: the assets of an item under a recid, by category. */
export const Get_Digital_Assets_recid: OperationFunction = (call) => {
  const [recid, item] = [integer(call, 'recid'), text(call, 'ItemID')];
  return call.catalog.digitalAssets
    .filter((group) => group.ItemID === item && BigInt(group.recid) === recid)
    .map(record);
};

const record = once(
  ({ Category, Assets }: AssetGroup): RecordValue => ({
    Category,
    Assets_list: Assets.map((asset) => ({ ...asset })),
  }),
);
