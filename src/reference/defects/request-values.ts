import type { MutationContext } from '../mutation.ts';
import { eachParameter } from '../value.ts';
import { fault, headerOf } from '../wire/message.ts';
import {
  arrays,
  both,
  echoesAny,
  echoesText,
  over,
  overHttp,
  overSoap,
  reads,
  repeatsNumber,
  single,
  takesHeader,
} from './cells.ts';
import { changes, type Defect, type Effect, type Hooks, type Observable, rareChanges, table } from './defect.ts';
import { operationOf } from './edit.ts';
import { editedBody, rarely } from './request-spelling.ts';
import { refusal } from './status.ts';

const onValues = (edit: (value: string | bigint | null) => string | bigint | null): Hooks => ({
  parameters: (values) => eachParameter(values, edit),
});
/** Damages texts of parameters in the same way in every binding. */
const text = (edit: (text: string) => string): Effect =>
  rarely(
    echoesText,
    onValues((value) => (typeof value === 'string' ? edit(value) : value)),
  );
/** Changes numbers: an array then has no records, which parity shows too; a single record has other values. */
const number = (cells: Observable, edit: (number: bigint) => bigint): Effect =>
  changes(
    both(reads, overHttp, repeatsNumber, cells),
    onValues((value) => (typeof value === 'bigint' ? edit(value) : value)),
  );
const cutAfter =
  (length: number) =>
  (value: string | bigint | null): string | bigint | null =>
    typeof value === 'string' ? value.slice(0, length) : value;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
const NOT_ASCII = /[^\u0000-\u007F]/gu;
const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const valueDefects = table(['request.text-fidelity'], 'XML 1.0, section 2.4', {
  'markup-escaped-twice': ['Markup characters of a parameter come back escaped twice.', text(escaped)],
  'html-names-decoded': [
    'Names that HTML has for characters are decoded in texts.',
    text((value) => value.replaceAll('&eth;', 'ð').replaceAll('&deg;', '°')),
  ],
  'non-ascii-lost': [
    'Characters beyond ASCII become question marks.',
    text((value) => value.replaceAll(NOT_ASCII, '?')),
    'XML 1.0, section 2.2',
  ],
  'astral-lost': [
    'Characters beyond U+FFFF are replaced.',
    text((value) => value.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD')),
    'XML 1.0, section 2.2',
  ],
  'long-text-cut': [
    'Texts are cut after 255 characters.',
    text((value) => value.slice(0, 255)),
    'operations.parameter-types',
  ],
  'long-text-cut-late': [
    'Texts are cut after 1,024 characters in a query, and after 16,384 in a body.',
    rarely(both(reads, echoesText), {
      parameters: (values, { binding }) => eachParameter(values, cutAfter(binding === 'http-get' ? 1024 : 16_384)),
    }),
    'operations.parameter-types',
  ],
  'text-composed': ['Texts come back in the normal form NFC.', text((value) => value.normalize('NFC'))],
  'text-decomposed': ['Texts come back in the normal form NFD.', text((value) => value.normalize('NFD'))],
  'white-space-collapsed': ['White space in texts becomes one space.', text((value) => value.replaceAll(/\s+/g, ' '))],
  'framing-lost': [
    'Quotation marks around a text, and a backslash, dot or semicolon at its end, are lost.',
    text((value) => value.replace(/^(["'])(.*)\1$/s, '$2').replace(/[\\.;]$/, '')),
  ],
  'quotes-lost': [
    'Quotation marks and apostrophes are taken out of texts.',
    text((value) => value.replaceAll(/["']/g, '')),
  ],
});

/** Gives a text that a collation takes for an earlier one as the earlier one. */
function collated(): Effect {
  const first = new Map<string, string>();
  return text((value) => {
    const key = value.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    first.set(key, first.get(key) ?? value);
    return first.get(key) ?? value;
  });
}

const numberDefects = table(['request.text-parameters'], 'bindings.rule-2.text-parameters', {
  'number-text-as-zero': ['A number that comes as text is read as 0.', number(arrays, () => 0n)],
  'number-text-cut': ['The last digit of a number that comes as text is lost.', number(single, (all) => all / 10n)],
});

const wraps: Effect = rareChanges(
  both(reads, ({ operation }) => operation.parameters.some(({ type }) => type === 'long')),
  onValues((value) => (typeof value === 'bigint' ? BigInt.asIntN(32, value) : value)),
);
const longDefects = table(['request.long-parameters'], 'operations.parameter-types', {
  'long-parameter-wraps': ['Only the lower 32 bits of a long parameter are read.', wraps],
});

const refuse = refusal('Server was unable to read request.');
const header = (finds: (ctx: MutationContext) => boolean): Effect =>
  rareChanges(both(overSoap, takesHeader), {
    failure: (failure, ctx) => (failure === null && finds(ctx) ? refuse(failure, ctx) : failure),
  });

const headerDefects = table(['request.header-values'], 'header.VehicleTypeHeader', {
  'header-type-refused': [
    'The vehicle type Utility_Vehicle is refused.',
    header((ctx) => ctx.header?.VehicleTypeToFilter === 'Utility_Vehicle'),
    { requirement: 'header.VehicleTypeToFilter', foundBy: ['http.status-generated', 'request.header-values'] },
  ],
  'header-long-list-refused': [
    'Lists of more than 20 names in the header are refused.',
    header(({ header: block }) => block !== null && Math.max(block.OnlyMake.length, block.NoModel.length) > 20),
    'header.OnlyMake',
  ],
  'header-list-cut': [
    'Lists in the header are read up to their first name.',
    rareChanges(both(overSoap, takesHeader), {
      header: (block) =>
        block && { ...block, OnlyMake: block.OnlyMake.slice(0, 1), NoModel: block.NoModel.slice(0, 1) },
    }),
    'header.OnlyMake',
  ],
});

const soapActionQuoted: Hooks = {
  failure: (failure, { request }) => {
    const action = headerOf(request.headers, 'soapaction') ?? '';
    if (!action.startsWith('"')) return failure;
    return fault('Client', `Server did not recognize the value of HTTP Header SOAPAction: ${action}.`);
  },
};
const noAction: Hooks = {
  failure: (failure, { request }) => {
    if (/action=/.test(headerOf(request.headers, 'content-type') ?? '')) return failure;
    return fault('Client', 'Unable to handle request without a valid action parameter.');
  },
};
const anyCase: Hooks = {
  request: (request, ctx) =>
    editedBody(request, (envelope) =>
      operationOf(ctx).parameters.reduce(
        (written, { name }) => written.replaceAll(new RegExp(`(</?(?:\\w+:)?)${name}(?=[\\s/>])`, 'gi'), `$1${name}`),
        envelope,
      ),
    ),
};

const nameDefects = table(
  ['http.status', 'binding.reachable', 'request.soapaction'],
  'bindings.rule-1.parameter-names',
  {
    'soapaction-quotes-refused': [
      'A SOAPAction in quotes is not recognised.',
      changes(over('soap11'), soapActionQuoted),
      'bindings.soap11.soapaction',
    ],
    'soap12-action-required': [
      'SOAP 1.2 is not answered without an action.',
      changes(over('soap12'), noAction),
      'bindings.soap12.no-soapaction',
    ],
    'parameter-case-ignored': [
      'The names of SOAP parameters are matched in any case.',
      rarely(both(overSoap, echoesAny), anyCase),
      { foundBy: ['request.parameter-case'] },
    ],
  },
);

const cacheDefects = table(['request.text-fidelity'], 'XML 1.0, section 2.4', {
  'texts-collated': ['A text that differs from an earlier one only by accents or case comes back as that.', collated()],
});

export const requestValueDefects: readonly Defect[] = [
  ...valueDefects,
  ...numberDefects,
  ...longDefects,
  ...headerDefects,
  ...nameDefects,
  ...cacheDefects,
];

/** Later ones, at the end of the list. */
export const controlDefects: readonly Defect[] = table(['request.text-fidelity'], 'XML 1.0, section 2.2', {
  'controls-as-windows-1252': [
    'A control character beyond ASCII comes back as the one that Windows-1252 has there.',
    text((value) => value.replaceAll('\u0092', '’')),
  ],
});
