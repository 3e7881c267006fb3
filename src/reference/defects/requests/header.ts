import { neutralHeader } from '../../value.ts';
import { fault, headerOf } from '../../wire/message.ts';
import { both, of, over, overSoap, takesHeader } from '../cells.ts';
import { changes, type Defect, recommended, table } from '../defect.ts';
import { onHeaders, refusingHeaders } from '../edits/call.ts';

/** Servers that read the VehicleTypeHeader of a call in part. */
export const headerDefects: readonly Defect[] = table(['request.header-values'], 'header.OnlyMake', {
  'header-filter-refused': [
    'A VehicleTypeHeader that switches the filter on is refused.',
    refusingHeaders(({ Filtervehicles }) => Filtervehicles), // The unfiltered answer of that operation has no record of the type that is asked for.
    {
      requirement: 'header.Filtervehicles',
      ...recommended(['request.header-values'], of('GetSubmodel_VehicleType')),
      foundBy: ['http.status-generated', 'request.header-values'],
    },
  ],
  'header-type-refused': [
    'The vehicle type Utility_Vehicle is refused.',
    refusingHeaders(({ VehicleTypeToFilter }) => VehicleTypeToFilter === 'Utility_Vehicle'),
    { requirement: 'header.VehicleTypeToFilter', foundBy: ['http.status-generated', 'request.header-values'] },
  ],
  'header-values-refused-together': [
    'A header with the type Van, NoMissings and VcdbOnly is refused.',
    refusingHeaders(
      ({ VehicleTypeToFilter, NoMissings, VcdbOnly }) => VehicleTypeToFilter === 'Van' && NoMissings && VcdbOnly,
    ),
    { requirement: 'header.VehicleTypeHeader', foundBy: ['http.status-generated'] },
  ],
  'header-long-list-refused': [
    'Lists of more than 20 names in the header are refused.',
    refusingHeaders(({ OnlyMake, NoModel }) => Math.max(OnlyMake.length, NoModel.length) > 20),
  ],
  'header-list-cut': [
    'Lists in the header are read up to their first name.',
    onHeaders(overSoap, ({ OnlyMake, NoModel }) => ({ OnlyMake: OnlyMake.slice(0, 1), NoModel: NoModel.slice(0, 1) })),
    recommended(['request.header-values']),
  ],
  'last-make-of-header-in-one-version': [
    'Of the makes in the header, SOAP 1.2 reads only the last.',
    onHeaders(over('soap12'), ({ OnlyMake }) => ({ OnlyMake: OnlyMake.slice(-1) })),
    { ...recommended(['request.header-values']), foundBy: ['binding.same-records', 'request.header-values'] },
  ],
  'header-not-switched-off': [
    'SOAP 1.2 leaves out the models of NoModel although Filtervehicles is false.',
    onHeaders(both(over('soap12'), of('GetModel_VehicleType')), ({ NoModel }) => ({
      ...neutralHeader,
      Filtervehicles: true,
      NoModel,
    })),
    { requirement: 'header.Filtervehicles', foundBy: ['binding.same-records'] },
  ],
  'absent-header-filters': [
    'SOAP calls without a VehicleTypeHeader are filtered anyway.',
    // As if a client had sent a header that accepts only one make.
    changes(both(overSoap, takesHeader), {
      header: (block) => block ?? { ...neutralHeader, Filtervehicles: true, OnlyMake: ['Nobody'] },
    }),
    { requirement: 'records.same-over-http', foundBy: ['binding.same-without-header'] },
  ],
});

/** Servers that know one way of naming the operation beside the envelope. */
export const actionDefects: readonly Defect[] = table(
  ['http.status', 'binding.reachable', 'request.soapaction'],
  'bindings.soap11.soapaction',
  {
    'soapaction-quotes-refused': [
      'A SOAPAction in quotes is not recognised.',
      changes(over('soap11'), {
        failure: (failure, { request }) => {
          const action = headerOf(request.headers, 'soapaction') ?? '';
          if (!action.startsWith('"')) return failure;
          return fault('Client', `Server did not recognize the value of HTTP Header SOAPAction: ${action}.`);
        },
      }),
    ],
    'soap12-action-required': [
      'SOAP 1.2 is not answered without an action.',
      changes(over('soap12'), {
        failure: (failure, { request }) => {
          if (/action=/.test(headerOf(request.headers, 'content-type') ?? '')) return failure;
          return fault('Client', 'Unable to handle request without a valid action parameter.');
        },
      }),
      'bindings.soap12.no-soapaction',
    ],
  },
);
