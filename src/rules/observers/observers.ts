import type { Cell, Contract } from '../../contract/model.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { Probe } from '../probe.ts';
import { endpointObservers } from './endpoint.ts';
import type { Observer } from './observer.ts';
import { operationObservers } from './operations.ts';
import { credentialObservers, parameterObservers, valueObservers } from './parameters.ts';
import { requestFormatObservers } from './request-format.ts';
import { vehicleHeaderObservers } from './vehicle-header.ts';

/** All observers; a gap of specs/requirements.json that names a probe names one of these. */
export const observers: readonly Observer[] = [
  ...valueObservers,
  ...parameterObservers,
  ...credentialObservers,
  ...vehicleHeaderObservers,
  ...operationObservers,
  ...requestFormatObservers,
  ...endpointObservers,
];

/** What an observer expects of its answers; of another sender's requests the document says nothing. */
export function expectationOfObserver(id: string | undefined): Observer['expects'] {
  return observers.find((one) => one.id === id)?.expects ?? 'undescribed';
}

/** The request of an observer as a probe, so that it can be sent and shown again; undefined where none sends it. */
export function observedProbe(id: string, variant: string, cell: Cell, base: Call, contract: Contract) {
  const observer = observers.find((one) => one.id === id);
  const wanted = observer?.plan(cell, base, contract).find((one) => one.variant === variant);
  if (observer === undefined || wanted === undefined) return undefined;
  return {
    code: variant,
    variant: `${observer.title}: ${variant}`,
    call: base,
    request: wanted.request,
  } satisfies Probe;
}
