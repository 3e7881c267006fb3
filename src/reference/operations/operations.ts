import { type OperationCall, type Operations, text, texts } from './call.ts';
import { productOperations } from './products.ts';
import { vehicleOperations } from './vehicles.ts';

export const operations: Operations = {
  ...vehicleOperations,
  ...productOperations,
  /** Puts one piece into the cart; transaction and quantity 0 for an unknown item, or Approved other than yes. */
  Add_toCart: (call) => {
    const item = call.catalog.items.find((one) => one.ItemID === text(call, 'ItemID'));
    const approved = text(call, 'Approved')?.trim().toLowerCase() === 'yes';
    const added = item !== undefined && approved ? call.carts.add(text(call, 'SessionID') ?? '', item.ItemID) : null;
    const { firstDealerTrxID: _, ...variables } = call.catalog.cart;
    return {
      ...variables,
      ...texts(call, 'SessionID', 'ItemID', 'CK_SessionID'),
      ItemDescr: item?.Description ?? '',
      ProductSKU: item?.SKU ?? '',
      Price: item?.Price ?? '',
      Prod: item?.Prod ?? '',
      Mcat: item === undefined ? '' : String(item.Mcat),
      ItemAvailable: item?.Available ?? 0,
      Business_days: item?.BusinessDays ?? 0,
      DealerTrxID: added?.DealerTrxID ?? 0n,
      Quantity: String(added?.quantity ?? 0),
      DealerItemID: added === null ? '' : `${text(call, 'DealerID') ?? ''}-${item?.ItemID}`,
      DistribPO: added === null ? '' : `D-${added.DealerTrxID}`,
      JobberPO: added === null ? '' : `J-${added.DealerTrxID}`,
      UniqueSKU: added === null ? '' : 'unique_sku',
      UniqueSKU_value: added === null ? '' : uniqueSku(call, item?.SKU),
    };
  },
};

function uniqueSku(call: OperationCall, sku: string | undefined): string {
  const parts = [sku, text(call, 'MaterialID'), text(call, 'Submodel'), text(call, 'recid')];
  return parts.filter((part) => part !== null && part !== '').join('/');
}
