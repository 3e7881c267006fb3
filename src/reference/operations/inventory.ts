import type { Catalog } from '../catalog.ts';
import { once } from '../once.ts';
import type { RecordValue } from '../value.ts';
import type { OperationFunction } from './call.ts';
import { text } from './call.ts';

const FOUND = 0;
const NOT_FOUND = -1;

/** Get_Inventory: what each place holds of an item for an application; a negative quantity is on back order. */
export const Get_Inventory: OperationFunction = (call) => {
  const [application, item] = [text(call, 'Application_ID'), text(call, 'ItemNo')];
  const held = call.catalog.inventory.filter((entry) => entry.Application_ID === application && entry.ItemNo === item);
  return {
    Response_Code: held.length > 0 ? FOUND : NOT_FOUND,
    Inventory_List: held.map(record),
  };
};

const record = once((entry: Catalog['inventory'][number]): RecordValue => ({ ...entry }));
