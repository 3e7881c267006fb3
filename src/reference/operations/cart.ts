import type { CartLine } from '../carts.ts';
import type { Item } from '../catalog.ts';
import type { OperationCall, OperationFunction } from './call.ts';
import { text } from './call.ts';

const NOTHING_ADDED: CartLine = { DealerTrxID: 0n, quantity: 0 };

/**
 * Add_toCart: puts one piece into the session's cart and answers with the cart's line of that item.
 * An unknown item, or Approved other than yes, adds nothing: transaction 0, quantity 0.
 */
export const Add_toCart: OperationFunction = (call) => {
  const item = call.catalog.items.find((one) => one.ItemID === text(call, 'ItemID'));
  const approved = text(call, 'Approved')?.trim().toLowerCase() === 'yes';
  const line =
    item !== undefined && approved ? call.carts.add(text(call, 'SessionID') ?? '', item.ItemID) : NOTHING_ADDED;
  return { ...names(call), ...echoes(call), ...itemFields(item), ...lineFields(call, line, item) };
};

function names(call: OperationCall) {
  const { firstDealerTrxID: _, ...variables } = call.catalog.cart;
  return variables;
}

function echoes(call: OperationCall) {
  return {
    SessionID: text(call, 'SessionID'),
    ItemID: text(call, 'ItemID'),
    CK_SessionID: text(call, 'CK_SessionID'),
  };
}

function itemFields(item: Item | undefined) {
  return {
    ItemDescr: item?.Description ?? '',
    ProductSKU: item?.SKU ?? '',
    Price: item?.Price ?? '',
    Prod: item?.Prod ?? '',
    Mcat: item === undefined ? '' : String(item.Mcat),
    ItemAvailable: item?.Available ?? 0,
    Business_days: item?.BusinessDays ?? 0,
  };
}

function lineFields(call: OperationCall, line: CartLine, item: Item | undefined) {
  const added = line.quantity > 0 && item !== undefined;
  const parts = [item?.SKU, text(call, 'MaterialID'), text(call, 'Submodel'), text(call, 'recid')];
  return {
    DealerTrxID: line.DealerTrxID,
    DealerItemID: added ? `${text(call, 'DealerID') ?? ''}-${item.ItemID}` : '',
    Quantity: String(line.quantity),
    DistribPO: added ? `D-${line.DealerTrxID}` : '',
    JobberPO: added ? `J-${line.DealerTrxID}` : '',
    UniqueSKU: added ? 'unique_sku' : '',
    UniqueSKU_value: added ? parts.filter((part) => part !== null && part !== '').join('/') : '',
  };
}
