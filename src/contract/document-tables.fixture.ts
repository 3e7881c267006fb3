/**
 * The document's tables, typed a second time from the document only, not from anything in this repository. Tests
 * compare specs/ and xsd/ with them, so that a typing error on either side shows.
 */

/** A field and its type in the document's words. */
type DocumentField = readonly [field: string, type: string];

/** One row of the table 'Operations', joined with the table of the section 'Authentication'. */
interface DocumentOperation {
  readonly name: string;
  readonly parameters: readonly (readonly [name: string, type: string])[];
  readonly header: boolean;
  /** True where the table says 'repeated'. */
  readonly array: boolean;
  readonly record: string;
  readonly httpRoot: string;
  readonly credentials: readonly string[];
}

/** The row 'string (each)' of the record Cart. */
const cartStrings = (
  'Session_var, SessionID, Dealer_ItemID_Var, DealerItemID, CK_ItemID_Var, ItemID, Item_Descr_Var, ItemDescr, ' +
  'Product_SKU_Var, ProductSKU, Quantity_Var, Quantity, Price_Var, Price, Prod, DistribPO, Mcat, JobberPO, ' +
  'UniqueSKU, UniqueSKU_value, CK_SessionID'
).split(', ');

/** Section 'Resources and their fields'. The unnamed items of recid_images_URL are under 'recid_images_URL item'. */
export const documentRecords: Readonly<Record<string, readonly DocumentField[]>> = {
  Video: [
    ['Link', 'string'],
    ['Title', 'string'],
    ['YearFrom', 'string'],
    ['YearTo', 'string'],
    ['Make', 'string'],
    ['Model', 'string'],
    ['ProductID', 'string'],
    ['Submodels', 'list of string'],
  ],
  PartialProd_Master: [
    ['ID', 'int'],
    ['Name', 'string'],
    ['PartialProductID', 'string'],
    ['Active', 'boolean'],
    ['IsMandatory', 'boolean'],
    ['PartialProd_Categories', 'list of PartialProd_Categories'],
  ],
  PartialProd_Categories: [
    ['ID', 'int'],
    ['PartialProduct_MasterID', 'int'],
    ['Name', 'string'],
    ['Active', 'boolean'],
    ['PartialProd_Resources_Codes', 'nested element'],
  ],
  Universal_Seat_Cover: [
    ['Universal_Master_Categories', 'list of Universal_Seat_Cover_Categories'],
    ['Uni_ID', 'int'],
    ['Name', 'string'],
    ['Active', 'boolean'],
    ['ItemID', 'string'],
    ['Msg_product_rtn_policy', 'boolean'],
    ['Mcat', 'int'],
  ],
  Universal_Seat_Cover_Categories: [
    ['Uni_cat_ID', 'int'],
    ['Uni_ID', 'int'],
    ['Name', 'string'],
    ['CodeName', 'string'],
    ['Active', 'boolean'],
    ['Resources', 'nested element'],
    ['Subcategory', 'nested element'],
  ],
  Basevehicle_Images: [
    ['Basevehicle', 'int'],
    ['ProductID', 'string'],
    ['Basevehicle_Images_URL', 'list of Basevehicle_Images_URL'],
  ],
  Basevehicle_Images_URL: [
    ['ID', 'int'],
    ['Basevehicle', 'int'],
    ['Filename', 'string'],
    ['URL', 'string'],
  ],
  BaseVehicleImage_Result: [
    ['BaseVehicle', 'long'],
    ['SubModel', 'string'],
    ['MaterialID', 'string'],
    ['ResourceCode', 'string'],
    ['LinkType', 'int'],
    ['LinkTypeName', 'string'],
    ['URL', 'string'],
    ['ProductID', 'string'],
  ],
  recid_images: [
    ['recid', 'int'],
    ['recid_images_URL', 'list of recid_images_URL item'],
    ['Application_Links', 'list of ApplicationLinks'],
  ],
  'recid_images_URL item': [
    ['recid', 'int'],
    ['Filename', 'string'],
    ['URL', 'string'],
  ],
  ApplicationLinks: [
    ['Original_link', 'string'],
    ['Html_tag', 'string'],
    ['Html_tagname', 'string'],
    ['Title', 'string'],
  ],
  DigitalAsset: [
    ['Category', 'string'],
    ['Assets_list', 'list of Asset'],
  ],
  Asset: [
    ['URL', 'string'],
    ['Description', 'string'],
  ],
  Cart: [
    ['DealerTrxID', 'long'],
    ...cartStrings.map((field) => [field, 'string'] as const),
    ['ItemAvailable', 'int'],
    ['Business_days', 'int'],
  ],
  Submodel_table: [
    ['Basevehicle', 'string'],
    ['Submodels', 'list of Submodel_item'],
    ['Make', 'string'],
    ['Model', 'string'],
    ['Year', 'string'],
    ['ProductID', 'string'],
    ['VehicleTypeName', 'string'],
  ],
  Submodel_item: [
    ['Submodelname', 'string'],
    ['Basevehicle', 'string'],
  ],
  Model_table: [
    ['Modelnames', 'list of string'],
    ['ProductID', 'string'],
    ['Year', 'string'],
    ['Make', 'string'],
  ],
  Make: [
    ['Makename', 'list of string'],
    ['ProductID', 'string'],
    ['Year', 'string'],
  ],
  Year_table: [
    ['ProductID', 'string'],
    ['Years', 'list of string'],
  ],
  GetModel_MMSY: [
    ['Model_list', 'list of string'],
    ['ProductID', 'string'],
  ],
  Inventory_Response: [
    ['Response_Code', 'int'],
    ['Inventory_List', 'list of Inventory_item'],
  ],
  Inventory_item: [
    ['ItemNo', 'string'],
    ['Application_ID', 'string'],
    ['Quantity', 'int'],
  ],
  McatCode: [
    ['Mcat', 'int'],
    ['Description', 'string'],
    ['Prod', 'string'],
    ['Active', 'boolean'],
  ],
};

/** Section 'VehicleTypeHeader'. `allowed` is empty if any text is allowed. */
export const documentHeader: readonly (readonly [field: string, type: string, allowed: readonly string[]])[] = [
  ['Filtervehicles', 'boolean', ['true', 'false']],
  ['VehicleTypeToFilter', 'string', ['None', 'Car', 'Truck', 'Utility_Vehicle', 'Van']],
  ['OnlyMake', 'list of string', []],
  ['NoModel', 'list of string', []],
  ['NoMissings', 'boolean', ['true', 'false']],
  ['VcdbOnly', 'boolean', ['true', 'false']],
];

/** The table 'Operations', row by row: types other than string in brackets, as the document writes them. */
const operations = `
Get_Video_Links | DealerID, APIKEY | repeated Video | ArrayOfVideo
Get_Video_Links_by_Make | DealerID, APIKEY, Make | repeated Video | ArrayOfVideo
Get_PartialProd_Resources_vehicle | PartialProd, DealerID, Basevehicle [int], Submodel | repeated PartialProd_Master | ArrayOfPartialProd_Master
Get_PartialProd_Resources | PartialProd, DealerID | repeated PartialProd_Master | ArrayOfPartialProd_Master
Get_Universal_Seat_Cover | DealerID | repeated Universal_Seat_Cover | ArrayOfUniversal_Seat_Cover
Get_Basevehicle_Images | Basevehicle [int], ProductID, DealerID | repeated Basevehicle_Images | ArrayOfBasevehicle_Images
Get_BasevevehicleLinks | Basevehicle [long], ProductID, DealerID | repeated BaseVehicleImage_Result | ArrayOfBaseVehicleImage_Result
Get_Recid_Images | recid [int], DealerID | recid_images | recid_images
Get_Digital_Assets_recid | recid [long], ItemID, DealerID | repeated DigitalAsset | ArrayOfDigitalAsset
Add_toCart | DealerID, ItemID, recid, SessionID, Approved, Client_IP, CK_SessionID, ContactInfo, MaterialID, Submodel | Cart | Cart
GetSubmodel_VehicleType | Make, Model, Year, ProductID | Submodel_table | Submodel_table
GetModel_VehicleType | Make, Year, ProductID | Model_table | Model_table
Get_Submodel_Restricted | Make, Model, Year, ProductID, DealerID | Submodel_table | Submodel_table
GetModel_Restricted | Make, Year, ProductID, DealerID | Model_table | Model_table
GetMake_Restricted | Year, ProductID, DealerID | Make | Make
Get_Year_Restricted | ProductID, DealerID | Year_table | Year_table
Get_Model_MMSY | Make, ProductID | GetModel_MMSY | GetModel_MMSY
Get_Inventory | Application_ID, ItemNo | Inventory_Response | Inventory_Response
McatCodes | DealerID, Password | repeated McatCode | ArrayOfMcatCode
McatCode_check | DealerID, mcat [int] | McatCode | McatCode`;

/** Section 'VehicleTypeHeader': the operations that take it. */
const withHeader = ['GetSubmodel_VehicleType', 'GetModel_VehicleType'];

/** Section 'Authentication': credential parameter → the operations that carry it. */
const carriers: Readonly<Record<string, string>> = {
  DealerID:
    'Get_Video_Links, Get_Video_Links_by_Make, Get_PartialProd_Resources_vehicle, Get_PartialProd_Resources, ' +
    'Get_Universal_Seat_Cover, Get_Basevehicle_Images, Get_BasevevehicleLinks, Get_Recid_Images, ' +
    'Get_Digital_Assets_recid, Add_toCart, Get_Submodel_Restricted, GetModel_Restricted, GetMake_Restricted, ' +
    'Get_Year_Restricted, McatCodes, McatCode_check',
  APIKEY: 'Get_Video_Links, Get_Video_Links_by_Make',
  Password: 'McatCodes',
};

function fromRow(row: string): DocumentOperation {
  const [name = '', parameters = '', result = '', httpRoot = ''] = row.split(' | ');
  return {
    name,
    parameters: parameters.split(', ').map((text) => {
      const [parameter = '', type = '[string]'] = text.split(' ');
      return [parameter, type.slice(1, -1)] as const;
    }),
    header: withHeader.includes(name),
    array: result.startsWith('repeated '),
    record: result.replace('repeated ', ''),
    httpRoot,
    credentials: Object.keys(carriers).filter((credential) => carriers[credential]?.split(', ').includes(name)),
  };
}

/** Sections 'Operations', 'VehicleTypeHeader' and 'Authentication', one entry per operation in the document's order. */
export const documentOperations: readonly DocumentOperation[] = operations.trim().split('\n').map(fromRow);
