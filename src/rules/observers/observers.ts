import { endpointObservers } from './endpoint.ts';
import type { Observer } from './observer.ts';
import { operationObservers } from './operations.ts';
import { credentialObservers, parameterObservers } from './parameters.ts';
import { requestFormatObservers } from './request-format.ts';
import { vehicleHeaderObservers } from './vehicle-header.ts';

/** All observers; a gap of specs/requirements.json that names a probe names one of these. */
export const observers: readonly Observer[] = [
  ...parameterObservers,
  ...credentialObservers,
  ...vehicleHeaderObservers,
  ...operationObservers,
  ...requestFormatObservers,
  ...endpointObservers,
];
