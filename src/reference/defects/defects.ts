import type { Contract } from '../../contract/model.ts';
import type { Mutation } from '../mutation.ts';
import { envelopeDefects } from './answers/envelope.ts';
import { faultDefects } from './answers/fault.ts';
import { messageDefects } from './answers/message.ts';
import { recordContentDefects } from './answers/record-content.ts';
import { recordListDefects } from './answers/record-lists.ts';
import { recordNameDefects } from './answers/record-names.ts';
import { recordOrderDefects } from './answers/record-order.ts';
import { statusDefects } from './answers/status.ts';
import { transportDefects } from './answers/transport.ts';
import { valueDefects } from './answers/value.ts';
import { wrapperDefects } from './answers/wrapper.ts';
import { xmlDefects } from './answers/xml.ts';
import type { CellFilter, Defect, Effect } from './defect.ts';
import { descriptionDefects } from './description/bindings.ts';
import { typeDefects } from './description/types.ts';
import { bindingDefects } from './exchanges/bindings.ts';
import { callDefects } from './exchanges/calls.ts';
import { dataDefects } from './exchanges/data.ts';
import { envelopeRequestDefects } from './requests/envelope.ts';
import { actionDefects, headerDefects } from './requests/header.ts';
import { headerFieldDefects } from './requests/header-fields.ts';
import { pairDefects } from './requests/pairs.ts';
import { requestValueDefects } from './requests/values.ts';

/** Every deliberate fault: of answers from the wire inwards, requests, several exchanges, the WSDL. */
export const defects: readonly Defect[] = [
  ...transportDefects,
  ...statusDefects,
  ...messageDefects,
  ...xmlDefects,
  ...envelopeDefects,
  ...faultDefects,
  ...wrapperDefects,
  ...recordNameDefects,
  ...recordOrderDefects,
  ...recordListDefects,
  ...recordContentDefects,
  ...valueDefects,
  ...headerFieldDefects,
  ...actionDefects,
  ...envelopeRequestDefects,
  ...pairDefects,
  ...headerDefects,
  ...requestValueDefects,
  ...bindingDefects,
  ...dataDefects,
  ...callDefects,
  ...descriptionDefects,
  ...typeDefects,
];

/** The defect with that id; undefined if there is none: the caller reports that in its own words. */
export function defectNamed(id: string): Defect | undefined {
  return defects.find((defect) => defect.id === id);
}

/** The ids of the defects that a rule must find. */
export function defectsFor(rule: string): readonly string[] {
  return defects.filter(({ foundBy }) => foundBy.includes(rule)).map(({ id }) => id);
}

/** A defect for startReferenceServer, in the cells that it changes and the filter allows. */
export function mutation(effect: Effect, filter: CellFilter, contract: Contract): Mutation {
  return {
    ...effect.hooks,
    applies: (name, binding) => {
      const operation = contract.operations.find((one) => one.name === name);
      if (operation === undefined || (filter.binding ?? binding) !== binding) return false;
      const changes = [effect.cells, effect.lists].some((cells) => cells?.({ operation, binding }, contract));
      return (filter.operation ?? name) === name && changes;
    },
  };
}
