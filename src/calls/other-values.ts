import fc, { type Arbitrary } from 'fast-check';
import type { DocumentType, OtherInteger, SimpleType } from '../contract/model.ts';
import { ranges } from '../wire/soap/canonical-value.ts';

type UndocumentedType = Exclude<SimpleType, DocumentType>;

/** Integers without an end are drawn and tried to here: beyond 64 bits, within 96, which ASP.NET's decimals hold. */
const FAR = 2n ** 80n;

const endsOf = (type: OtherInteger): readonly [bigint, bigint] => {
  const [low, high] = ranges[type];
  return [low ?? -FAR, high ?? FAR];
};

function integerEdges(type: OtherInteger): readonly string[] {
  const [low, high] = endsOf(type);
  return [...new Set([0n, -1n, 1n, high, low])].filter((one) => one >= low && one <= high).map(String);
}

function integers(type: OtherInteger): Arbitrary<string> {
  const [min, max] = endsOf(type);
  return fc.bigInt({ min, max }).map(String);
}

const otherIntegers = (Object.keys(ranges) as (keyof typeof ranges)[]).filter((one) => one !== 'int' && one !== 'long');

const ofIntegers = <Made>(make: (type: OtherInteger) => Made) =>
  Object.fromEntries(otherIntegers.map((type) => [type, make(type)])) as Record<OtherInteger, Made>;

/** Edge cases in every lexical form of a type: signs, exponents, zones, precision; most likely trouble first. */
export const otherEdges: Readonly<Record<UndocumentedType, readonly string[]>> = {
  ...ofIntegers(integerEdges),
  decimal: ['0', '-1.50', '+.5', '007.', '79228162514264337593543950335', '0.0000000000000000000000000001'],
  float: ['0', '-1.5E-3', 'INF', '-INF', 'NaN', '3.4028235E38', '1.401298E-45'],
  double: ['0', '-1.5E-3', 'INF', '-INF', 'NaN', '1.7976931348623157E308', '0.1'],
  dateTime: [
    ...['2024-02-29T23:59:59', '1970-01-01T00:00:00Z', '2024-03-31T02:30:00+02:00', '1999-12-31T23:59:59.999-05:30'],
    ...['2024-06-30T12:00:00.1234567Z', '0001-01-01T00:00:00', '9999-12-31T23:59:59'],
  ],
  date: ['2024-02-29', '1970-01-01', '0001-01-01', '9999-12-31'],
  time: ['00:00:00', '23:59:59.999', '12:00:00.5'],
  duration: ['PT0S', 'P1D', '-P1Y2M3DT4H5M6.5S', 'PT36H', 'P400D'],
  hexBinary: ['', '00', 'FFfe', '0A1B2C'],
  anyURI: ['http://example.com/a?b=c&d=e#f', '', 'urn:a:b', '../a%20b', 'http://example.com/größe'],
  // The prefix xml needs no declaration.
  QName: ['a', 'xml:lang', '_a-b.c'],
  guid: ['00000000-0000-0000-0000-000000000000', '6F9619FF-8B86-D011-B42D-00C04FC964FF'],
  base64Binary: ['', 'AA==', '//79', 'AAEC Aw==', 'SGVsbG8sIHdvcmxkIQ=='],
};

const two = (number: number): string => String(number).padStart(2, '0');

const dates = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const times = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59), fc.constantFrom('', '', '.5', '.25', '.007'))
  .map(([hours, minutes, seconds, part]) => `${two(hours)}:${two(minutes)}:${two(seconds)}${part}`);

const decimals = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.constantFrom('', '.0', '.5', '.25', '.10', '.005'))
  .map(([whole, part]) => `${whole}${part}`);

const floats = (arbitrary: Arbitrary<number>): Arbitrary<string> =>
  arbitrary.map((number) => (Object.is(number, -0) ? '-0' : String(number).toUpperCase().replace('E+', 'E')));

const words = fc.nat().map((number) => `n${number.toString(36)}`);

const FINITE = { noNaN: true, noDefaultInfinity: true };

/** Values of a type at random. */
export const otherArbitraries: Readonly<Record<UndocumentedType, Arbitrary<string>>> = {
  ...ofIntegers(integers),
  decimal: decimals,
  float: floats(fc.float(FINITE)),
  double: floats(fc.double(FINITE)),
  dateTime: fc
    .tuple(dates, times, fc.constantFrom('', '', 'Z', '+02:00', '-05:30'))
    .map(([date, time, zone]) => `${date}T${time}${zone}`),
  date: dates,
  time: times,
  base64Binary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  hexBinary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('hex').toUpperCase()),
  duration: fc.tuple(fc.nat(400), fc.nat(99)).map(([days, seconds]) => `P${days}DT${seconds}S`),
  // fc.webUrl and fc.stringMatching cost every command 100 MB.
  anyURI: fc
    .tuple(words, words, fc.nat())
    .map(([host, path, number]) => `http://${host}.example/${path}?q=${number}#${path}`),
  QName: fc.tuple(fc.constantFrom(...'aZ_'), fc.nat()).map(([first, number]) => `${first}${number.toString(36)}.-_`),
  guid: fc.uuid(),
};
