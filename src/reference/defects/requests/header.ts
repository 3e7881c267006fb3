import { headerValue } from '../../../wire/http/exchange.ts';
import { neutralHeader } from '../../value.ts';
import { fault } from '../../wire/message.ts';
import { both, everywhere, of, over, overSoap, takesHeader } from '../cells.ts';
import { changes, type Defect, recommended, table } from '../defect.ts';
import { onHeaders, refusingHeaders } from '../edits/call.ts';

const beforeEmpty = (names: readonly string[]): readonly string[] =>
  names.includes('') ? names.slice(0, names.indexOf('')) : names;

const inLatin1 = (name: string): string => Buffer.from(name).toString('latin1');

/** Servers that read the VehicleTypeHeader of a call in part. */
export const headerDefects: readonly Defect[] = [
  // The unfiltered answer of that operation has no record of the type that is asked for.
  ...table(recommended(['request.header-values'], of('GetSubmodel_VehicleType'), ['http.status-generated']), {
    'header-filter-refused: A VehicleTypeHeader that switches the filter on is refused.': refusingHeaders(
      ({ Filtervehicles }) => Filtervehicles,
    ),
  }),
  ...table(['http.status-generated', 'request.header-values'], {
    'header-type-refused: The vehicle type Utility_Vehicle is refused.': refusingHeaders(
      ({ VehicleTypeToFilter }) => VehicleTypeToFilter === 'Utility_Vehicle',
    ),
    // Readers that make of one element the element itself.
    'header-single-make-refused: A VehicleTypeHeader with one make in OnlyMake is refused.': refusingHeaders(
      ({ OnlyMake }) => OnlyMake.length === 1,
    ),
    'header-single-model-refused: A VehicleTypeHeader with one model in NoModel is refused.': refusingHeaders(
      ({ NoModel }) => NoModel.length === 1,
    ),
  }),
  ...table(['http.status-generated'], {
    'header-values-refused-together: A header with the type Van, NoMissings and VcdbOnly is refused.': refusingHeaders(
      ({ VehicleTypeToFilter, NoMissings, VcdbOnly }) => VehicleTypeToFilter === 'Van' && NoMissings && VcdbOnly,
    ),
  }),
  ...table(['request.header-values'], {
    'header-long-list-refused: Lists of more than 20 names in the header are refused.': refusingHeaders(
      ({ OnlyMake, NoModel }) => Math.max(OnlyMake.length, NoModel.length) > 20,
    ),
  }),
  ...table(recommended(['request.header-values']), {
    'header-list-of-hundreds-refused: Lists of more than 100 names in the header are refused.': refusingHeaders(
      ({ OnlyMake, NoModel }) => Math.max(OnlyMake.length, NoModel.length) > 100,
    ),
    'header-list-cut-late: Lists in the header are read up to their 256th name.': onHeaders(
      overSoap,
      ({ OnlyMake, NoModel }) => ({ OnlyMake: OnlyMake.slice(0, 256), NoModel: NoModel.slice(0, 256) }),
    ),
    'header-list-cut: Lists in the header are read up to their first name.': onHeaders(
      overSoap,
      ({ OnlyMake, NoModel }) => ({ OnlyMake: OnlyMake.slice(0, 1), NoModel: NoModel.slice(0, 1) }),
    ),
    'header-list-ends-at-empty: Lists in the header are read up to an empty name.': onHeaders(
      overSoap,
      ({ OnlyMake, NoModel }) => ({ OnlyMake: beforeEmpty(OnlyMake), NoModel: beforeEmpty(NoModel) }),
    ),
    'header-names-in-latin-1: Names in the lists of the header are read as Latin-1.': onHeaders(
      overSoap,
      ({ OnlyMake, NoModel }) => ({ OnlyMake: OnlyMake.map(inLatin1), NoModel: NoModel.map(inLatin1) }),
    ),
  }),
  ...table(recommended(['request.header-values'], everywhere, ['binding.same-records']), {
    'last-make-of-header-in-one-version: Of the makes in the header, SOAP 1.2 reads only the last.': onHeaders(
      over('soap12'),
      ({ OnlyMake }) => ({ OnlyMake: OnlyMake.slice(-1) }),
    ),
  }),
  ...table(['binding.same-records'], {
    'header-names-run-together: SOAP 1.2 reads the names in NoModel without spaces and hyphens: CR-V is CRV.':
      onHeaders(both(over('soap12'), of('GetModel_VehicleType')), ({ NoModel }) => ({
        NoModel: NoModel.map((name) => name.replaceAll(/[ -]/g, '')),
      })),
    'header-not-switched-off: SOAP 1.2 leaves out the models of NoModel although Filtervehicles is false.': onHeaders(
      both(over('soap12'), of('GetModel_VehicleType')),
      ({ NoModel }) => ({ ...neutralHeader, Filtervehicles: true, NoModel }),
    ),
  }),
  ...table(['binding.same-without-header'], {
    // As if a client had sent a header that accepts only one make.
    'absent-header-filters: SOAP calls without a VehicleTypeHeader are filtered anyway.': changes(
      both(overSoap, takesHeader),
      { header: (block) => block ?? { ...neutralHeader, Filtervehicles: true, OnlyMake: ['Nobody'] } },
    ),
  }),
];

/** Servers that know one way of naming the operation beside the envelope. */
export const actionDefects: readonly Defect[] = table(['http.status', 'binding.reachable', 'request.soapaction'], {
  'soapaction-quotes-refused: A SOAPAction in quotes is not recognised.': changes(over('soap11'), {
    failure: (failure, { request }) => {
      const action = headerValue(request.headers, 'soapaction') ?? '';
      if (!action.startsWith('"')) return failure;
      return fault('Client', `Server did not recognize the value of HTTP Header SOAPAction: ${action}.`);
    },
  }),
  'soap12-action-required: SOAP 1.2 is not answered without an action.': changes(over('soap12'), {
    failure: (failure, { request }) => {
      if (/action=/.test(headerValue(request.headers, 'content-type') ?? '')) return failure;
      return fault('Client', 'Unable to handle request without a valid action parameter.');
    },
  }),
});
