import { both, overSoap } from '../defects/cells.ts';
import { bodyOf } from '../defects/request-spelling.ts';
import { refusal } from '../defects/status.ts';
import type { MutationContext } from '../mutation.ts';
import type { Variation } from './variation.ts';

/** Whether the request has a VehicleTypeHeader without one of its elements. */
function lacksElement({ header, request, contract }: MutationContext): boolean {
  const written = bodyOf(request);
  return header !== null && contract.header.fields.some(({ name }) => !new RegExp(`[<:]${name}[\\s/>]`).test(written));
}

const refuse = refusal('Server was unable to read request.');

/** Requests that the document does not show, refused. */
export const refusalVariations: readonly Variation[] = [
  {
    id: 'header-element-required',
    title: 'A header that lacks an element is refused.',
    why: 'header.required',
    cells: both(overSoap, ({ operation }) => operation.header !== null),
    hooks: {
      failure: (failure, ctx) => (failure === null && lacksElement(ctx) ? refuse(failure, ctx) : failure),
    },
  },
];
