import type { Observer } from './observer.ts';
import { endpointObservers } from './observers/endpoint.ts';
import { operationObservers } from './observers/operations.ts';
import { credentialObservers, parameterObservers } from './observers/parameters.ts';
import { requestFormatObservers } from './observers/request-format.ts';
import { vehicleHeaderObservers } from './observers/vehicle-header.ts';

/** All observers; a gap of specs/requirements.json that names a probe names one of these. */
export const observers: readonly Observer[] = [
  ...parameterObservers,
  ...credentialObservers,
  ...vehicleHeaderObservers,
  ...operationObservers,
  ...requestFormatObservers,
  ...endpointObservers,
];
