import type { Contract } from '../contract/model.ts';
import type { HeaderFields } from '../wire/soap/call.ts';

/** By its name the switch of the VehicleTypeHeader: without it the other fields may do nothing, which is not shown. */
export const FILTERING: HeaderFields = { Filtervehicles: 'true' };

/** The other fields of the header that are on or off. */
export const switchesOf = ({ header }: Contract): readonly string[] =>
  header.fields.flatMap(({ name, content }) =>
    content.kind === 'simple' && content.type === 'boolean' && FILTERING[name] === undefined ? [name] : [],
  );

/** The parameter that is named by what a list of the header names. */
export const namedBy = (field: string): string => field.replace(/^(Only|No)/, '');
