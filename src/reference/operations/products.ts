import type { Catalog } from '../catalog.ts';
import type { RecordValue } from '../value.ts';
import { integer, type OperationCall, type Operations, text } from './call.ts';

/** The document does not show the contents of these elements: 'only empty elements appear'. */
const NOT_SHOWN = '';

/** What belongs to a product or an item: videos, parts, pictures, links, assets, stock and categories. */
export const productOperations: Operations = {
  Get_Video_Links: ({ catalog }) => catalog.videos,
  Get_Video_Links_by_Make: (call) => call.catalog.videos.filter(({ Make }) => Make === text(call, 'Make')),
  Get_PartialProd_Resources: (call) => partsOf(call).map(partialProduct),
  /** Those of one submodel of a base vehicle, if the product fits it. */
  Get_PartialProd_Resources_vehicle: (call) => {
    const wanted = integer(call, 'Basevehicle');
    const vehicle = call.catalog.vehicles.find((one) => BigInt(one.Basevehicle) === wanted);
    const fits = (all: readonly string[] = [], name: string): boolean => all.includes(text(call, name) ?? '');
    if (!fits(vehicle?.Products, 'PartialProd') || !fits(vehicle?.Submodels, 'Submodel')) return [];
    return partsOf(call)
      .filter((part) => part.VehicleTypes.includes(vehicle?.VehicleType ?? ''))
      .map(partialProduct);
  },
  Get_Universal_Seat_Cover: ({ catalog }) =>
    catalog.universalSeatCovers.map(({ Categories, ...cover }) => ({
      ...cover,
      Universal_Master_Categories: Categories.map((category) => ({
        ...category,
        Uni_ID: cover.Uni_ID,
        Resources: NOT_SHOWN,
        Subcategory: NOT_SHOWN,
      })),
    })),
  Get_Basevehicle_Images: (call) =>
    call.catalog.images
      .filter((set) => set.ProductID === text(call, 'ProductID') && isNumber(call, 'Basevehicle', set.Basevehicle))
      .map(({ Basevehicle, ProductID, FirstID, Files }) => ({
        Basevehicle,
        ProductID,
        Basevehicle_Images_URL: Files.map((Filename, place) => {
          const URL = call.catalog.addresses.baseVehicleImages + encodeURIComponent(Filename);
          return { ID: FirstID + place, Basevehicle, Filename, URL };
        }),
      })),
  Get_BasevevehicleLinks: (call) =>
    call.catalog.links
      .filter((link) => link.ProductID === text(call, 'ProductID') && isNumber(call, 'Basevehicle', link.BaseVehicle))
      .map((link) => ({
        ...link,
        BaseVehicle: BigInt(link.BaseVehicle),
        LinkTypeName: call.catalog.linkTypes.find((type) => type.LinkType === link.LinkType)?.LinkTypeName ?? '',
      })),
  /** Empty lists for an unknown recid. */
  Get_Recid_Images: (call) => {
    const recid = integer(call, 'recid');
    const { Files = [], Links = [] } = call.catalog.recids.find((one) => isNumber(call, 'recid', one.recid)) ?? {};
    const images = call.catalog.addresses.recidImages;
    return {
      recid,
      recid_images_URL: Files.map((Filename) => ({ recid, Filename, URL: images + encodeURIComponent(Filename) })),
      Application_Links: Links,
    };
  },
  Get_Digital_Assets_recid: (call) =>
    call.catalog.digitalAssets
      .filter((group) => group.ItemID === text(call, 'ItemID') && isNumber(call, 'recid', group.recid))
      .map(({ Category, Assets }) => ({ Category, Assets_list: Assets })),
  /** A negative quantity is on back order. */
  Get_Inventory: (call) => {
    const [application, item] = [text(call, 'Application_ID'), text(call, 'ItemNo')];
    const held = call.catalog.inventory.filter((one) => one.Application_ID === application && one.ItemNo === item);
    return { Response_Code: held.length > 0 ? 0 : -1, Inventory_List: held };
  },
  McatCodes: ({ catalog }) => catalog.mcats,
  /** An unknown one comes back inactive and without text. */
  McatCode_check: (call) =>
    call.catalog.mcats.find((one) => isNumber(call, 'mcat', one.Mcat)) ?? {
      Mcat: integer(call, 'mcat'),
      Description: '',
      Prod: '',
      Active: false,
    },
};

function isNumber(call: OperationCall, name: string, own: number | string): boolean {
  return BigInt(own) === integer(call, name);
}

type PartialProduct = Catalog['partialProducts'][number];

function partsOf(call: OperationCall): readonly PartialProduct[] {
  return call.catalog.partialProducts.filter((part) => part.PartialProductID === text(call, 'PartialProd'));
}

function partialProduct({ VehicleTypes: _, Categories, ...part }: PartialProduct): RecordValue {
  return {
    ...part,
    PartialProd_Categories: Categories.map((category) => ({
      ...category,
      PartialProduct_MasterID: part.ID,
      PartialProd_Resources_Codes: NOT_SHOWN,
    })),
  };
}
