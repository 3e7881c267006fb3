import type { MutationContext } from '../mutation.ts';
import { fault } from '../wire/failure.ts';
import { headerOf } from '../wire/message.ts';
import { arrays, both, over, overHttp, overSoap } from './cells.ts';
import type { Defect, Hooks, Observable } from './defect.ts';
import { operationOf } from './edit.ts';
import { editedBody } from './request-spelling.ts';
import { echoesAny, echoesText, reads, repeatsNumber } from './requests-observable.ts';
import { refusal } from './status.ts';

const onText = (edit: (text: string) => string): Hooks => ({
  parameters: (parameters) =>
    Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, typeof value === 'string' ? edit(value) : value]),
    ),
});

const onNumber = (edit: (number: bigint) => bigint): Hooks => ({
  parameters: (parameters) =>
    Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, typeof value === 'bigint' ? edit(value) : value]),
    ),
});

function text(id: string, title: string, requirement: string, bugClass: string | null, hooks: Hooks): Defect {
  return { id, title, requirement, bugClass, cells: both(reads, echoesText), rare: true, hooks };
}

/** Texts of parameters that get damaged on their way in, alike in every binding. */
const textDefects: readonly Defect[] = [
  text(
    'markup-escaped-twice',
    'Markup characters of a parameter come back escaped twice.',
    'XML 1.0, section 2.4',
    '14',
    onText((value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  ),
  text(
    'non-ascii-lost',
    'Characters beyond ASCII become question marks.',
    'XML 1.0, section 2.2',
    '7',
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
    onText((value) => value.replaceAll(/[^\u0000-\u007F]/gu, '?')),
  ),
  text(
    'astral-lost',
    'Characters beyond U+FFFF are replaced.',
    'XML 1.0, section 2.2',
    '14',
    onText((value) => value.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD')),
  ),
  text(
    'long-text-cut',
    'Texts are cut after 255 characters.',
    'operations.parameter-types',
    null,
    onText((value) => value.slice(0, 255)),
  ),
  text(
    'quotes-lost',
    'Quotation marks and apostrophes are taken out of texts.',
    'XML 1.0, section 2.4',
    '14',
    onText((value) => value.replaceAll(/["']/g, '')),
  ),
];

function number(id: string, title: string, cells: Observable, hooks: Hooks): Defect {
  const requirement = 'bindings.rule-2.text-parameters';
  return { id, title, requirement, bugClass: '34', cells: both(reads, overHttp, repeatsNumber, cells), hooks };
}

const single: Observable = (cell, contract) => !arrays(cell, contract);

/** An array of another number's records is empty, so that parity shows it too; one record has other values. */
const numberDefects: readonly Defect[] = [
  number(
    'number-text-as-zero',
    'A number that comes as text is read as 0.',
    arrays,
    onNumber(() => 0n),
  ),
  number(
    'number-text-cut',
    'Of a number that comes as text the last digit is lost.',
    single,
    onNumber((value) => value / 10n),
  ),
];

const takesHeader: Observable = ({ operation }) => operation.header !== null;

function header(id: string, title: string, requirement: string, finds: (ctx: MutationContext) => boolean): Defect {
  const refuse = refusal('Server was unable to read request.');
  const hooks: Hooks = { failure: (failure, ctx) => (failure === null && finds(ctx) ? refuse(failure, ctx) : failure) };
  return { id, title, requirement, bugClass: '27', cells: both(overSoap, takesHeader), rare: true, hooks };
}

const headerDefects: readonly Defect[] = [
  header(
    'header-type-refused',
    'The vehicle type Utility_Vehicle is refused.',
    'header.VehicleTypeToFilter',
    (ctx) => ctx.header?.VehicleTypeToFilter === 'Utility_Vehicle',
  ),
  header(
    'header-long-list-refused',
    'Lists of more than 20 names in the header are refused.',
    'header.OnlyMake',
    ({ header: block }) => block !== null && Math.max(block.OnlyMake.length, block.NoModel.length) > 20,
  ),
];

const actionDefects: readonly Defect[] = [
  {
    id: 'soapaction-quotes-refused',
    title: 'A SOAPAction in quotes is not recognised.',
    requirement: 'bindings.soap11.soapaction',
    bugClass: '1',
    cells: over('soap11'),
    hooks: {
      failure: (failure, { request }) => {
        const action = headerOf(request.headers, 'soapaction') ?? '';
        if (!action.startsWith('"')) return failure;
        return fault('Client', `Server did not recognize the value of HTTP Header SOAPAction: ${action}.`);
      },
    },
  },
  {
    id: 'soap12-action-required',
    title: 'SOAP 1.2 is not answered without an action.',
    requirement: 'bindings.soap12.no-soapaction',
    bugClass: '5',
    cells: over('soap12'),
    hooks: {
      failure: (failure, { request }) => {
        if (/action=/.test(headerOf(request.headers, 'content-type') ?? '')) return failure;
        return fault('Client', 'Unable to handle request without a valid action parameter.');
      },
    },
  },
];

const nameDefects: readonly Defect[] = [
  {
    id: 'parameter-case-ignored',
    title: 'The names of SOAP parameters are matched in any case.',
    requirement: 'bindings.rule-1.parameter-names',
    bugClass: '18',
    cells: both(reads, overSoap, echoesAny),
    rare: true,
    hooks: {
      request: (request, ctx) =>
        editedBody(request, (envelope) =>
          operationOf(ctx).parameters.reduce(
            (written, { name }) =>
              written.replaceAll(new RegExp(`(</?(?:\\w+:)?)${name}(?=[\\s/>])`, 'gi'), `$1${name}`),
            envelope,
          ),
        ),
    },
  },
];

/** Faults in what parameters, the header and the action may be. */
export const requestValueDefects: readonly Defect[] = [
  ...textDefects,
  ...numberDefects,
  ...headerDefects,
  ...actionDefects,
  ...nameDefects,
];
