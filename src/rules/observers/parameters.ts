import { editParameters } from '../../calls/spelling/edit-parameters.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import { withValue } from '../../wire/soap/call.ts';
import { httpBindings, soapBindings } from '../rule.ts';
import { edited, editedString, edits, editsOver, otherValues, over, parametersOf, worded } from './edit-request.ts';
import { type Observer, observersOf } from './observer.ts';

/** More characters than a form or a database column is likely to accept. */
const LONG = 10_000;

/** How the target handles texts that the document describes as values of a parameter, but not what comes of them. */
export const valueObservers: readonly Observer[] = observersOf(
  'parameters',
  {
    'observe.parameter-empty': [
      'A parameter is sent empty',
      ['operations.parameter-empty'],
      otherValues('all', { '': () => '' }),
    ],
    'observe.no-match': [
      'A string parameter has a value that no record has',
      ['operations.empty-results'],
      otherValues('string', { '': (word) => word }),
    ],
    'observe.parameter-not-a-number': [
      'An int or long parameter is not a number',
      ['operations.parameter-lexical'],
      otherValues('numbers', { '.text': (word) => word, '.fraction': (word) => `${word.length}.5` }),
    ],
    'observe.parameter-out-of-range': [
      'An int or long parameter is beyond 64 bits',
      ['operations.parameter-lexical'],
      otherValues('numbers', { '': (word) => '9'.repeat(15 + word.length) }),
    ],
    'observe.parameter-long': [
      `A string parameter has ${LONG} characters`,
      ['limits.sizes'],
      otherValues('string', { [`.${LONG}`]: (word) => word.repeat(LONG).slice(0, LONG) }),
    ],
    'observe.parameter-comment': [
      'A comment is inside a parameter',
      ['operations.parameter-markup'],
      over(
        soapBindings,
        editedString((all, name, word) =>
          all.map(([key, text]) => [key, key === name ? `${text}<!-- ${word} -->` : text]),
        ),
      ),
    ],
    'observe.parameter-markup': [
      'A parameter has a < and a letter, over GET and POST',
      ['operations.parameter-markup'],
      over(httpBindings, otherValues('string', { '': (word) => `${word}<b` })),
    ],
  },
  'observed',
);

/** How the target handles parameters that differ from the table 'Operations'. */
export const parameterObservers: readonly Observer[] = observersOf('parameters', {
  'observe.parameter-missing': [
    'A parameter is left out',
    ['operations.parameter-required'],
    (cell, base) =>
      parametersOf(cell, 'all').map((parameter) => {
        const { [parameter.name]: _left, ...values } = base.values;
        return edited(parameter.name, cell, { ...base, values });
      }),
  ],
  'observe.parameter-repeated': [
    'A string parameter is sent twice, the second time with another value',
    ['operations.parameter-surplus'],
    editedString((all, name, word) => all.flatMap((one) => (one[0] === name ? [one, [name, word]] : [one]))),
  ],
  'observe.parameter-unknown': [
    'A parameter that the operation does not have is sent as well',
    ['operations.parameter-surplus'],
    edits({ last: (request, cell, { word }) => editParameters(request, cell, (all) => [...all, [word('name'), '1']]) }),
  ],
  'observe.parameter-reordered': [
    'The parameters come in reverse order',
    ['operations.parameter-surplus'],
    edits({ reversed: (request, cell) => editParameters(request, cell, (all) => all.toReversed()) }),
  ],
  'observe.parameter-case': [
    'The names of the parameters are in lower case, over GET and POST',
    ['operations.parameter-surplus'],
    editsOver(httpBindings, {
      lower: (request, cell) =>
        editParameters(request, cell, (all) => all.map(([name, text]) => [name.toLowerCase(), text])),
    }),
  ],
});

/** How the target handles unknown callers. */
export const credentialObservers: readonly Observer[] = observersOf('credentials', {
  'observe.credentials-wrong': [
    'A credential is wrong',
    ['auth.wrong'],
    // Never a real DealerID with a made-up key: a service that locks accounts would lock the user's.
    (cell, base) => {
      const credentials = cell.operation.parameters.filter(({ credential }) => credential);
      const dealer = credentials.filter(({ name }) => name === 'DealerID');
      const made = (variant: string, parameters: typeof credentials) =>
        worded(variant, cell, (word) => parameters.reduce((call, parameter) => withValue(call, parameter, word), base));
      return [made('DealerID', dealer), made('all', credentials)];
    },
  ],
  'observe.credentials-absent': [
    'A credential is left out',
    ['auth.missing'],
    ({ operation, binding }, base) =>
      operation.parameters
        .filter(({ credential }) => credential)
        .map(({ name }) => ({
          variant: name,
          request: (context) => {
            const { [name]: _given, ...credentials } = context.credentials;
            const { [name]: _value, ...values } = base.values;
            return bindings[binding].encode({ ...base, values }, { ...context, credentials });
          },
        })),
  ],
});
