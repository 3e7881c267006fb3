import type { Contract } from '../../contract/model.ts';
import type { Mutation } from '../mutation.ts';
import { contradictionDefects, readableDefects } from './contradictions.ts';
import type { CellFilter, Defect, Effect } from './defect.ts';
import { documentDefects } from './document.ts';
import { envelopeDefects } from './envelope.ts';
import { laterDefects, orderDefects } from './later.ts';
import { messageDefects } from './message.ts';
import { needleDefects } from './needles.ts';
import { oneBindingDefects } from './one-binding.ts';
import { recordContentDefects, schemaDefects } from './record-content.ts';
import { recordListDefects } from './record-lists.ts';
import { recordNameDefects } from './record-names.ts';
import { recordOrderDefects } from './record-order.ts';
import { relationDefects } from './relations.ts';
import { requestFaultDefects } from './request-faults.ts';
import { requestFieldDefects } from './request-fields.ts';
import { requestMarkupDefects } from './request-markup.ts';
import { prefixDefects, requestSpellingDefects } from './request-spelling.ts';
import { controlDefects, requestValueDefects } from './request-values.ts';
import { bindingDefects, coverageDefects, ownCallDefects, stabilityDefects, writeDefects } from './results.ts';
import { repeatedDefects, statusDefects } from './status.ts';
import { transportDefects } from './transport.ts';
import { valueDefects } from './value.ts';
import { wrapperDefects } from './wrapper.ts';
import { wsdlDefects } from './wsdl.ts';

/** Faults that show only when a request is sent in variants. */
export const requestDefects: readonly Defect[] = [
  ...requestSpellingDefects,
  ...requestFieldDefects,
  ...requestValueDefects,
  ...requestFaultDefects,
];

/** Every deliberate fault of the reference server, from the wire inwards. */
export const defects: readonly Defect[] = [
  ...transportDefects,
  ...statusDefects,
  ...messageDefects,
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
  ...ownCallDefects,
  ...contradictionDefects,
  ...relationDefects,
  ...readableDefects,
  ...writeDefects,
  ...requestDefects,
  ...wsdlDefects,
  ...stabilityDefects,
  ...laterDefects,
  ...oneBindingDefects,
  ...requestMarkupDefects,
  ...orderDefects,
  ...repeatedDefects,
  ...prefixDefects,
  ...controlDefects,
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
