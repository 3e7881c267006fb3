import { eachParameter, type FieldValue } from '../../value.ts';
import { echoesText, of, overSoap, writes } from '../cells.ts';
import { byChance, changes, type Defect, type Effect, orFidelity, rareChanges, recommended, table } from '../defect.ts';
import { rarely, readingNumbers, readingTexts } from '../edits/call.ts';
import { eachText, onRecord } from '../edits/data.ts';
import { readingPieces } from '../edits/request.ts';

/** Damages texts of parameters in the same way in every binding. */
const text = (edit: (text: string) => string): Effect => rarely(echoesText, readingTexts(edit));

/** Replaces a part of them. */
const replaced = (pattern: RegExp, by: string): Effect => text((value) => value.replaceAll(pattern, by));

/** Reads the texts of orders otherwise. */
const inOrders = (edit: (text: string) => string | null): Effect => changes(writes, readingTexts(edit));

/** Damages texts of answers that repeat a text of the call. */
const echo = (edit: (text: string) => string): Effect =>
  rarely(echoesText, {
    result: (value, { parameters }) => {
      const sent = new Set(Object.values(parameters));
      return eachText(value, (text) => (sent.has(text) ? edit(text) : text));
    },
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

const inAscii = (value: string): string => value.replaceAll(/\P{ASCII}/gu, '?');
const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Found by each of so many runs: a cell has some of the whole values. */
const EACH = { profile: 'standard', runs: 3, found: 3 } as const;

const damagedDefects = table(['request.text-fidelity'], {
  'markup-escaped-twice: Markup characters of a parameter come back escaped twice.': text(escaped),
  'markup-as-undefined: A text with markup comes back as the word undefined.': text((value) =>
    /[&<>]/.test(value) ? 'undefined' : value,
  ),
  'html-names-decoded: Names that HTML has for characters are decoded in texts.': text((value) =>
    value.replaceAll('&eth;', 'ð').replaceAll('&deg;', '°'),
  ),
  'envelope-in-pieces: An envelope is decoded in pieces of 8 KiB: a character of two pieces is lost.': readingPieces(
    8192,
    echoesText,
  ),
  'hangul-lost: Characters of the block of Hangul syllables become question marks.': replaced(/[\uAC00-\uD7AF]/g, '?'),
  'non-ascii-lost: Characters beyond ASCII become question marks.': text(inAscii),
  'astral-lost: Characters beyond U+FFFF are replaced.': replaced(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD'),
  'line-separators-as-line-ends: The separators U+2028 and U+2029 in texts become line ends.': replaced(
    /[\u2028\u2029]/g,
    '\n',
  ),
  'controls-as-windows-1252: A control character beyond ASCII comes back as the one that Windows-1252 has there.': text(
    (value) => value.replaceAll('\u0092', '’'),
  ),
  'framing-lost: Quotation marks around a text, and a backslash, dot or semicolon at its end, are lost.': byChance(
    EACH,
    text((value) => value.replace(/^(["'])(.*)\1$/s, '$2').replace(/[\\.;]$/, '')),
  ),
  'addresses-secured: An address in a text comes back with https in place of http.': replaced(/http:\/\//g, 'https://'),
  'backslash-pairs-as-one: Two backslashes in a text come back as one, as from the text of a replacement.': replaced(
    /\\\\/g,
    '\\',
  ),
  'quotes-lost: Quotation marks and apostrophes are taken out of texts.': replaced(/["']/g, ''),
  'decimals-as-numbers: A text that is a decimal comes back without the zeros at its end.': text((value) =>
    value.replace(/^\d+\.\d*0$/, (one) => `${Number(one)}`),
  ),
  'zero-as-nothing: The text 0 comes back empty.': text((value) => (value === '0' ? '' : value)),
  'number-rounded: A recid beyond 24 bits is rounded, as a floating-point number of 32 bits.': rarely(
    of('Get_Recid_Images'),
    readingNumbers((number) => (number > 2n ** 24n ? number - (number % 64n) : number)),
  ),
  'texts-collated: A text that differs from an earlier one only by accents or case comes back as that.': collated(),
});

/** What becomes of texts that have the form of another type. */
const typedDefects = table(['request.text-fidelity'], {
  'dates-rewritten: A text that is a date and a time comes back in the notation of another culture.': byChance(
    EACH,
    replaced(/^(\d{4})-(\d\d)-(\d\d)[T ](\d\d:\d\d:\d\d)Z?$/g, '$2/$3/$1 $4'),
  ),
  'guids-in-one-case: A text that is a GUID comes back in lower case.': byChance(
    EACH,
    text((value) => (/^\{?[\dA-F]{8}-[\dA-F-]{27}\}?$/.test(value) ? value.toLowerCase() : value)),
  ),
});

/** The first answer to a call over a binding has its texts encoded twice: later ones come from a cache. */
function encodedTwiceAtFirst(): Effect {
  const seen = new Set<string>();
  return rarely(echoesText, {
    result: (value, { operation, binding, parameters }) => {
      const call = JSON.stringify([operation, binding, ...Object.values(parameters).map(String)]);
      const isFirst = !seen.has(call);
      seen.add(call);
      return isFirst ? eachText(value, (text) => Buffer.from(text).toString('latin1')) : value;
    },
  });
}

/** An order whose SessionID begins with the number of an earlier one repeats that. */
function sessionsByNumber(): Effect {
  const first = new Map<string, FieldValue>();
  return changes(
    writes,
    onRecord((order) => {
      const number = /^\d+/.exec(`${order.SessionID}`)?.[0];
      if (number === undefined) return order;
      const SessionID = first.get(number) ?? order.SessionID ?? null;
      first.set(number, SessionID);
      return { ...order, SessionID };
    }),
  );
}

const firstDefects = table(
  { foundBy: ['request.text-fidelity'], besides: ['data.readable-text'] },
  { 'texts-encoded-twice-at-first: The first answer to a call has its texts encoded twice.': encodedTwiceAtFirst() },
);

/** What an order repeats of its texts. */
const orderDefects = [
  ...table(['request.text-fidelity'], {
    'cart-text-damaged: Orders repeat characters beyond ASCII as question marks.': inOrders(inAscii),
    'cart-reads-null: Orders take the words null, undefined, nil and None for nothing.': inOrders((value) =>
      /^(?:null|undefined|nil|none)$/i.test(value) ? null : value,
    ),
    'cart-reads-numbers: Orders repeat a text of digits as a number, without zeros that it does not need.': inOrders(
      (value) => value.replace(/^0*(\d+)(?:\.0+)?$/, '$1'),
    ),
    'cart-dates-rewritten: Orders repeat a text that is a date, a time or both in the notation of another culture.':
      inOrders((value) =>
        value.replace(
          /^(?:(\d{4})-(\d\d)-(\d\d))?[T ]?(?:(\d\d):(\d\d)\S*)?$/,
          (all, year, month, day, hour, minute) =>
            all === ''
              ? all
              : `${[year && `${day}.${month}.${year}`, hour && `${hour}.${minute}`].filter(Boolean).join(' ')}`,
        ),
      ),
    'cart-expands-templates: Orders repeat what a template would act on without it.': inOrders((value) =>
      value.replaceAll(/\$\{x\}|\{\{x\}\}|\$1/g, ''),
    ),
  }),
  ...table(orFidelity({ foundBy: ['response.own-call'] }), {
    'session-by-number: An order whose SessionID begins with the digits of an earlier one repeats that.':
      sessionsByNumber(),
  }),
  ...table(['data.readable-text'], {
    'cart-text-escaped-twice: The description of an order is escaped twice.': changes(
      writes,
      onRecord((order) => ({ ...order, ItemDescr: `${order.ItemDescr}`.replaceAll('&', '&amp;') })),
    ),
  }),
];

const slightDefects = table(recommended(['request.text-fidelity']), {
  'tags-stripped: What looks like a tag in a text over SOAP is taken out, and all that follows one without an end.':
    rarely(
      (cell, contract) => overSoap(cell, contract) && echoesText(cell, contract),
      readingTexts((value) => value.replaceAll(/<[a-z!/?][^>]*>?/gi, '')),
    ),
  'long-text-cut: Texts are cut after 255 characters.': text((value) => value.slice(0, 255)),
  'long-text-cut-late: Texts are cut after 1,024 characters in a query, and after 16,384 in a body.': rarely(
    echoesText,
    {
      parameters: (values, { binding }) => {
        const most = binding === 'http-get' ? 1024 : 16_384;
        return eachParameter(values, (value) => (typeof value === 'string' ? value.slice(0, most) : value));
      },
    },
  ),
  'text-composed: Texts come back in the normal form NFC.': text((value) => value.normalize('NFC')),
  'text-decomposed: Texts come back in the normal form NFD.': text((value) => value.normalize('NFD')),
  'white-space-collapsed: Spaces, tabs and line ends in texts become one space.': replaced(/[ \t\r\n]+/g, ' '),
  'echoes-padded: Texts of the call come back with spaces up to 20 characters.': echo((value) => value.padEnd(20)),
  'echoes-crosswise: SessionID and CK_SessionID, or Make and ProductID, each have the value of the other.': rareChanges(
    of('Add_toCart', 'GetModel_Restricted', 'Get_Submodel_Restricted'),
    onRecord((record) => {
      const { Make, ProductID = null, SessionID = null, CK_SessionID = null } = record;
      if (Make === undefined) return { ...record, SessionID: CK_SessionID, CK_SessionID: SessionID };
      return { ...record, Make: ProductID, ProductID: Make };
    }),
  ),
  'item-bare: An order repeats its ItemID in capitals and without hyphens and spaces.': changes(
    writes,
    onRecord((order) => ({ ...order, ItemID: `${order.ItemID}`.toUpperCase().replaceAll(/[- ]/g, '') })),
  ),
  'session-cut: An order repeats its SessionID without the last character.': changes(
    writes,
    onRecord((order) => ({ ...order, SessionID: `${order.SessionID}`.slice(0, -1) })),
  ),
});

export const textDefects: readonly Defect[] = [
  ...damagedDefects,
  ...typedDefects,
  ...firstDefects,
  ...orderDefects,
  ...slightDefects,
];
