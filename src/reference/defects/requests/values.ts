import { loadCatalog } from '../../catalog.ts';
import type { ParameterValues } from '../../value.ts';
import { swapped } from '../answers/record-order.ts';
import {
  arrays,
  both,
  echoesAny,
  echoesText,
  either,
  everywhere,
  type Observable,
  of,
  over,
  overHttp,
  reads,
  repeatsNumber,
  single,
  takes,
  takesText,
} from '../cells.ts';
import { byChance, changes, type Defect, type Effect, orFidelity, rareChanges, recommended, table } from '../defect.ts';
import {
  holdsValue,
  rarely,
  readingNumbers,
  refusal,
  refusingCalls,
  refusingNumbers,
  refusingTexts,
} from '../edits/call.ts';
import { refusing, rewriting } from '../edits/request.ts';
import { editField, inSome, ofType, operationOf } from '../edits/tree.ts';
import { textDefects } from './texts.ts';

const LONG_OR_REFUSED = recommended(['request.long-parameters'], everywhere, ['http.status-generated']);
const takesLong = takes(({ type }) => type === 'long');
const swappedForT = inSome(swapped('top'), ({ Make }) => typeof Make === 'string' && Make.startsWith('T'));
const emptyInt = editField('top', ofType('int'), (element) => [{ ...element, children: [] }]);
const emptyMcat = inSome(emptyInt, ({ mcat }) => (mcat ?? 0n) === 0n);

function isOneIn500(text: string): boolean {
  return [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 500, 0) === 17;
}

/** Faults that only some values of the parameters trigger. */
const triggeredDefects = [
  ...table(['http.status-generated'], {
    'negative-int-refused: Numbers below zero are refused.': refusingNumbers((number) => number < 0n),
    'zero-refused: Zero is refused.': refusingNumbers((number) => number === 0n),
    'long-text-refused: Texts of more than 256 characters are refused.': refusingTexts((text) => text.length > 256),
    'empty-text-refused: Empty texts are refused.': refusingTexts((text) => text === ''),
    'object-key-refused: Texts that each object of JavaScript has as a name are refused.': refusingTexts(
      (text) => text in {},
    ),
    'blank-refused: Texts of white space alone are refused.': refusingTexts(
      (text) => /^\s+$/.test(text),
      of('Get_Inventory', 'Get_Model_MMSY', 'GetModel_VehicleType'),
    ),
    'one-product-in-500-refused: One ProductID in 500 is refused.': byChance(
      { profile: 'thorough', runs: 3, found: 2 },
      rarely(
        of('Get_Basevehicle_Images'),
        refusingCalls(({ parameters }) => isOneIn500(`${parameters.ProductID}`)),
      ),
    ),
  }),
  ...table(orFidelity({ foundBy: ['http.status-generated'] }), {
    'apostrophe-refused: Texts with an apostrophe are refused.': refusingTexts((text) => text.includes("'")),
    'astral-text-refused: Characters beyond U+FFFF are refused.': refusingTexts((text) =>
      /[\u{10000}-\u{10FFFF}]/u.test(text),
    ),
  }),
  ...table(
    { foundBy: ['http.status-generated'], besides: ['request.url-encoding'] },
    {
      'parentheses-refused: A query with parentheses in a value is refused with 403, as by a filter before the server.':
        refusing(403, ({ path }) => /[()]|%2[89]/.test(path), both(over('http-get'), takesText)),
    },
  ),
  ...table(
    { ...recommended(['request.text-fidelity']), besides: ['http.status-generated', 'binding.parity'] },
    {
      // As templates are filled in, and C, Python and printf of shells format texts.
      'template-refused: Texts with what templates act on are refused, in a field that repeats them.': refusingTexts(
        (text) => /\{\{|%[sdif]/.test(text),
        echoesText,
      ),
    },
  ),
  ...table(LONG_OR_REFUSED, {
    'long-parameter-as-int: A long parameter is read as an int, so that larger numbers are refused.': refusingNumbers(
      (number) => number >= 2n ** 31n,
      takesLong,
    ),
  }),
  // A text with a reference alone comes back as another one.
  ...table(orFidelity({ foundBy: ['xml.well-formed'] }), {
    'ampersand-echoed-raw: An ampersand in a parameter comes back unescaped.': rarely(echoesText, {
      text: (xml, ctx) => {
        const isSent = holdsValue((value) => typeof value === 'string' && value.includes('&'), ctx);
        return isSent ? xml.replaceAll('&amp;', '&') : xml;
      },
    }),
  }),
  ...table(['record.field-order'], {
    'make-swaps-fields: For makes that begin with T the first two fields are swapped.': rarely(
      takes(({ name }) => name === 'Make'),
      swappedForT.hooks,
    ),
  }),
  ...table(['value.int'], {
    'unknown-mcat-empty: An unknown mcat is answered with an empty Mcat.': rarely(
      of('McatCode_check'),
      emptyMcat.hooks,
    ),
  }),
];

const CATALOGUED = new Set(JSON.stringify(loadCatalog()).match(/\d+/g));
const hasNumber = (parameters: ParameterValues, is: (number: bigint) => boolean): boolean =>
  Object.values(parameters).some((value) => typeof value === 'bigint' && is(value));
const isCatalogued = (parameters: ParameterValues): boolean =>
  !hasNumber(parameters, (number) => !CATALOGUED.has(`${number}`));
const isBeyondInt = (number: bigint): boolean => BigInt.asIntN(32, number) !== number;

/** Changes numbers: an array then has no records, which parity shows too; a single record has other values. */
const number = (cells: Observable, edit: (number: bigint) => bigint): Effect =>
  changes(both(reads, overHttp, repeatsNumber, cells), readingNumbers(edit));

const numberDefects = [
  ...table(['request.text-parameters'], {
    'number-text-as-zero: A number that comes as text is read as 0.': number(arrays, () => 0n),
    'number-text-cut: The last digit of a number that comes as text is lost.': number(single, (all) => all / 10n),
  }),
  ...table(['request.long-parameters'], {
    'long-parameter-wraps: Only the lower 32 bits of a long parameter are read.': rareChanges(
      both(reads, takesLong),
      readingNumbers((value) => BigInt.asIntN(32, value)),
    ),
    'int-parameter-in-24-bits: Only the lower 24 bits of an int parameter are read.': rarely(
      of('Get_PartialProd_Resources_vehicle'),
      readingNumbers((value) => BigInt.asIntN(24, value)),
    ),
    'number-without-sign: The sign of a number is lost.': rarely(
      either(takesLong, of('Get_PartialProd_Resources_vehicle')),
      readingNumbers((value) => (value < 0n ? -value : value)),
    ),
  }),
  ...table(['request.long-parameters', 'http.status-generated'], {
    'long-parameter-wraps-among-faults: A long parameter loses its upper 32 bits, and unknown numbers are refused.':
      rarely(takesLong, {
        ...readingNumbers((value) => BigInt.asIntN(32, value)),
        ...refusingCalls(({ parameters }) => !isCatalogued(parameters)),
      }),
  }),
  ...table(LONG_OR_REFUSED, {
    'long-parameter-misnamed-fault: Unknown numbers are refused, and those beyond 32 bits as no numbers.': rarely(
      takesLong,
      {
        failure: (failure, ctx) => {
          const { parameters } = ctx;
          if (isCatalogued(parameters)) return failure;
          return refusal(
            hasNumber(parameters, isBeyondInt) ? 'Value was too large for an Int32.' : 'Nothing was found.',
          )(failure, ctx);
        },
      },
    ),
  }),
  ...table(['request.parameter-case'], {
    'parameter-case-ignored: The names of SOAP parameters are matched in any case.': rewriting(
      (envelope, ctx) =>
        operationOf(ctx).parameters.reduce(
          (written, { name }) => written.replaceAll(new RegExp(`(</?(?:\\w+:)?)${name}(?=[\\s/>])`, 'gi'), `$1${name}`),
          envelope,
        ),
      echoesAny,
    ),
  }),
];

export const requestValueDefects: readonly Defect[] = [...triggeredDefects, ...textDefects, ...numberDefects];
