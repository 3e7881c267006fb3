import { editBody } from '../../calls/spelling/edit-envelope.ts';
import { editParameters } from '../../calls/spelling/edit-parameters.ts';
import type { Contract } from '../../contract/model.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import type { Call, HeaderFields } from '../../wire/soap/call.ts';
import { httpBindings, soapBindings } from '../rule.ts';
import { edited, editsOver, over, worded } from './edit-request.ts';
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

/** A plain request with the fields of its header in reverse order. */
function reversed(request: HttpRequest, { header: { name, fields } }: Contract): HttpRequest {
  const fieldStart = new RegExp(`(?=<(?:${fields.map((field) => field.name).join('|')})>)`);
  return editBody(request, (text) => {
    const start = text.indexOf('>', text.indexOf(`<${name} `)) + 1;
    const end = text.indexOf(`</${name}>`);
    return `${text.slice(0, start)}${text.slice(start, end).split(fieldStart).toReversed().join('')}${text.slice(end)}`;
  });
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
  // What is lost in this order no longer filters: the answer is that to `header-effect`, or the unfiltered one.
  'observe.header-reordered': [
    'The fields of the VehicleTypeHeader come in reverse order and request a filter',
    ['header.order'],
    over(soapBindings, (cell, base) => [
      {
        variant: 'reversed',
        request: (context) => {
          const header = { ...base.header, Filtervehicles: 'true', OnlyMake: [context.word('OnlyMake')] };
          return reversed(bindings[cell.binding].encode({ ...base, header }, context), context.contract);
        },
      },
    ]),
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
    editsOver(httpBindings, {
      parameters: (request, cell) =>
        editParameters(request, cell, (all) => [...all, ['Filtervehicles', 'true'], ['VehicleTypeToFilter', 'Truck']]),
    }),
  ],
});
