import { type FieldValue, isList, isRecord, type ParameterValues, type VehicleTypeHeader } from '../value.ts';
import { both, of, over, overHttp, overSoap, reads, takesHeader, writes } from './cells.ts';
import { changes, type Defect, type Effect, rareChanges, table } from './defect.ts';

/** An empty list of records is answered with that of the call before, if it had any. */
function leftOver(): Effect {
  let before: FieldValue = [];
  return rareChanges(of('Get_Video_Links_by_Make'), {
    result: (value) => {
      const answer = isList(value) && value.length === 0 ? before : value;
      before = answer;
      return answer;
    },
  });
}

/** The PartialProd of a call is that of the call before. */
function ofCallBefore(): Effect {
  let before: ParameterValues = {};
  return rareChanges(both(reads, over('soap11'), of('Get_PartialProd_Resources')), {
    parameters: (values) => {
      const { PartialProd = values.PartialProd ?? null } = before;
      before = values;
      return { ...values, PartialProd };
    },
  });
}

/** A call without a header has that of the call before, or the last one that any call had. */
export function ofHeaderBefore(isKept = false): Effect {
  let last: VehicleTypeHeader | null = null;
  return rareChanges(both(reads, overSoap, takesHeader), {
    header: (header) => {
      const before = last;
      last = isKept ? (header ?? last) : header;
      return header ?? before;
    },
  });
}

/** Faults of what a call leaves behind, and of orders. */
export const laterDefects: readonly Defect[] = table(['response.own-call'], 'operations.matching', {
  'records-left-over': ['Where nothing is found, the records of the call before are still there.', leftOver()],
  'call-before-answered': ['Over SOAP 1.1, an answer is for the PartialProd of the call before.', ofCallBefore()],
  'header-left-over': ['A SOAP call without a VehicleTypeHeader gets that of the call before.', ofHeaderBefore()],
  'session-cut': [
    'An order repeats its SessionID without the last character.',
    changes(writes, {
      result: (value) => (isRecord(value) ? { ...value, SessionID: `${value.SessionID}`.slice(0, -1) } : value),
    }),
    { foundBy: ['request.text-fidelity'] },
  ],
});

/** What orders show that are for nothing, or lack a text. */
export const orderDefects: readonly Defect[] = table(['record.missing-value'], 'records.Cart.fields', {
  'number-missing-without-order': [
    'An order of an item that nobody has gets no ItemAvailable.',
    changes(both(writes, overHttp), {
      result: (value) => (isRecord(value) && value.Quantity === '0' ? { ...value, ItemAvailable: null } : value),
    }),
  ],
  'empty-text-refused-in-one-binding': [
    'Add_toCart refuses an empty text over SOAP 1.2.',
    changes(both(writes, over('soap12')), {
      failure: (failure, { parameters }) =>
        Object.values(parameters).includes('') ? { kind: 'plain', message: 'A value is missing.' } : failure,
    }),
    { requirement: 'service.four-bindings', foundBy: ['binding.parity'] },
  ],
});
