import type { Contract } from '../../contract/model.ts';
import type { Evidence } from '../../rules/evidence.ts';
import { difference, digestOf } from '../../rules/same-answer.ts';
import { hasNoData } from '../../wire/soap/parsed-response.ts';

/**
 * The answer whose call probes vary: the first with data, or the first that its VehicleTypeHeader changes, since one
 * that changes nothing would hide its loss. Null if no call was answered with data.
 */
export function probedCall(all: readonly Evidence[], contract: Contract): Evidence | null {
  const shown = all.filter(({ reading }) => reading.response?.status === 200 && reading.success && !hasNoData(reading));
  const valuesOf = ({ call }: Evidence): string => JSON.stringify(call.values);
  const unfiltered = new Map(
    shown.flatMap((one) => (one.call.header?.Filtervehicles === 'false' ? [[valuesOf(one), one] as const] : [])),
  );
  const changed = shown.find((one) => {
    const other = unfiltered.get(valuesOf(one));
    if (other === undefined || one.call.header?.Filtervehicles !== 'true') return false;
    return difference(digestOf(other.reading, contract), digestOf(one.reading, contract)) !== null;
  });
  return changed ?? shown[0] ?? null;
}
