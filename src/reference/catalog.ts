import { readFileSync } from 'node:fs';
import { ConfigError } from '../base/error.ts';
import { parseJson } from '../base/json.ts';
import { mostMiB, readNamed, textOfFile } from '../base/read-file.ts';
import { valid } from '../base/schemas/validate.ts';
import type { RecordValue } from './value.ts';

/** A base vehicle: one model of one year, with the products that fit it. */
export interface Vehicle {
  readonly Basevehicle: number;
  readonly Year: string;
  readonly Make: string;
  readonly Model: string;
  /** Car, Truck, Utility_Vehicle or Van. */
  readonly VehicleType: string;
  /** Whether the vehicle is in the VCdb, the trade's vehicle configuration database. */
  readonly Vcdb: boolean;
  readonly Submodels: readonly string[];
  readonly Products: readonly string[];
}

/** An entry with the fields that operations read; the others are returned unchanged. */
type CatalogEntry<Texts extends string, Numbers extends string = never> = RecordValue &
  Readonly<Record<Texts, string>> &
  Readonly<Record<Numbers, number>>;

export type Item = CatalogEntry<
  'ItemID' | 'Description' | 'Price' | 'Prod' | 'SKU',
  'Mcat' | 'Available' | 'BusinessDays'
>;

/** fixtures/catalog.json: all the server's data. Longs are texts, since JSON's numbers lose their last digits. */
export interface Catalog {
  readonly dealers: readonly CatalogEntry<'DealerID' | 'APIKEY' | 'Password'>[];
  /** Every ProductID that vehicles, videos, pictures and links refer to. */
  readonly products: readonly CatalogEntry<'ProductID' | 'Name'>[];
  readonly linkTypes: readonly CatalogEntry<'LinkTypeName', 'LinkType'>[];
  /** The prefix of file names. */
  readonly addresses: CatalogEntry<'baseVehicleImages' | 'recidImages'>;
  /** The names of a cart line's values in a dealer's page. */
  readonly cart: CatalogEntry<'firstDealerTrxID'>;
  readonly mcats: readonly CatalogEntry<never, 'Mcat'>[];
  readonly items: readonly Item[];
  readonly inventory: readonly CatalogEntry<'ItemNo' | 'Application_ID'>[];
  readonly partialProducts: readonly (CatalogEntry<'PartialProductID', 'ID'> & {
    readonly VehicleTypes: readonly string[];
    readonly Categories: readonly RecordValue[];
  })[];
  readonly universalSeatCovers: readonly (CatalogEntry<never, 'Uni_ID'> & {
    readonly Categories: readonly RecordValue[];
  })[];
  readonly recids: readonly (CatalogEntry<never, 'recid'> & {
    readonly Files: readonly string[];
    readonly Links: readonly RecordValue[];
  })[];
  readonly digitalAssets: readonly (CatalogEntry<'recid' | 'ItemID' | 'Category'> & {
    readonly Assets: readonly RecordValue[];
  })[];
  readonly links: readonly CatalogEntry<'BaseVehicle' | 'ProductID', 'LinkType'>[];
  readonly videos: readonly CatalogEntry<'Make' | 'Model' | 'ProductID'>[];
  /** Pictures of one product on one base vehicle; their IDs count up from FirstID. */
  readonly images: readonly (CatalogEntry<'ProductID', 'Basevehicle' | 'FirstID'> & {
    readonly Files: readonly string[];
  })[];
  readonly vehicles: readonly Vehicle[];
}

const CATALOG_FILE = new URL('../../fixtures/catalog.json', import.meta.url);

/** The reference server's data. @throws Error if fixtures/catalog.json is missing or not JSON */
export function loadCatalog(): Catalog {
  return JSON.parse(readFileSync(CATALOG_FILE, 'utf8')) as Catalog;
}

/** A user's lists in place of those of fixtures/catalog.json. @throws ConfigError */
export function readCatalog(folder: string, file: string): Catalog {
  const kind = 'the catalogue';
  const text = textOfFile({ file, kind }, readNamed({ folder, file, kind, mostMiB: mostMiB.written }).bytes);
  const value = parseJson(file, text);
  return {
    ...loadCatalog(),
    ...valid<Partial<Catalog>>('catalog', value, ({ sentence }) => new ConfigError(`${file}: ${sentence}`)),
  };
}
