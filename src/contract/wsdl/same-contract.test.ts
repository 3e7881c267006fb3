import { expect, test } from 'vitest';
import { wsdl } from '../../reference/wsdl/document.ts';
import { defaultNamespace, loadContract } from '../load.ts';
import { described } from './wsdl.fixture.ts';

const own = loadContract(defaultNamespace());
const { contract, leftOut } = described(wsdl(own, 'http://dealer.example/getData.asmx'));

/** Places in which the document says what a WSDL cannot, and why. */
const UNSAID: readonly (readonly [place: RegExp, why: string])[] = [
  [/^contract\.by$/, 'it says what made it'],
  [/^contract\.endpointPath$/, 'the address that the user names is the endpoint'],
  [/^contract\.digest$/, 'it is made of other files'],
  [/^contract\.(?:schemas\.|declared)/, 'the schemas are its own, one for each namespace'],
  [/\.requirements\./, 'they are clauses of the document'],
  [/\.effect$/, 'a WSDL does not say what changes state'],
  [/\.parameters\.\d+\.credential$/, 'nor what is secret'],
  [/\.parameters\.\d+\.decides$/, 'nor what a write depends on'],
  [/\.parameters\.\d+\.example$/, 'it has no data'],
  [/\.feeds\./, 'only names tell which fields have the values of which parameters'],
  [/^contract\.records\..*\.nillable$/, 'ASP.NET does not write it where an element may be absent'],
  [/^contract\.header\..*\.optional$/, 'ASP.NET says that a value is there, and takes a header without it'],
  [/\.anyName$|recid_images_URL|recid_images\.fields\.1\..*\.record$/, 'it names what the document leaves unnamed'],
];

/** The places where two values differ, with both. */
function differences(one: unknown, other: unknown, at: string): readonly string[] {
  if (one instanceof Map && other instanceof Map)
    return differences(Object.fromEntries(one), Object.fromEntries(other), at);
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other) ? [] : [at];
  const [mine, its]: Record<string, unknown>[] = [{ ...one }, { ...other }];
  return [...new Set([...Object.keys(mine ?? {}), ...Object.keys(its ?? {})])].flatMap((key) =>
    differences(mine?.[key], its?.[key], `${at}.${key}`),
  );
}

const places = differences(own, contract, 'contract');
const isUnsaid = (place: string): boolean => UNSAID.some(([one]) => one.test(place));

test("the contract made of serve's WSDL is the built-in one but for what a WSDL cannot say", () => {
  expect(contract.operations.map(({ name }) => name)).toEqual(own.operations.map(({ name }) => name));
  expect(places.filter((place) => !isUnsaid(place))).toEqual([]);
});

test('each line of the table says something', () => {
  expect(UNSAID.filter(([one]) => !places.some((place) => one.test(place)))).toEqual([]);
});

test('no operation is left out: only what the document does not show either', () => {
  expect(new Set(leftOut.map(({ reason }) => reason))).toEqual(
    new Set(['a part of its answer may be anything: that part alone is left out']),
  );
});
