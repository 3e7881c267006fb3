import type { Catalog, ImageSet, Recid, VehicleLink } from '../catalog.ts';
import { once } from '../once.ts';
import type { RecordValue } from '../value.ts';
import type { OperationFunction } from './call.ts';
import { integer, isNumber, text } from './call.ts';

/** Get_Basevehicle_Images: the pictures of a product on a base vehicle, one record per set. */
export const Get_Basevehicle_Images: OperationFunction = (call) => {
  const [vehicle, product] = [integer(call, 'Basevehicle'), text(call, 'ProductID')];
  return call.catalog.images
    .filter((set) => set.ProductID === product && isNumber(set.Basevehicle, vehicle))
    .map(recordsOf(call.catalog).imageSet);
};

/** Get_BasevevehicleLinks: the links of a product on a base vehicle. */
export const Get_BasevevehicleLinks: OperationFunction = (call) => {
  const [vehicle, product] = [integer(call, 'Basevehicle'), text(call, 'ProductID')];
  return call.catalog.links
    .filter((link) => link.ProductID === product && BigInt(link.BaseVehicle) === vehicle)
    .map(recordsOf(call.catalog).link);
};

/** Get_Recid_Images: pictures and links of one recid; empty lists for an unknown one. */
export const Get_Recid_Images: OperationFunction = (call) => {
  const recid = integer(call, 'recid');
  const known = call.catalog.recids.find((one) => isNumber(one.recid, recid));
  return known === undefined
    ? { recid, recid_images_URL: [], Application_Links: [] }
    : recordsOf(call.catalog).recid(known);
};

/** How the records of a catalogue are made, each of them once. */
const recordsOf = once((catalog: Catalog) => ({
  imageSet: once(
    (set: ImageSet): RecordValue => ({
      Basevehicle: set.Basevehicle,
      ProductID: set.ProductID,
      Basevehicle_Images_URL: set.Files.map((Filename, place) => ({
        ID: set.FirstID + place,
        Basevehicle: set.Basevehicle,
        Filename,
        URL: catalog.addresses.baseVehicleImages + encodeURIComponent(Filename),
      })),
    }),
  ),
  link: once(
    (link: VehicleLink): RecordValue => ({
      ...link,
      BaseVehicle: BigInt(link.BaseVehicle),
      LinkTypeName: catalog.linkTypes.find((type) => type.LinkType === link.LinkType)?.LinkTypeName ?? '',
    }),
  ),
  recid: once(
    ({ recid, Files, Links }: Recid): RecordValue => ({
      recid: BigInt(recid),
      recid_images_URL: Files.map((Filename) => ({
        recid: BigInt(recid),
        Filename,
        URL: catalog.addresses.recidImages + encodeURIComponent(Filename),
      })),
      Application_Links: Links.map((link) => ({ ...link })),
    }),
  ),
}));
