import type { Operation } from '../../contract/model.ts';
import type { Catalog } from '../catalog.ts';
import type { ParameterValues } from '../value.ts';

/**
 * Why a call's credentials are refused, without repeating them; null when they are right.
 * Which parameters are credentials is the document's section 'Authentication'.
 */
export function credentialRefusal(catalog: Catalog, operation: Operation, parameters: ParameterValues): string | null {
  const credentials = operation.parameters.filter((parameter) => parameter.credential).map((one) => one.name);
  if (credentials.length === 0) return null;
  const dealer = catalog.dealers.find((one) => one.DealerID === parameters.DealerID);
  if (dealer === undefined) return 'DealerID is not known.';
  if (credentials.includes('APIKEY') && parameters.APIKEY !== dealer.APIKEY) return 'APIKEY is not valid.';
  if (credentials.includes('Password') && parameters.Password !== dealer.Password) return 'Password is not valid.';
  return null;
}
