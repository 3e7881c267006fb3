import type { Call, HeaderFields } from '../bindings/call.ts';
import { baseCall, rowCalls } from './calls.ts';
import { FILTERING, headerValues } from './header.ts';
import { pairwise } from './pairwise.ts';
import type { CallSource } from './pools.ts';
import { derivedSeed, drawOrder } from './values.ts';

/** The base call with headers in which every two values of two fields meet; none for an operation without a header. */
export function headerPairCalls(source: CallSource, seed: number): readonly Call[] {
  const base = baseCall(source);
  if (base.header === null) return [];
  const choices = source.contract.header.fields
    .filter(({ name }) => FILTERING[name] === undefined)
    .map((field) => {
      const all = headerValues(field, base, source.pools, seed);
      // For a list: empty, and one known name.
      const chosen = field.content.kind === 'simple' ? all : all.slice(0, 2);
      return [field.name, chosen.map((value) => JSON.stringify(value))] as const;
    });
  // Each with other values: a field may not exclude what the base call requests.
  const rows = rowCalls(source);
  const bases = [base, ...rows];
  const pairs = pairwise(Object.fromEntries(choices)).map((row, at): Call => {
    const { values } = bases[at % bases.length] ?? base;
    const fields: HeaderFields = Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, JSON.parse(value)]),
    );
    return { ...base, values, header: { ...base.header, ...FILTERING, ...fields } };
  });
  // What a switch excludes is not known: one row in ten may show it.
  const switches = source.contract.header.fields.filter(
    ({ name, content }) => FILTERING[name] === undefined && content.kind === 'simple' && content.type === 'boolean',
  );
  const switched = switches.flatMap(({ name }) =>
    drawOrder(derivedSeed(seed, `header/${name}`), rows)
      .slice(0, SWITCHED_ROWS)
      .map((row): Call => ({ ...row, header: { ...base.header, ...FILTERING, [name]: 'true' } })),
  );
  return [...pairs, ...switched];
}

/** Rows that are sent with each switch of the header on. */
const SWITCHED_ROWS = 12;
