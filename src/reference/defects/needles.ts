import type { Parameter } from '../../contract/model.ts';
import type { MutationContext } from '../mutation.ts';
import { both, echoesText, of, overSoap, takesHeader, takesText } from './cells.ts';
import { type Defect, type Effect, type Hooks, type Observable, table } from './defect.ts';
import { editField, inSome, ofType, operationOf } from './edit.ts';
import { swap } from './record-order.ts';
import { rarely } from './request-spelling.ts';
import { refusal } from './status.ts';

type Holds = (value: string | bigint) => boolean;
export const ASTRAL = /[\u{10000}-\u{10FFFF}]/u;
const refuse = refusal('Server was unable to process request. ---> The value could not be converted.');

/** Whether one of the parameters of a call has a value of that kind. Credentials are never generated. */
function some(holds: Holds, ctx: MutationContext): boolean {
  return operationOf(ctx).parameters.some(({ name, credential }) => {
    const value = ctx.parameters[name] ?? null;
    return !credential && value !== null && holds(value);
  });
}

const takes =
  (wanted: (parameter: Parameter) => boolean): Observable =>
  ({ operation }) =>
    operation.parameters.some((parameter) => !parameter.credential && wanted(parameter));

const refusing = (cells: Observable, holds: Holds): Effect =>
  rarely(cells, { failure: (failure, ctx) => (failure === null && some(holds, ctx) ? refuse(failure, ctx) : failure) });
export const texts = (holds: (text: string) => boolean): Effect =>
  refusing(takesText, (value) => typeof value === 'string' && holds(value));
export const numbers = (
  holds: (number: bigint) => boolean,
  wanted = ({ type }: Parameter) => type !== 'string',
): Effect => refusing(takes(wanted), (value) => typeof value === 'bigint' && holds(value));

const filterRefused: Hooks = {
  failure: (failure, ctx) => (ctx.header?.Filtervehicles ? refusal('No such filter.')(failure, ctx) : failure),
};
const ampersandRaw: Hooks = {
  text: (xml, ctx) => {
    const isThere = some((value) => typeof value === 'string' && value.includes('&'), ctx);
    return isThere ? xml.replaceAll('&amp;', '&') : xml;
  },
};
const swappedForT = inSome(swap, ({ parameters: { Make } }) => typeof Make === 'string' && Make.startsWith('T'));
const emptyInt = editField('top', ofType('int'), (element) => [{ ...element, children: [] }]);
const emptyMcat = inSome(emptyInt, ({ parameters: { mcat } }) => (mcat ?? 0n) === 0n);

/** Faults that only some values of the parameters trigger. */
export const needleDefects: readonly Defect[] = table(['http.status-generated'], 'errors.success-status', {
  'negative-int-refused': ['Numbers below zero are refused.', numbers((number) => number < 0n)],
  'zero-refused': ['Zero is refused.', numbers((number) => number === 0n)],
  'long-parameter-as-int': [
    'A long parameter is read as an int, so that larger numbers are refused.',
    numbers(
      (number) => number >= 2n ** 31n,
      ({ type }) => type === 'long',
    ),
  ],
  'long-text-refused': ['Texts of more than 256 characters are refused.', texts((text) => text.length > 256)],
  'apostrophe-refused': ['Texts with an apostrophe are refused.', texts((text) => text.includes("'"))],
  'astral-text-refused': ['Characters beyond U+FFFF are refused.', texts((text) => ASTRAL.test(text))],
  'empty-text-refused': ['Empty texts are refused.', texts((text) => text === '')],
  'header-filter-refused': [
    'A VehicleTypeHeader that switches the filter on is refused.',
    rarely(both(overSoap, takesHeader), filterRefused),
    { requirement: 'header.Filtervehicles', foundBy: ['http.status-generated', 'request.header-values'] },
  ],
  'ampersand-echoed-raw': [
    'An ampersand in a parameter comes back unescaped.',
    rarely(echoesText, ampersandRaw),
    { requirement: 'service.xml', foundBy: ['xml.well-formed'] },
  ],
  'make-swaps-fields': [
    'For makes that begin with T the first two fields are swapped.',
    rarely(
      takes(({ name }) => name === 'Make'),
      swappedForT.hooks,
    ),
    { foundBy: ['record.field-order'] },
  ],
  'unknown-mcat-empty': [
    'An unknown mcat is answered with an empty Mcat.',
    rarely(of('McatCode_check'), emptyMcat.hooks),
    { requirement: 'records.McatCode.fields', foundBy: ['value.int'] },
  ],
});
