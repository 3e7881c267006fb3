import type { DocumentType, OtherInteger, SimpleType } from '../../contract/model.ts';

type OtherType = Exclude<SimpleType, DocumentType | OtherInteger>;

/**
 * The canonical form of a trimmed text, by the type (XML Schema Part 2, section 3.2); null if it is no value of it.
 * Equal values have one form: decimals without needless zeros, moments in UTC.
 */
export const otherForms: Readonly<Record<OtherType, (text: string) => string | null>> = {
  decimal: (text) => {
    const [, sign = '', whole = '', part = ''] = /^(?:\+|(-))?(\d{0,400})(?:\.(\d{0,400}))?$/.exec(text) ?? [];
    if (whole === '' && part === '') return null;
    const [digits, places] = [whole.replace(/^0+/, ''), part.replace(LAST_ZEROS, '')];
    if (digits === '' && places === '') return '0';
    return `${sign}${digits === '' ? '0' : digits}${places === '' ? '' : `.${places}`}`;
  },
  double: (text) => floating(text, Number),
  float: (text) => floating(text, (one) => Math.fround(Number(one))),
  dateTime: (text) => {
    const [, date = '', time = '', zone] = /^([\d-]{10})T([\d:.]{8,40})(Z|[+-][\d:]{5})?$/.exec(text) ?? [];
    return momentOf(date, time, zone);
  },
  date: (text) => {
    const [, date = '', zone] = /^([\d-]{10})(Z|[+-][\d:]{5})?$/.exec(text) ?? [];
    if (momentOf(date, '00:00:00', zone) === null) return null;
    return zone === undefined ? date : `${date}${minutesOf(zone) === 0 ? 'Z' : zone}`;
  },
  time: (text) => {
    const [, time = '', zone] = /^([\d:.]{8,40})(Z|[+-][\d:]{5})?$/.exec(text) ?? [];
    return momentOf('2000-01-02', time, zone)?.slice('2000-01-02T'.length) ?? null;
  },
  duration: (text) => {
    const [, sign = '', years, months, days, time, hours, minutes, seconds, part = ''] = DURATION.exec(text) ?? [];
    const all = [years, months, days, hours, minutes, seconds];
    if (all.every((one) => one === undefined) || time === 'T') return null;
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = all.map((one) => Number(one ?? 0));
    const fraction = part.replace(LAST_ZEROS, '');
    const [long, short] = [year * 12 + month, ((day * 24 + hour) * 60 + minute) * 60 + second];
    const isNothing = long === 0 && short === 0 && fraction === '';
    return `${isNothing ? '' : sign}P${long}MT${short}${fraction === '' ? '' : `.${fraction}`}S`;
  },
  hexBinary: (text) => (/^(?:[0-9A-Fa-f]{2})*$/.test(text) ? text.toUpperCase() : null),
  anyURI: (text) => text,
  // What its prefix stands for is a part of how it is written.
  QName: (text) =>
    /^(?:[\p{L}_][\p{L}\p{N}\p{M}_.-]{0,200}:)?([\p{L}_][\p{L}\p{N}\p{M}_.-]{0,200})$/u.exec(text)?.[1] ?? null,
  guid: (text) => (/^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$/.test(text) ? text.toLowerCase() : null),
  base64Binary: (text) => {
    const bytes = text.replaceAll(/[ \t\r\n]/g, '');
    return bytes.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bytes) ? bytes : null;
  },
};

const DURATION =
  /^(-)?P(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})D)?(T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.(\d{1,30}))?S)?)?$/;

const LAST_ZEROS = /(?<!0)0+$/;

function floating(text: string, read: (text: string) => number): string | null {
  if (text === 'INF' || text === '-INF' || text === 'NaN') return text;
  if (text.length > 400 || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[Ee][+-]?\d+)?$/.test(text)) return null;
  const number = read(text);
  if (Math.abs(number) === Number.POSITIVE_INFINITY) return number > 0 ? 'INF' : '-INF';
  return String(number);
}

/** Minutes from UTC; null if it is no time zone. */
function minutesOf(zone: string): number | null {
  if (zone === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  const all = Number(hours) * 60 + Number(minutes);
  if (Number.isNaN(all) || all > 14 * 60 || Number(minutes) > 59) return null;
  return sign === '-' ? -all : all;
}

/** A date and a time in UTC, if it has a zone; null if there is no such moment. Years beyond 9999 are not read. */
function momentOf(date: string, time: string, zone: string | undefined): string | null {
  const [, year = '', month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  const [, hours, minutes, seconds, part = ''] = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,30}))?$/.exec(time) ?? [];
  const shift = zone === undefined ? 0 : minutesOf(zone);
  const [first, last] = [`${year}-${month}-${day}`, `${hours}:${minutes}:${seconds}`];
  const isEnd = last === '24:00:00' && /^0*$/.test(part);
  const start = Date.parse(`${first}T${isEnd ? '00:00:00' : last}Z`);
  // Date.parse takes the 30th of February for a day of March.
  if (shift === null || Number.isNaN(start) || !new Date(start).toISOString().startsWith(first)) return null;
  if (year === '0000' || (Number(hours) === 24 && !isEnd)) return null;
  const moment = start + (isEnd ? 86_400_000 : 0) - shift * 60_000;
  const text = new Date(moment).toISOString().replace(/\.000Z$/, '');
  const fraction = part.replace(LAST_ZEROS, '');
  return `${text}${fraction === '' ? '' : `.${fraction}`}${zone === undefined ? '' : 'Z'}`;
}
