import fc, { type Arbitrary } from 'fast-check';
import type { Field } from '../contract/model.ts';
import { type Call, type HeaderFields, neutralFields } from '../wire/soap/call.ts';
import { namedBy } from './filtering.ts';
import { type CallSource, type Pools, poolOf } from './pools.ts';
import { inOtherCase } from './read-texts.ts';
import { drawLong, drawMixed, drawWord } from './texts.ts';
import { derivedSeed, edgeValues, valuesOf } from './values.ts';

/** The header that changes nothing; null for an operation that takes none. */
export function neutralHeader({ operation, contract }: CallSource): HeaderFields | null {
  return operation.header === null ? null : neutralFields(contract);
}

/** Any header: values derived from the XSD types of its fields, guided by the pools. */
export function anyHeader({ contract, pools }: CallSource): Arbitrary<HeaderFields> {
  const values = contract.header.fields.map((field) => [field.name, anyFieldValue(field, pools)] as const);
  return fc.record(Object.fromEntries(values));
}

function anyFieldValue({ name, content }: Field, pools: Pools): Arbitrary<string | readonly string[]> {
  if (content.kind === 'simple')
    return content.enumeration.length > 0 ? fc.constantFrom(...content.enumeration) : valuesOf(content.type);
  const known = poolOf(pools, namedBy(name));
  const item = known.length === 0 ? valuesOf('string') : fc.oneof(fc.constantFrom(...known), valuesOf('string'));
  return fc.array(item, { maxLength: 3 });
}

/** Known names in a long list of the header; request.header-values sends longer ones. */
const MOST_NAMES = 16;

/** Characters of a name too long for any usual field. */
const LONG = 300;

/** Names for a list of the header: the one that the call requests, or those that answers had with its values. */
export function namesBeside(field: string, values: Call['values'], { rows }: Pools): readonly string[] {
  const named = namedBy(field);
  const own = values[named];
  if (own !== undefined) return [own];
  const beside = rows.filter((row) => Object.keys(values).every((name) => row[name] === values[name]));
  return beside.flatMap((row) => row[named] ?? []);
}

/** Values of one field of the header.
 * @param base - the call sent with the header: lists name what it requests
 */
export function headerValues({ name, content }: Field, base: Call, pools: Pools, seed: number) {
  if (content.kind === 'simple') return content.enumeration.length > 0 ? content.enumeration : edgeValues[content.type];
  const names = poolOf(pools, namedBy(name)).slice(0, MOST_NAMES);
  // For a value that the call requests, a list decides if any is left.
  const known = namesBeside(name, base.values, pools)[0] ?? names[0] ?? 'Honda';
  const word = drawWord(derivedSeed(seed, name));
  // The name that the call requests is neither first nor last; another is there twice, again after a long one.
  const others = names.filter((one) => one !== known);
  const long = [
    ...others,
    word,
    known,
    drawMixed(derivedSeed(seed, name)),
    drawLong(derivedSeed(seed, name), LONG),
    others[0] ?? word,
  ];
  // Two names in one item, one name in two items, none, and one in another case are names that nothing has.
  const cut = Math.ceil(known.length / 2);
  const nothing = [[`${known},${word}`], [known.slice(0, cut), known.slice(cut), inOtherCase(known), '']];
  // What changes the answer comes last: of calls that a cache takes for one, it keeps the first.
  return name.startsWith('No') ? [[], ...nothing, long, [known]] : [[], [known], long, ...nothing];
}
