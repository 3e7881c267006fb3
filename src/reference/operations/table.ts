import { Get_Digital_Assets_recid } from './assets.ts';
import type { OperationFunction } from './call.ts';
import { Add_toCart } from './cart.ts';
import { Get_Basevehicle_Images, Get_BasevevehicleLinks, Get_Recid_Images } from './images.ts';
import { Get_Inventory } from './inventory.ts';
import { McatCode_check, McatCodes } from './mcat.ts';
import { Get_PartialProd_Resources, Get_PartialProd_Resources_vehicle, Get_Universal_Seat_Cover } from './parts.ts';
import {
  Get_Model_MMSY,
  Get_Submodel_Restricted,
  Get_Year_Restricted,
  GetMake_Restricted,
  GetModel_Restricted,
  GetModel_VehicleType,
  GetSubmodel_VehicleType,
} from './vehicles.ts';
import { Get_Video_Links, Get_Video_Links_by_Make } from './videos.ts';

/** The document's 20 operations by name. */
export const OPERATION_FUNCTIONS: ReadonlyMap<string, OperationFunction> = new Map(
  Object.entries({
    Get_Video_Links,
    Get_Video_Links_by_Make,
    Get_PartialProd_Resources_vehicle,
    Get_PartialProd_Resources,
    Get_Universal_Seat_Cover,
    Get_Basevehicle_Images,
    Get_BasevevehicleLinks,
    Get_Recid_Images,
    Get_Digital_Assets_recid,
    Add_toCart,
    GetSubmodel_VehicleType,
    GetModel_VehicleType,
    Get_Submodel_Restricted,
    GetModel_Restricted,
    GetMake_Restricted,
    Get_Year_Restricted,
    Get_Model_MMSY,
    Get_Inventory,
    McatCodes,
    McatCode_check,
  }),
);
