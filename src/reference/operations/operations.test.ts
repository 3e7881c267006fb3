import { expect, test } from 'vitest';
import { createCarts } from '../carts.ts';
import { loadCatalog } from '../catalog.ts';
import type { FieldValue, ParameterValues, VehicleTypeHeader } from '../value.ts';
import { operations } from './operations.ts';

const catalog = loadCatalog();
const carts = createCarts(BigInt(catalog.cart.firstDealerTrxID));
const OPEN: VehicleTypeHeader = {
  Filtervehicles: true,
  VehicleTypeToFilter: 'None',
  OnlyMake: [],
  NoModel: [],
  NoMissings: false,
  VcdbOnly: false,
};
const HONDA = { Make: 'Honda', Year: '2020', ProductID: 'FLOORLINER' };

function answer(operation: string, parameters: ParameterValues, header: VehicleTypeHeader | null = null): FieldValue {
  return operations[operation]?.({ parameters, header, catalog, carts }) ?? null;
}

function models(header: Partial<VehicleTypeHeader> | null): readonly string[] {
  const record = answer('GetModel_VehicleType', HONDA, header === null ? null : { ...OPEN, ...header });
  return (record as { Modelnames: readonly string[] }).Modelnames;
}

const ALL = ['Civic', 'Accord', 'Fit', 'CR-V', 'HR-V', 'Pilot', 'Ridgeline', 'Odyssey'];

test('without a header, and with one that lets everything through, every model is there', () => {
  expect(models(null)).toEqual(ALL);
  expect(models({})).toEqual(ALL);
});

test.each([
  ['Car', ['Civic', 'Accord', 'Fit']],
  ['Truck', ['Ridgeline']],
  ['Utility_Vehicle', ['CR-V', 'HR-V', 'Pilot']],
  ['Van', ['Odyssey']],
])('VehicleTypeToFilter %s leaves that type', (VehicleTypeToFilter, expected) => {
  expect(models({ VehicleTypeToFilter })).toEqual(expected);
});

test('OnlyMake leaves the makes it lists', () => {
  expect(models({ OnlyMake: ['Toyota', 'Honda'] })).toEqual(ALL);
  expect(models({ OnlyMake: ['Toyota'] })).toEqual([]);
});

test('NoModel drops the models it lists', () => {
  expect(models({ NoModel: ['Fit', 'Civic', 'unknown'] })).toEqual(
    ALL.filter((name) => !['Fit', 'Civic'].includes(name)),
  );
});

test('NoMissings drops vehicles without pictures', () => {
  const dropped = ALL.filter((name) => !models({ NoMissings: true }).includes(name));
  expect(dropped).toContain('Accord');
  expect(dropped).not.toContain('Civic');
  const ids = catalog.vehicles.filter(
    (one) => one.Make === 'Honda' && one.Year === '2020' && dropped.includes(one.Model),
  );
  expect(catalog.images.filter((set) => ids.some((one) => one.Basevehicle === set.Basevehicle))).toEqual([]);
});

test('VcdbOnly drops vehicles that are not in the VCdb', () => {
  expect(models({ VcdbOnly: true })).toEqual(ALL.filter((name) => name !== 'Fit'));
});

test('Filtervehicles false switches the other five fields off', () => {
  const strict = { VehicleTypeToFilter: 'Van', OnlyMake: ['x'], NoModel: ALL, NoMissings: true, VcdbOnly: true };
  expect(models({ ...strict, Filtervehicles: false })).toEqual(ALL);
  expect(models(strict)).toEqual([]);
});

test('the header filters submodels as well', () => {
  const civic = { ...HONDA, Model: 'Civic' };
  const filtered = answer('GetSubmodel_VehicleType', civic, { ...OPEN, VehicleTypeToFilter: 'Van' });
  expect(filtered).toEqual({ ...civic, Basevehicle: '', Submodels: [], VehicleTypeName: '' });
  expect(answer('GetSubmodel_VehicleType', civic, OPEN)).toMatchObject({
    Basevehicle: '142301',
    VehicleTypeName: 'Car',
  });
});

test('every path down the selection tree of a product ends at a base vehicle that it fits', () => {
  const ProductID = 'TONNEAU';
  const { Years } = answer('Get_Year_Restricted', { ProductID }) as { Years: readonly string[] };
  const found = new Set<string>();
  for (const Year of Years) {
    const { Makename } = answer('GetMake_Restricted', { Year, ProductID }) as { Makename: readonly string[] };
    for (const Make of Makename) {
      const table = answer('GetModel_Restricted', { Make, Year, ProductID }) as { Modelnames: readonly string[] };
      for (const Model of table.Modelnames) {
        const leaf = answer('Get_Submodel_Restricted', { Make, Model, Year, ProductID }) as { Basevehicle: string };
        found.add(leaf.Basevehicle);
      }
    }
  }
  const fitting = catalog.vehicles.filter((one) => one.Products.includes(ProductID));
  expect(found).toEqual(new Set(fitting.map((one) => String(one.Basevehicle))));
  expect(new Set(fitting.map((one) => one.VehicleType))).toEqual(new Set(['Truck']));
});

test('a product restricts: an unknown or missing one fits nothing', () => {
  expect(answer('Get_Year_Restricted', { ProductID: 'x' })).toEqual({ ProductID: 'x', Years: [] });
  expect(answer('Get_Model_MMSY', { Make: 'Honda', ProductID: null })).toEqual({ Model_list: [], ProductID: null });
});

test('parts of a product depend on the vehicle type, and on a submodel the vehicle has', () => {
  const ask = (Basevehicle: bigint, Submodel: string) =>
    answer('Get_PartialProd_Resources_vehicle', {
      PartialProd: 'SEATCOVER',
      Basevehicle,
      Submodel,
    }) as readonly object[];
  expect(answer('Get_PartialProd_Resources', { PartialProd: 'SEATCOVER' })).toHaveLength(4);
  expect(ask(142301n, 'LX')).toHaveLength(3);
  expect(ask(142301n, 'Rubicon')).toEqual([]);
  expect(ask(0n, 'LX')).toEqual([]);
});

test('an unknown recid, mcat or stock item is echoed with nothing in it', () => {
  expect(answer('Get_Recid_Images', { recid: 7n })).toEqual({ recid: 7n, recid_images_URL: [], Application_Links: [] });
  expect(answer('McatCode_check', { mcat: -5n })).toEqual({ Mcat: -5n, Description: '', Prod: '', Active: false });
  const stock = answer('Get_Inventory', { Application_ID: 'APP-1', ItemNo: 'x' });
  expect(stock).toEqual({ Response_Code: -1, Inventory_List: [] });
});

test('a cart counts pieces per session and item, and numbers every transaction', () => {
  const add = (SessionID: string, ItemID: string, Approved = 'yes') =>
    answer('Add_toCart', { SessionID, ItemID, Approved }) as { DealerTrxID: bigint; Quantity: string };
  const first = add('a', 'SC-1001');
  expect(first.DealerTrxID).toBe(9007199254740993n);
  const next = [add('a', 'SC-1001'), add('a', 'FL-2001'), add('b', 'SC-1001')];
  expect(next.map((line) => line.Quantity)).toEqual(['2', '1', '1']);
  expect(next.map((line) => line.DealerTrxID - first.DealerTrxID)).toEqual([1n, 2n, 3n]);
  expect([add('a', 'unknown'), add('a', 'SC-1001', 'no')].map((line) => line.Quantity)).toEqual(['0', '0']);
  expect(add('a', 'SC-1001').Quantity).toBe('3');
});

test('the oldest cart is forgotten when there are too many', () => {
  const few = createCarts(1n, 2);
  for (const session of ['a', 'b', 'c']) few.add(session, 'x');
  expect(few.add('c', 'x').quantity).toBe(2);
  expect(few.add('a', 'x').quantity).toBe(1);
});

test('the catalogue is believable and its answers stay moderate', () => {
  expect(catalog.vehicles.length).toBeGreaterThan(300);
  expect(new Set(catalog.vehicles.map((one) => one.Basevehicle)).size).toBe(catalog.vehicles.length);
  expect(new Set(catalog.vehicles.map((one) => one.Make)).size).toBeGreaterThan(6);
  expect(catalog.videos.length).toBeLessThan(50);
});

test('the catalogue refers only to products and vehicles that it has', () => {
  const products = new Set(catalog.products.map((one) => one.ProductID));
  const vehicles = new Map(catalog.vehicles.map((one) => [one.Basevehicle, one]));
  const named = [...catalog.vehicles.flatMap((one) => one.Products), ...catalog.videos.map((one) => one.ProductID)];
  expect(named.filter((one) => !products.has(one))).toEqual([]);
  const strange = catalog.images.filter(
    (set) => vehicles.get(set.Basevehicle)?.Products.includes(set.ProductID) !== true,
  );
  expect(strange).toEqual([]);
  const models = new Set(catalog.vehicles.map((one) => `${one.Make} ${one.Model}`));
  expect(catalog.videos.filter((one) => !models.has(`${one.Make} ${one.Model}`))).toEqual([]);
});
