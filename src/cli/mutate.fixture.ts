import fc from 'fast-check';

/** A text that JSON.parse accepts, deeper than any stack. */
export const deepJson = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

/** Values in place of others, as JSON texts: JSON.stringify can't write some of them. */
const strangers = [
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '-0',
  '1e400',
  '9007199254740993',
  '-1',
  '0.5',
  '[[]]',
  '[null]',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":null},"toString":1,"valueOf":2}',
  '"__proto__"',
  '"toString"',
  '"\\u0000\\u001b[2J\\ud800"',
  '"a\\nb"',
  '"%zz"',
  '"0000-00-00T99:99:99Z"',
  '"http://["',
  `"${'x'.repeat(100_000)}"`,
  deepJson,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
];

/** One changed place of a JSON text. */
interface Edit {
  readonly place: number;
  /** The place is near the root, where most readers look. */
  readonly near: boolean;
  readonly how: 'replace' | 'drop' | 'rename' | 'double' | 'swap';
  readonly stranger: string;
  readonly name: string;
}

const edits: fc.Arbitrary<Edit> = fc.record({
  place: fc.nat(1_000_000),
  near: fc.boolean(),
  how: fc.constantFrom('replace', 'replace', 'drop', 'rename', 'double', 'swap'),
  stranger: fc.constantFrom(...strangers),
  name: fc.constantFrom('__proto__', 'constructor', 'toString', '', 'Make', 'schemaVersion', 'x'.repeat(10_000)),
});

/** JSON texts made from a document by one to three changes of its structure. */
export function changedStructure(document: unknown): fc.Arbitrary<string> {
  const every = placesIn(document, Number.POSITIVE_INFINITY);
  const near = placesIn(document, 3);
  return fc.array(edits, { minLength: 1, maxLength: 3 }).map((all) => {
    const places = new Map(
      all.map((edit) => {
        const among = edit.near ? near : every;
        return [among[edit.place % among.length], edit] as const;
      }),
    );
    let at = -1;
    const text = (value: unknown): string => {
      at += 1;
      const edit = places.get(at);
      if (edit?.how === 'replace') {
        at += countOf(value) - 1;
        return edit.stranger;
      }
      if (Array.isArray(value)) {
        const members = value.map(text);
        return `[${changedMembers(members, edit).join(',')}]`;
      }
      if (typeof value !== 'object' || value === null)
        return edit === undefined ? JSON.stringify(value) : edit.stranger;
      const members = Object.entries(value).map(([key, member], index) => {
        const named = edit?.how === 'rename' && index === edit.place % Object.keys(value).length ? edit.name : key;
        return `${JSON.stringify(named)}:${text(member)}`;
      });
      return `{${changedMembers(members, edit).join(',')}}`;
    };
    return text(document);
  });
}

function changedMembers(members: readonly string[], edit: Edit | undefined): readonly string[] {
  if (edit === undefined || members.length === 0) return members;
  const place = edit.place % members.length;
  if (edit.how === 'drop') return members.toSpliced(place, 1);
  if (edit.how === 'double') return [...members, ...members.slice(place, place + 1)];
  if (edit.how === 'swap') return members.toReversed();
  return members;
}

/** Numbers of the values down to a depth, counted in text order. */
function placesIn(value: unknown, depth: number, first = 0): readonly number[] {
  if (typeof value !== 'object' || value === null) return [first];
  let next = first + 1;
  const below = Object.values(value).flatMap((member) => {
    const places = depth > 0 ? placesIn(member, depth - 1, next) : [];
    next += countOf(member);
    return places;
  });
  return [first, ...below];
}

/** Counts the values in a document, and itself. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + countOf(member), 1);
}

/** Files made from a text by changes of its bytes: cut, inserted, or written in another way. */
export function changedBytes(text: string): fc.Arbitrary<Buffer> {
  const bytes = Buffer.from(text);
  const cut = fc.nat(bytes.length).map((length) => bytes.subarray(0, length));
  const putIn = fc
    .tuple(fc.nat(bytes.length), fc.nat(8), fc.uint8Array({ maxLength: 8 }))
    .map(([at, gone, some]) => Buffer.concat([bytes.subarray(0, at), some, bytes.subarray(at + gone)]));
  const anew = fc.constantFrom(
    Buffer.alloc(0),
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(`\uFEFF\uFEFF${text}`),
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
    Buffer.from(text, 'utf16le').swap16(),
    Buffer.from(text.replaceAll('\n', '\r\n')),
    Buffer.concat([bytes, Buffer.alloc(3)]),
    Buffer.concat([bytes, bytes]),
    Buffer.from(deepJson),
    Buffer.from('['.repeat(100_000)),
    Buffer.from(`"${'x'.repeat(1_000_000)}"`),
    Buffer.from('{"__proto__":[]}'),
  );
  return fc.oneof(
    cut,
    putIn,
    putIn,
    anew,
    fc.uint8Array({ maxLength: 64 }).map((some) => Buffer.from(some)),
  );
}
