import type { PartialProduct, UniversalSeatCover } from '../catalog.ts';
import { once } from '../once.ts';
import type { RecordValue } from '../value.ts';
import type { OperationFunction } from './call.ts';
import { integer, isNumber, text } from './call.ts';

/** Get_PartialProd_Resources: the parts that a product is made of. */
export const Get_PartialProd_Resources: OperationFunction = (call) =>
  call.catalog.partialProducts.filter((part) => part.PartialProductID === text(call, 'PartialProd')).map(master);

/** Get_PartialProd_Resources_vehicle: those of them that one submodel of a base vehicle takes, if the product fits it. */
export const Get_PartialProd_Resources_vehicle: OperationFunction = (call) => {
  const [product, submodel] = [text(call, 'PartialProd'), text(call, 'Submodel')];
  const wanted = integer(call, 'Basevehicle');
  const vehicle = call.catalog.vehicles.find((one) => isNumber(one.Basevehicle, wanted));
  if (vehicle === undefined || product === null || submodel === null) return [];
  if (!vehicle.Products.includes(product) || !vehicle.Submodels.includes(submodel)) return [];
  return call.catalog.partialProducts
    .filter((part) => part.PartialProductID === product && part.VehicleTypes.includes(vehicle.VehicleType))
    .map(master);
};

/** Get_Universal_Seat_Cover: every seat cover that fits any vehicle. */
export const Get_Universal_Seat_Cover: OperationFunction = (call) => call.catalog.universalSeatCovers.map(seatCover);

const seatCover = once(
  ({ Categories, ...cover }: UniversalSeatCover): RecordValue => ({
    ...cover,
    Universal_Master_Categories: Categories.map((category) => ({ ...category, Uni_ID: cover.Uni_ID })),
  }),
);

const master = once(
  ({ VehicleTypes: _, Categories, ...part }: PartialProduct): RecordValue => ({
    ...part,
    PartialProd_Categories: Categories.map(({ Codes, ...category }) => ({
      ...category,
      PartialProduct_MasterID: part.ID,
      PartialProd_Resources_Codes: Codes,
    })),
  }),
);
