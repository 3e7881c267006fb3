import { fingerprintChanges, type Observation } from '../../results/observation.ts';
import { type Both, paired } from './pairs.ts';

export interface ChangedObservation {
  readonly observation: Observation;
  /** The keys of the two fingerprints that do not agree. */
  readonly changes: ReturnType<typeof fingerprintChanges>;
}

/** What both sides observed, with what differs. */
export function comparedObservations(observed: Both<readonly Observation[]>): readonly ChangedObservation[] {
  return paired(observed, ({ id }) => id).stayed.map(({ a, b }) => {
    // What a WSDL says is compared as such.
    const isTold = ({ what }: { readonly what: string }): boolean => what !== 'shape' || b.probe !== 'observe.wsdl';
    return { observation: b, changes: fingerprintChanges(a.fingerprint, b.fingerprint).filter(isTold) };
  });
}
