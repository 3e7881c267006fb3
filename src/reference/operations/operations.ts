import type { Operations } from './call.ts';
import { cartOperations } from './cart.ts';
import { productOperations } from './products.ts';
import { vehicleOperations } from './vehicles.ts';

/** The document's 20 operations by name. */
export const operations: Operations = { ...vehicleOperations, ...productOperations, ...cartOperations };
