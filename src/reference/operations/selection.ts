import type { Catalog, Vehicle } from '../catalog.ts';
import type { VehicleTypeHeader } from '../value.ts';

/** One step's choice in the tree year → make → model → submodel; undefined means any. */
export interface Choice {
  readonly Year?: string | null;
  readonly Make?: string | null;
  readonly Model?: string | null;
  readonly ProductID: string | null;
}

/**
 * The vehicles under a choice that the product fits. Every operation of the selection tree asks here,
 * so a value that one list offers leads to data in the next.
 */
export function select(catalog: Catalog, choice: Choice): readonly Vehicle[] {
  return catalog.vehicles.filter(
    (vehicle) =>
      choice.ProductID !== null &&
      vehicle.Products.includes(choice.ProductID) &&
      agrees(choice.Year, vehicle.Year) &&
      agrees(choice.Make, vehicle.Make) &&
      agrees(choice.Model, vehicle.Model),
  );
}

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
