import type { OperationFunction } from './call.ts';
import { integer, text } from './call.ts';

/** Get_Digital_Assets_recid: the assets of an item under a recid, by category. */
export const Get_Digital_Assets_recid: OperationFunction = (call) =>
  call.catalog.digitalAssets
    .filter((group) => BigInt(group.recid) === integer(call, 'recid') && group.ItemID === text(call, 'ItemID'))
    .map((group) => ({ Category: group.Category, Assets_list: group.Assets.map((asset) => ({ ...asset })) }));
