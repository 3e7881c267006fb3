import type { OperationFunction } from './call.ts';
import { text } from './call.ts';

const FOUND = 0;
const NOT_FOUND = -1;

/** Get_Inventory: what each place holds of an item for an application; a negative quantity is on back order. */
export const Get_Inventory: OperationFunction = (call) => {
  const held = call.catalog.inventory.filter(
    (entry) => entry.Application_ID === text(call, 'Application_ID') && entry.ItemNo === text(call, 'ItemNo'),
  );
  return {
    Response_Code: held.length > 0 ? FOUND : NOT_FOUND,
    Inventory_List: held.map((entry) => ({ ...entry })),
  };
};
