import { isSoap } from '../../../bindings/binding.ts';
import type { Call, HeaderFields } from '../../../bindings/call.ts';
import type { Cell } from '../../../contract/model.ts';
import { edited, editParameters, plain } from '../edit-request.ts';
import type { ObservedRequest, Observer } from '../observer.ts';

const common = { scope: 'header', sees: 'answer' } as const;

function withFields(variant: string, cell: Cell, base: Call, fields: HeaderFields): ObservedRequest {
  return plain(variant, cell, { ...base, header: { ...base.header, ...fields } });
}

function without(element: string, base: Call): Call {
  const left = Object.entries(base.header ?? {}).filter(([name]) => name !== element);
  return { ...base, header: Object.fromEntries(left) };
}

/** What becomes of the VehicleTypeHeader where the document is silent about it. */
export const vehicleHeaderObservers: readonly Observer[] = [
  {
    ...common,
    id: 'observe.header-absent',
    title: 'The VehicleTypeHeader is left out',
    gaps: ['header.required'],
    plan: (cell, base) => (isSoap(cell.binding) ? [plain('absent', cell, { ...base, header: null })] : []),
  },
  {
    ...common,
    id: 'observe.header-element-absent',
    title: 'An element of the VehicleTypeHeader is left out',
    gaps: ['header.required'],
    plan: (cell, base, { header }) =>
      isSoap(cell.binding) ? header.fields.map(({ name }) => plain(name, cell, without(name, base))) : [],
  },
  {
    ...common,
    id: 'observe.header-effect',
    title: 'The VehicleTypeHeader asks for a filter',
    gaps: ['header.effect'],
    plan: (cell, base) =>
      isSoap(cell.binding)
        ? [
            withFields('Truck', cell, base, { Filtervehicles: 'true', VehicleTypeToFilter: 'Truck' }),
            withFields('OnlyMake', cell, base, { Filtervehicles: 'true', OnlyMake: ['No-Such-Make'] }),
            withFields('NoMissings', cell, base, { NoMissings: 'true', VcdbOnly: 'true' }),
          ]
        : [],
  },
  {
    ...common,
    id: 'observe.header-unknown-value',
    title: 'A field of the VehicleTypeHeader has a value that the document does not list',
    gaps: ['header.unknown-value'],
    plan: (cell, base) =>
      isSoap(cell.binding)
        ? [
            withFields('VehicleTypeToFilter', cell, base, { VehicleTypeToFilter: 'Boat' }),
            withFields('Filtervehicles', cell, base, { Filtervehicles: 'maybe' }),
          ]
        : [],
  },
  {
    ...common,
    id: 'observe.header-over-http',
    title: 'Fields of the VehicleTypeHeader are sent as parameters over GET and POST',
    gaps: ['header.http'],
    plan: (cell, base) =>
      isSoap(cell.binding)
        ? []
        : [
            edited('parameters', cell, base, (request) =>
              editParameters(cell, request, (all) => [
                ...all,
                ['Filtervehicles', 'true'],
                ['VehicleTypeToFilter', 'Truck'],
              ]),
            ),
          ],
  },
];
