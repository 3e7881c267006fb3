import type { Field } from '../contract/model.ts';
import type { Call, HeaderFields } from '../wire/soap/call.ts';
import { baseCall, fullestCalls, rowCalls } from './calls.ts';
import { FILTERING } from './filtering.ts';
import { headerValues, namesBeside, neutralHeader } from './header.ts';
import { pairwise } from './pairwise.ts';
import type { CallSource } from './pools.ts';
import { drawWord } from './texts.ts';
import { derivedSeed, drawOrder } from './values.ts';

/** In a list of the header: a name that the call finds. */
const FOUND = '\u0000';

/** The base call with headers in which every two values of two fields meet; none for an operation without a header. */
export function headerPairCalls(source: CallSource, seed: number): readonly Call[] {
  const base = baseCall(source);
  if (base.header === null) return [];
  const fields = source.contract.header.fields.filter(({ name }) => FILTERING[name] === undefined);
  // A list is empty, or has a name that the call finds, or another, which excludes that.
  const choicesOf = (field: Field): HeaderFields[string][] => {
    const isList = field.content.kind !== 'simple';
    return isList ? [[], [FOUND], [drawWord(seed)]] : [...headerValues(field, base, source.pools, seed)];
  };
  const choices = fields.map((field) => [field.name, choicesOf(field).map((value) => JSON.stringify(value))] as const);
  // Each with other values: a field may not exclude what the base call requests.
  const rows = rowCalls(source);
  const bases = [base, ...rows];
  const withHeader = ({ values }: Call, header: HeaderFields): Call => {
    const found = Object.entries(header).map(([name, value]) => {
      const names = typeof value === 'string' ? value : value.map((one) => named(one, name, values));
      return [name, names] as const;
    });
    return { ...base, values, header: { ...base.header, ...FILTERING, ...Object.fromEntries(found) } };
  };
  const named = (one: string, field: string, values: Call['values']): string =>
    one === FOUND ? (namesBeside(field, values, source.pools)[0] ?? 'Honda') : one;
  const pairs = pairwise(Object.fromEntries(choices)).map((row, at): Call => {
    const header = Object.entries(row).map(([name, value]) => [name, JSON.parse(value)] as const);
    return withHeader(bases[at % bases.length] ?? base, Object.fromEntries(header));
  });
  // Whatever the other fields say, nothing is filtered.
  const switchedOff = Object.fromEntries(Object.keys(FILTERING).map((name) => [name, 'false'] as const));
  const off = bases.slice(0, 2).flatMap((one): readonly Call[] => {
    const last = fields.map((field) => [field.name, choicesOf(field).at(-1) ?? ''] as const);
    return [withHeader(one, { ...Object.fromEntries(last), ...switchedOff })];
  });
  // What a value excludes is not known: one row in ten may show it.
  const complete = fullestCalls(source);
  const excluding = fields.flatMap(({ name, content }) => {
    if (content.kind !== 'simple') return [];
    const seen = switchedCalls(source, name);
    if (seen.length > 0) return seen;
    const [values, count] = content.type === 'boolean' ? [['true'], ROWS] : [content.enumeration.slice(1), FEW_ROWS];
    return values.flatMap((value) => {
      const some = drawOrder(derivedSeed(seed, `header/${name}/${value}`), complete).slice(0, count);
      return some.map((row): Call => withHeader(row, { [name]: value }));
    });
  });
  // A name of each kind of marks and letters, alone in the list and requested.
  const marked = fields.flatMap(({ name }) => {
    const calls = complete.flatMap((row) =>
      namesBeside(name, row.values, source.pools).map(
        (one) => [kindOf(one), withHeader(row, { [name]: [one] })] as const,
      ),
    );
    const ofKind = new Map(calls);
    ofKind.delete('');
    const rarest = [...ofKind].toSorted(([one], [other]) => (one < other ? 1 : -1)).slice(0, MARKED);
    return rarest.map(([, call]) => call);
  });
  // Of calls that a cache takes for one, the first is with a switch on, and the last, in other spellings, without.
  const isOff = ({ header }: Call): boolean => fields.every(({ name }) => header?.[name] !== 'true');
  const on = excluding.filter((call) => !isOff(call));
  return [...pairs, ...off, ...on, ...excluding.filter(isOff), ...marked];
}

/** The characters of a name other than letters and digits of ASCII. */
const kindOf = (name = ''): string => [...new Set(name.replaceAll(/[A-Za-z0-9]/g, ''))].toSorted().join('');

/** Calls with a switch of the header on and off, and on without filtering, of a row whose answer it changed. */
export function switchedCalls(source: CallSource, name: string): readonly Call[] {
  const base = baseCall(source);
  const { filtered = {} } = source.pools;
  const own = Object.entries(filtered).filter(([key]) => key.startsWith(`${source.operation.name}/`));
  // A row that other switches change too: one call shows them all.
  const rowsOf = own.map(([, rows]) => rows.map((row) => JSON.stringify(row)));
  const countOf = (row: Call['values']): number => rowsOf.filter((rows) => rows.includes(JSON.stringify(row))).length;
  const rows = filtered[`${source.operation.name}/${name}`] ?? [];
  const [values] = rows.toSorted((one, other) => countOf(other) - countOf(one));
  if (values === undefined) return [];
  const headers: readonly HeaderFields[] = [
    { ...FILTERING, [name]: 'true' },
    { ...FILTERING, [name]: 'false' },
    { ...neutralHeader(source), [name]: 'true' },
  ];
  return headers.map((header): Call => ({ ...base, values, header: { ...base.header, ...header } }));
}

/** Rows sent with each switch of the header on, if none was seen to show it, and with each value but neutral. */
const [ROWS, FEW_ROWS] = [8, 4];

/** Names with marks or letters beyond ASCII in each list, those beyond ASCII first. */
const MARKED = 6;
