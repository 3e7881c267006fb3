import type { Vehicle } from '../catalog.ts';
import type { RecordValue } from '../value.ts';
import type { OperationCall, OperationFunction } from './call.ts';
import { text } from './call.ts';
import { filterByHeader, select } from './selection.ts';

/** Get_Year_Restricted: the years in which the product fits something. */
export const Get_Year_Restricted: OperationFunction = (call) => {
  const ProductID = text(call, 'ProductID');
  return { ProductID, Years: distinct(select(call.catalog, { ProductID }), 'Year') };
};

/** GetMake_Restricted: the makes of a year that the product fits. */
export const GetMake_Restricted: OperationFunction = (call) => {
  const [Year, ProductID] = [text(call, 'Year'), text(call, 'ProductID')];
  return { Makename: distinct(select(call.catalog, { Year, ProductID }), 'Make'), ProductID, Year };
};

/** GetModel_Restricted: the models of a make and year that the product fits. */
export const GetModel_Restricted: OperationFunction = (call) => modelTable(call, modelsOf(call));

/** GetModel_VehicleType: the same, less what the VehicleTypeHeader filters out. */
export const GetModel_VehicleType: OperationFunction = (call) =>
  modelTable(call, filterByHeader(call.catalog, modelsOf(call), call.header));

/** Get_Submodel_Restricted: the submodels of one model with their base vehicles. */
export const Get_Submodel_Restricted: OperationFunction = (call) => submodelTable(call, submodelsOf(call));

/** GetSubmodel_VehicleType: the same, less what the VehicleTypeHeader filters out. */
export const GetSubmodel_VehicleType: OperationFunction = (call) =>
  submodelTable(call, filterByHeader(call.catalog, submodelsOf(call), call.header));

/** Get_Model_MMSY: the models of a make that the product fits in any year. */
export const Get_Model_MMSY: OperationFunction = (call) => {
  const [Make, ProductID] = [text(call, 'Make'), text(call, 'ProductID')];
  return { Model_list: distinct(select(call.catalog, { Make, ProductID }), 'Model'), ProductID };
};

function modelsOf(call: OperationCall): readonly Vehicle[] {
  const [Make, Year, ProductID] = [text(call, 'Make'), text(call, 'Year'), text(call, 'ProductID')];
  return select(call.catalog, { Make, Year, ProductID });
}

function submodelsOf(call: OperationCall): readonly Vehicle[] {
  const Model = text(call, 'Model');
  return modelsOf(call).filter((vehicle) => vehicle.Model === Model);
}

function modelTable(call: OperationCall, vehicles: readonly Vehicle[]): RecordValue {
  return {
    Modelnames: distinct(vehicles, 'Model'),
    ProductID: text(call, 'ProductID'),
    Year: text(call, 'Year'),
    Make: text(call, 'Make'),
  };
}

function submodelTable(call: OperationCall, vehicles: readonly Vehicle[]): RecordValue {
  return {
    Basevehicle: vehicles[0] === undefined ? '' : String(vehicles[0].Basevehicle),
    Submodels: vehicles.flatMap((vehicle) =>
      vehicle.Submodels.map((name) => ({ Submodelname: name, Basevehicle: String(vehicle.Basevehicle) })),
    ),
    Make: text(call, 'Make'),
    Model: text(call, 'Model'),
    Year: text(call, 'Year'),
    ProductID: text(call, 'ProductID'),
    VehicleTypeName: vehicles[0]?.VehicleType ?? '',
  };
}

function distinct(vehicles: readonly Vehicle[], field: 'Year' | 'Make' | 'Model'): readonly string[] {
  return [...new Set(vehicles.map((vehicle) => vehicle[field]))];
}
