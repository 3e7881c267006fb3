import { isSoap } from '../../../bindings/binding.ts';
import { edited, editParameters, firstString, parametersOf, plain, withValue } from '../edit-request.ts';
import type { Observer } from '../observer.ts';

const common = { scope: 'parameters', sees: 'answer' } as const;

/** More characters than a form or a database column is likely to be made for. */
const LONG = 10_000;

/** What is done with parameters that are not as the table 'Operations' has them. */
export const parameterObservers: readonly Observer[] = [
  {
    ...common,
    id: 'observe.parameter-missing',
    title: 'A parameter is left out',
    gaps: ['operations.parameter-required'],
    plan: (cell, base) =>
      parametersOf(cell, 'any').map((parameter) => {
        const { [parameter.name]: _left, ...values } = base.values;
        return plain(parameter.name, cell, { ...base, values });
      }),
  },
  {
    ...common,
    id: 'observe.parameter-empty',
    title: 'A parameter is sent empty',
    gaps: ['operations.parameter-empty'],
    plan: (cell, base) =>
      parametersOf(cell, 'any').map((parameter) => plain(parameter.name, cell, withValue(base, parameter, ''))),
  },
  {
    ...common,
    id: 'observe.no-match',
    title: 'A string parameter has a value that nothing has',
    gaps: ['operations.empty-results'],
    plan: (cell, base) =>
      firstString(cell).map((parameter) => plain(parameter.name, cell, withValue(base, parameter, 'No-Such-Thing'))),
  },
  {
    ...common,
    id: 'observe.parameter-repeated',
    title: 'A string parameter is sent twice, the second time with another value',
    gaps: ['operations.parameter-surplus'],
    plan: (cell, base) =>
      firstString(cell).map(({ name }) =>
        edited(name, cell, base, (request) =>
          editParameters(cell, request, (all) =>
            all.flatMap((one) => (one[0] === name ? [one, [name, 'Another']] : [one])),
          ),
        ),
      ),
  },
  {
    ...common,
    id: 'observe.parameter-unknown',
    title: 'A parameter that the operation does not have is sent as well',
    gaps: ['operations.parameter-surplus'],
    plan: (cell, base) => [
      edited('last', cell, base, (request) => editParameters(cell, request, (all) => [...all, ['Unknown', '1']])),
    ],
  },
  {
    ...common,
    id: 'observe.parameter-reordered',
    title: 'The parameters come in reverse order',
    gaps: ['operations.parameter-surplus'],
    plan: (cell, base) => [
      edited('reversed', cell, base, (request) => editParameters(cell, request, (all) => all.toReversed())),
    ],
  },
  {
    ...common,
    id: 'observe.parameter-not-a-number',
    title: 'An int or long parameter is no number',
    gaps: ['operations.parameter-lexical'],
    plan: (cell, base) =>
      parametersOf(cell, 'number').flatMap((parameter) => [
        plain(`${parameter.name}.text`, cell, withValue(base, parameter, 'abc')),
        plain(`${parameter.name}.fraction`, cell, withValue(base, parameter, '5.5')),
      ]),
  },
  {
    ...common,
    id: 'observe.parameter-out-of-range',
    title: 'An int or long parameter is beyond 64 bits',
    gaps: ['operations.parameter-lexical'],
    plan: (cell, base) =>
      parametersOf(cell, 'number').map((parameter) =>
        plain(parameter.name, cell, withValue(base, parameter, '99999999999999999999')),
      ),
  },
  {
    ...common,
    id: 'observe.parameter-long',
    title: `A string parameter has ${LONG} characters`,
    gaps: ['limits.sizes'],
    plan: (cell, base) =>
      firstString(cell).map((parameter) =>
        plain(`${parameter.name}.${LONG}`, cell, withValue(base, parameter, 'x'.repeat(LONG))),
      ),
  },
  {
    ...common,
    id: 'observe.parameter-comment',
    title: 'A comment stands inside a parameter',
    gaps: ['operations.parameter-markup'],
    plan: (cell, base) =>
      isSoap(cell.binding)
        ? firstString(cell).map(({ name }) =>
            edited(name, cell, base, (request) =>
              editParameters(cell, request, (all) =>
                all.map(([key, text]) => [key, key === name ? `${text}<!-- a comment -->` : text]),
              ),
            ),
          )
        : [],
  },
  {
    ...common,
    id: 'observe.parameter-markup',
    title: 'A parameter has a < and a letter, over GET and POST',
    gaps: ['operations.parameter-markup'],
    plan: (cell, base) =>
      isSoap(cell.binding)
        ? []
        : firstString(cell).map((parameter) => plain(parameter.name, cell, withValue(base, parameter, 'x<b'))),
  },
  {
    ...common,
    id: 'observe.parameter-case',
    title: 'The names of the parameters are in lower case, over GET and POST',
    gaps: ['operations.parameter-surplus'],
    plan: (cell, base) =>
      isSoap(cell.binding)
        ? []
        : [
            edited('lower', cell, base, (request) =>
              editParameters(cell, request, (all) => all.map(([name, text]) => [name.toLowerCase(), text])),
            ),
          ],
  },
];
