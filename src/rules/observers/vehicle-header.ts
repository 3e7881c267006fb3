import { editParameters } from '../../calls/spelling/edit-parameters.ts';
import type { Call, HeaderFields } from '../../wire/soap/call.ts';
import { httpBindings, soapBindings } from '../rule.ts';
import { edited, edits, over, worded } from './edit-request.ts';
import { type Observer, observersOf } from './observer.ts';

/** The base call with other fields in its header, by their variants. */
function otherFields(variants: Readonly<Record<string, (word: string) => HeaderFields>>): Observer['plan'] {
  return over(soapBindings, (cell, base) =>
    Object.entries(variants).map(([variant, fieldsOf]) =>
      worded(variant, cell, (word) => ({ ...base, header: { ...base.header, ...fieldsOf(word) } })),
    ),
  );
}

function without(element: string, base: Call): Call {
  const left = Object.entries(base.header ?? {}).filter(([name]) => name !== element);
  return { ...base, header: Object.fromEntries(left) };
}

/** How the VehicleTypeHeader is handled where the document is silent about it. */
export const vehicleHeaderObservers: readonly Observer[] = observersOf('header', {
  'observe.header-absent': [
    'The VehicleTypeHeader is left out',
    ['header.required'],
    over(soapBindings, (cell, base) => [edited('absent', cell, { ...base, header: null })]),
  ],
  'observe.header-element-absent': [
    'An element of the VehicleTypeHeader is left out',
    ['header.required'],
    over(soapBindings, (cell, base, { header }) =>
      header.fields.map(({ name }) => edited(name, cell, without(name, base))),
    ),
  ],
  'observe.header-effect': [
    'The VehicleTypeHeader requests a filter',
    ['header.effect'],
    otherFields({
      Truck: () => ({ Filtervehicles: 'true', VehicleTypeToFilter: 'Truck' }),
      OnlyMake: (word) => ({ Filtervehicles: 'true', OnlyMake: [word] }),
      NoMissings: () => ({ NoMissings: 'true', VcdbOnly: 'true' }),
    }),
  ],
  'observe.header-unknown-value': [
    'A field of the VehicleTypeHeader has a value that the document does not list',
    ['header.unknown-value'],
    otherFields({
      VehicleTypeToFilter: (word) => ({ VehicleTypeToFilter: word }),
      Filtervehicles: (word) => ({ Filtervehicles: word }),
    }),
  ],
  'observe.header-over-http': [
    'Fields of the VehicleTypeHeader are sent as parameters over GET and POST',
    ['header.http'],
    over(
      httpBindings,
      edits({
        parameters: (request, cell) =>
          editParameters(request, cell, (all) => [
            ...all,
            ['Filtervehicles', 'true'],
            ['VehicleTypeToFilter', 'Truck'],
          ]),
      }),
    ),
  ],
});
