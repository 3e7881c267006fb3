import type { BindingName } from '../contract/model.ts';

/** The parts of an answer that do not vary from run to run. */
export type Fingerprint = Readonly<Record<string, string | number | boolean | null>>;

/** The keys of two fingerprints that do not agree. A missing key and a null one say the same. */
export function fingerprintChanges(old: Fingerprint, now: Fingerprint) {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((what) => ({ what, old: shownValue(old[what]), new: shownValue(now[what]) }))
    .filter((change) => change.old !== change.new);
}

export function shownValue(value: Fingerprint[string] | undefined): string {
  return value === null || value === undefined ? 'none' : String(value);
}

/** What the server does where the document is silent; same shape as in results.json. */
export interface Observation {
  /** Permanent: observer, place, variant, as in 'observe.parameter-missing@Get_Basevehicle_Images/soap11#ProductID'. */
  readonly id: string;
  /** null if the endpoint and no operation was called. */
  readonly operation: string | null;
  readonly binding: BindingName | null;
  readonly probe: string;
  readonly fingerprint: Fingerprint;
}

/** What identifies a target, apart from its address. */
export interface TargetIdentity {
  /** SHA-256 in hex of the bytes it answers to ?wsdl with status 200; null if it offers none. */
  readonly wsdlSha256: string | null;
  /** SHA-256 in hex of its TLS certificate (DER); null over plain HTTP. */
  readonly certificateSha256: string | null;
  /** What its WSDL says; left out where the run did not ask for it. */
  readonly wsdl?: KeptDescription;
}

/** What a service description says, as results keep it. */
export interface KeptDescription {
  /** By outlineText; null if there is none that can be read. */
  readonly outline: string | null;
  /** Why there is none, or which part of it could not be read; null if it is whole. */
  readonly gap: string | null;
}
