import type { Vehicle } from '../catalog.ts';
import type { RecordValue } from '../value.ts';
import { type OperationCall, type Operations, text, texts } from './call.ts';
import { productOperations } from './products.ts';

/** The tree year → make → model → submodel: a value that one list offers leads to data in the next. */
const vehicleOperations: Operations = {
  Get_Year_Restricted: (call) => ({ Years: distinct(select(call), 'Year'), ...texts(call, 'ProductID') }),
  GetMake_Restricted: (call) => ({
    Makename: distinct(select(call, 'Year'), 'Make'),
    ...texts(call, 'ProductID', 'Year'),
  }),
  GetModel_Restricted: (call) => modelTable(call, select(call, 'Make', 'Year')),
  GetModel_VehicleType: (call) => modelTable(call, filterByHeader(call, select(call, 'Make', 'Year'))),
  Get_Submodel_Restricted: (call) => submodelTable(call, select(call, 'Make', 'Year', 'Model')),
  GetSubmodel_VehicleType: (call) => submodelTable(call, filterByHeader(call, select(call, 'Make', 'Year', 'Model'))),
  Get_Model_MMSY: (call) => ({ Model_list: distinct(select(call, 'Make'), 'Model'), ...texts(call, 'ProductID') }),
};

/** The vehicles that the product fits and whose fields have the call's values. */
function select(call: OperationCall, ...fields: readonly ('Year' | 'Make' | 'Model')[]): readonly Vehicle[] {
  const product = text(call, 'ProductID');
  if (product === null) return [];
  const wanted = (field: (typeof fields)[number]) => (fields.includes(field) ? text(call, field) : undefined);
  const [year, make, model] = [wanted('Year'), wanted('Make'), wanted('Model')];
  return call.catalog.vehicles.filter(
    ({ Year, Make, Model, Products }) =>
      (year === undefined || Year === year) &&
      (make === undefined || Make === make) &&
      (model === undefined || Model === model) &&
      Products.includes(product),
  );
}

/** The vehicles that a VehicleTypeHeader selects, if Filtervehicles; None and empty lists filter nothing. */
function filterByHeader({ catalog, header }: OperationCall, vehicles: readonly Vehicle[]): readonly Vehicle[] {
  if (header === null || !header.Filtervehicles) return vehicles;
  return vehicles.filter(
    (vehicle) =>
      (header.VehicleTypeToFilter === 'None' || header.VehicleTypeToFilter === vehicle.VehicleType) &&
      (header.OnlyMake.length === 0 || header.OnlyMake.includes(vehicle.Make)) &&
      !header.NoModel.includes(vehicle.Model) &&
      (!header.NoMissings || catalog.images.some((set) => set.Basevehicle === vehicle.Basevehicle)) &&
      (!header.VcdbOnly || vehicle.Vcdb),
  );
}

function modelTable(call: OperationCall, vehicles: readonly Vehicle[]): RecordValue {
  return { Modelnames: distinct(vehicles, 'Model'), ...texts(call, 'ProductID', 'Year', 'Make') };
}

function submodelTable(call: OperationCall, vehicles: readonly Vehicle[]): RecordValue {
  return {
    Basevehicle: vehicles[0] === undefined ? '' : String(vehicles[0].Basevehicle),
    Submodels: vehicles.flatMap((vehicle) =>
      vehicle.Submodels.map((name) => ({ Submodelname: name, Basevehicle: String(vehicle.Basevehicle) })),
    ),
    VehicleTypeName: vehicles[0]?.VehicleType ?? '',
    ...texts(call, 'Make', 'Model', 'Year', 'ProductID'),
  };
}

function distinct(vehicles: readonly Vehicle[], field: 'Year' | 'Make' | 'Model'): readonly string[] {
  return [...new Set(vehicles.map((vehicle) => vehicle[field]))];
}

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
