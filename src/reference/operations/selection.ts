import type { Catalog, Vehicle } from '../catalog.ts';
import { once } from '../once.ts';
import type { VehicleTypeHeader } from '../value.ts';

/** One step's choice in the tree year → make → model → submodel; undefined means any. */
export interface Choice {
  readonly Year?: string | null;
  readonly Make?: string | null;
  readonly Model?: string | null;
  readonly ProductID: string | null;
}

/**
 * The vehicles under a choice that the product fits. Every operation of the selection tree calls this,
 * so a value that one list offers leads to data in the next.
 */
export function select(catalog: Catalog, choice: Choice): readonly Vehicle[] {
  const fitting = choice.ProductID === null ? [] : (vehiclesByProduct(catalog).get(choice.ProductID) ?? []);
  return fitting.filter(
    (vehicle) =>
      agrees(choice.Year, vehicle.Year) && agrees(choice.Make, vehicle.Make) && agrees(choice.Model, vehicle.Model),
  );
}

/** The vehicles that each product fits, in the catalogue's order. */
const vehiclesByProduct = once((catalog: Catalog): ReadonlyMap<string, readonly Vehicle[]> => {
  const found = new Map<string, Vehicle[]>();
  for (const vehicle of catalog.vehicles) {
    for (const product of new Set(vehicle.Products)) {
      const fitted = found.get(product) ?? [];
      fitted.push(vehicle);
      found.set(product, fitted);
    }
  }
  return found;
});

function agrees(wanted: string | null | undefined, actual: string): boolean {
  return wanted === undefined || wanted === actual;
}

/**
 * The vehicles that a VehicleTypeHeader lets through. Filtervehicles switches the other five fields on;
 * None filters no type, empty lists filter nothing, NoMissings drops vehicles that have no picture.
 */
export function filterByHeader(
  catalog: Catalog,
  vehicles: readonly Vehicle[],
  header: VehicleTypeHeader | null,
): readonly Vehicle[] {
  if (header === null || !header.Filtervehicles) return vehicles;
  return vehicles.filter(
    (vehicle) =>
      (header.VehicleTypeToFilter === 'None' || header.VehicleTypeToFilter === vehicle.VehicleType) &&
      (header.OnlyMake.length === 0 || header.OnlyMake.includes(vehicle.Make)) &&
      !header.NoModel.includes(vehicle.Model) &&
      (!header.NoMissings || hasImages(catalog, vehicle)) &&
      (!header.VcdbOnly || vehicle.Vcdb),
  );
}

function hasImages(catalog: Catalog, vehicle: Vehicle): boolean {
  return catalog.images.some((set) => set.Basevehicle === vehicle.Basevehicle);
}
