import { readFileSync } from 'node:fs';

/** A base vehicle: one model of one year, with the products that fit it. */
export interface Vehicle {
  readonly Basevehicle: number;
  readonly Year: string;
  readonly Make: string;
  readonly Model: string;
  /** Car, Truck, Utility_Vehicle or Van. */
  readonly VehicleType: string;
  /** Whether the vehicle stands in the VCdb, the trade's vehicle configuration database. */
  readonly Vcdb: boolean;
  readonly Submodels: readonly string[];
  readonly Products: readonly string[];
}

export interface Dealer {
  readonly DealerID: string;
  readonly APIKEY: string;
  readonly Password: string;
}

export interface CatalogVideo {
  readonly Link: string;
  readonly Title: string;
  readonly YearFrom: string;
  readonly YearTo: string;
  readonly Make: string;
  readonly Model: string;
  readonly ProductID: string;
  readonly Submodels: readonly string[];
}

export interface PartialProduct {
  readonly ID: number;
  readonly Name: string;
  readonly PartialProductID: string;
  readonly Active: boolean;
  readonly IsMandatory: boolean;
  readonly VehicleTypes: readonly string[];
  readonly Categories: readonly {
    readonly ID: number;
    readonly Name: string;
    readonly Active: boolean;
    readonly Codes: { readonly Code: readonly string[] };
  }[];
}

export interface UniversalSeatCover {
  readonly Uni_ID: number;
  readonly Name: string;
  readonly Active: boolean;
  readonly ItemID: string;
  readonly Msg_product_rtn_policy: boolean;
  readonly Mcat: number;
  readonly Categories: readonly {
    readonly Uni_cat_ID: number;
    readonly Name: string;
    readonly CodeName: string;
    readonly Active: boolean;
    readonly Resources: { readonly Resource: readonly string[] };
    readonly Subcategory: { readonly Name: string };
  }[];
}

/** Pictures of one product on one base vehicle; their IDs count up from FirstID. */
export interface ImageSet {
  readonly Basevehicle: number;
  readonly ProductID: string;
  readonly FirstID: number;
  readonly Files: readonly string[];
}

/** BaseVehicle is text, since JSON's numbers lose a long's last digits. */
export interface VehicleLink {
  readonly BaseVehicle: string;
  readonly SubModel: string;
  readonly MaterialID: string;
  readonly ResourceCode: string;
  readonly LinkType: number;
  readonly URL: string;
  readonly ProductID: string;
}

export interface Recid {
  readonly recid: number;
  readonly Files: readonly string[];
  readonly Links: readonly {
    readonly Original_link: string;
    readonly Html_tag: string;
    readonly Html_tagname: string;
    readonly Title: string;
  }[];
}

/** recid is text, since JSON's numbers lose a long's last digits. */
export interface AssetGroup {
  readonly recid: string;
  readonly ItemID: string;
  readonly Category: string;
  readonly Assets: readonly { readonly URL: string; readonly Description: string }[];
}

export interface Mcat {
  readonly Mcat: number;
  readonly Description: string;
  readonly Prod: string;
  readonly Active: boolean;
}

export interface Item {
  readonly ItemID: string;
  readonly Description: string;
  readonly Price: string;
  readonly Mcat: number;
  readonly Prod: string;
  readonly SKU: string;
  readonly Available: number;
  readonly BusinessDays: number;
}

/** The names under which a dealer's page carries the values of a cart line. */
export interface CartNames {
  readonly firstDealerTrxID: string;
  readonly Session_var: string;
  readonly Dealer_ItemID_Var: string;
  readonly CK_ItemID_Var: string;
  readonly Item_Descr_Var: string;
  readonly Product_SKU_Var: string;
  readonly Quantity_Var: string;
  readonly Price_Var: string;
}

/** fixtures/catalog.json: everything the reference server knows. */
export interface Catalog {
  readonly dealers: readonly Dealer[];
  /** Every ProductID that vehicles, videos, pictures and links refer to. */
  readonly products: readonly { readonly ProductID: string; readonly Name: string }[];
  readonly linkTypes: readonly { readonly LinkType: number; readonly LinkTypeName: string }[];
  /** What file names are appended to. */
  readonly addresses: { readonly baseVehicleImages: string; readonly recidImages: string };
  readonly cart: CartNames;
  readonly mcats: readonly Mcat[];
  readonly items: readonly Item[];
  readonly inventory: readonly {
    readonly ItemNo: string;
    readonly Application_ID: string;
    readonly Quantity: number;
  }[];
  readonly partialProducts: readonly PartialProduct[];
  readonly universalSeatCovers: readonly UniversalSeatCover[];
  readonly recids: readonly Recid[];
  readonly digitalAssets: readonly AssetGroup[];
  readonly links: readonly VehicleLink[];
  readonly videos: readonly CatalogVideo[];
  readonly images: readonly ImageSet[];
  readonly vehicles: readonly Vehicle[];
}

const CATALOG_FILE = new URL('../../fixtures/catalog.json', import.meta.url);

/**
 * The reference server's data.
 * @throws Error when fixtures/catalog.json is missing or is not JSON
 */
export function loadCatalog(): Catalog {
  return JSON.parse(readFileSync(CATALOG_FILE, 'utf8')) as Catalog;
}
