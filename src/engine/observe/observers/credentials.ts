import { bindings } from '../../../bindings/bindings.ts';
import type { Call } from '../../../bindings/call.ts';
import { plain, withValue } from '../edit-request.ts';
import type { Observer } from '../observer.ts';

const common = { scope: 'credentials', sees: 'answer' } as const;

/** Made up, and said to be so to whoever reads the target's log. */
const WRONG = 'getdata-conformance-wrong';

/** What is done with callers that are not known. */
export const credentialObservers: readonly Observer[] = [
  {
    ...common,
    id: 'observe.credentials-wrong',
    title: 'A credential is wrong',
    gaps: ['auth.wrong'],
    // Never a real DealerID with a made-up key: a service that locks accounts would lock the user's.
    plan: (cell, base) => {
      const credentials = cell.operation.parameters.filter(({ credential }) => credential);
      const dealer = credentials.filter(({ name }) => name === 'DealerID');
      const made = (parameters: typeof credentials): Call =>
        parameters.reduce((call, parameter) => withValue(call, parameter, WRONG), base);
      return [plain('DealerID', cell, made(dealer)), plain('all', cell, made(credentials))];
    },
  },
  {
    ...common,
    id: 'observe.credentials-absent',
    title: 'A credential is left out',
    gaps: ['auth.missing'],
    plan: (cell, base) =>
      cell.operation.parameters
        .filter(({ credential }) => credential)
        .map(({ name }) => ({
          variant: name,
          request: (context) => {
            const { [name]: _given, ...credentials } = context.credentials;
            const { [name]: _value, ...values } = base.values;
            return bindings[cell.binding].encode({ ...base, values }, { ...context, credentials });
          },
        })),
  },
];
