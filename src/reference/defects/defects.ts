import type { Contract } from '../../contract/model.ts';
import type { Mutation } from '../mutation.ts';
import { bindingDefects } from './bindings.ts';
import { byteDefects } from './bytes.ts';
import { coverageDefects } from './coverage.ts';
import type { CellFilter, Defect } from './defect.ts';
import { documentDefects } from './document.ts';
import { envelopeDefects } from './envelope.ts';
import { messageDefects } from './message.ts';
import { needleDefects } from './needles.ts';
import { recordContentDefects } from './record-content.ts';
import { recordListDefects } from './record-lists.ts';
import { recordNameDefects } from './record-names.ts';
import { recordOrderDefects } from './record-order.ts';
import { requestDefects } from './requests.ts';
import { schemaDefects } from './schema.ts';
import { stabilityDefects } from './stability.ts';
import { statusDefects } from './status.ts';
import { transportDefects } from './transport.ts';
import { valueDefects } from './value.ts';
import { wrapperDefects } from './wrapper.ts';

/** Every deliberate fault of the reference server, from the wire inwards. */
export const defects: readonly Defect[] = [
  ...transportDefects,
  ...statusDefects,
  ...messageDefects,
  ...byteDefects,
  ...documentDefects,
  ...envelopeDefects,
  ...wrapperDefects,
  ...recordNameDefects,
  ...recordOrderDefects,
  ...recordListDefects,
  ...recordContentDefects,
  ...valueDefects,
  ...needleDefects,
  ...coverageDefects,
  ...schemaDefects,
  ...bindingDefects,
  ...requestDefects,
  ...stabilityDefects,
];

/** The defect of that id; undefined where there is none, which is for the caller to say in its own words. */
export function defectNamed(id: string): Defect | undefined {
  return defects.find((defect) => defect.id === id);
}

/** A defect for startReferenceServer, in the cells where it can be observed and the filter has it. */
export function mutation(defect: Defect, filter: CellFilter, contract: Contract): Mutation {
  return {
    ...defect.hooks,
    applies: (name, binding) => {
      const operation = contract.operations.find((one) => one.name === name);
      if (operation === undefined || (filter.binding ?? binding) !== binding) return false;
      return (filter.operation ?? name) === name && defect.cells({ operation, binding }, contract);
    },
  };
}
