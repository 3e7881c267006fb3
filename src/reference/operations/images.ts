import type { OperationFunction } from './call.ts';
import { integer, text } from './call.ts';

/** Get_Basevehicle_Images: the pictures of a product on a base vehicle, one record per set. */
export const Get_Basevehicle_Images: OperationFunction = (call) =>
  call.catalog.images
    .filter(
      (set) => BigInt(set.Basevehicle) === integer(call, 'Basevehicle') && set.ProductID === text(call, 'ProductID'),
    )
    .map((set) => ({
      Basevehicle: set.Basevehicle,
      ProductID: set.ProductID,
      Basevehicle_Images_URL: set.Files.map((Filename, place) => ({
        ID: set.FirstID + place,
        Basevehicle: set.Basevehicle,
        Filename,
        URL: call.catalog.addresses.baseVehicleImages + encodeURIComponent(Filename),
      })),
    }));

/** Get_BasevevehicleLinks: the links of a product on a base vehicle. */
export const Get_BasevevehicleLinks: OperationFunction = (call) =>
  call.catalog.links
    .filter(
      (link) => BigInt(link.BaseVehicle) === integer(call, 'Basevehicle') && link.ProductID === text(call, 'ProductID'),
    )
    .map((link) => ({
      ...link,
      BaseVehicle: BigInt(link.BaseVehicle),
      LinkTypeName: call.catalog.linkTypes.find((type) => type.LinkType === link.LinkType)?.LinkTypeName ?? '',
    }));

/** Get_Recid_Images: pictures and links of one recid; empty lists for an unknown one. */
export const Get_Recid_Images: OperationFunction = (call) => {
  const recid = integer(call, 'recid');
  const known = call.catalog.recids.find((one) => BigInt(one.recid) === recid);
  return {
    recid,
    recid_images_URL: (known?.Files ?? []).map((Filename) => ({
      recid,
      Filename,
      URL: call.catalog.addresses.recidImages + encodeURIComponent(Filename),
    })),
    Application_Links: (known?.Links ?? []).map((link) => ({ ...link })),
  };
};
