import type { Content, Parameter, RecordType } from '../model.ts';

type Records = ReadonlyMap<string, RecordType>;

/** Counts the fields of a content, nested ones too; made once for each record, as records within records multiply. */
export function fieldCounter(records: Records): (content: Content) => number {
  const known = new Map<string, number>();
  const count = (content: Content): number => {
    if (content.kind === 'list') return count(content.item.content);
    if (content.kind !== 'record') return 0;
    const { fields = [], attributes = [] } = records.get(content.record) ?? {};
    const made = known.get(content.record) ?? sum(fields) + attributes.length;
    known.set(content.record, made);
    return made;
  };
  const sum = (fields: RecordType['fields']): number =>
    fields.reduce((all, { content }) => all + 1 + count(content), 0);
  return count;
}

/** A field with a value of a simple type, by its path, and the record that it is in. */
interface Leaf {
  readonly path: string;
  readonly name: string;
  readonly record: string;
}

function leavesOf(content: Content, records: Records, path: string, name: string, record: string): readonly Leaf[] {
  if (content.kind === 'simple') return [{ path, name, record }];
  if (content.kind === 'list') return leavesOf(content.item.content, records, path, name, record);
  if (content.kind === 'open') return [];
  const { fields = [], attributes = [], text } = records.get(content.record) ?? {};
  const below = (step: string): string => (path === '' ? step : `${path}.${step}`);
  return [
    ...attributes.map(({ name: own }) => ({ path: below(`@${own}`), name: own, record: content.record })),
    ...(text === undefined ? [] : [{ path: below('value'), name, record }]),
    ...fields.flatMap((one) => leavesOf(one.content, records, below(one.name), one.name, content.record)),
  ];
}

/** What names of lists and of names end with. */
const ENDS = /(?<=.)(?:_?list|names?|s)$/;

/**
 * Which fields of an answer have values of which parameters, by their names: `Sku` that of sku, `Makename` and Makes
 * that of make, and the field Id of a Product that of productId. @param parameters - names by those in small letters
 */
export function feedsOf(content: Content, records: Records, parameters: ReadonlyMap<string, readonly string[]>) {
  const feeds = leavesOf(content, records, '', 'value', '').map(({ path, name, record }) => {
    const small = name.toLowerCase();
    const own = parameters.get(small) ?? parameters.get(small.replace(ENDS, '')) ?? [];
    const ofRecord = parameters.get(`${record}${name}`.toLowerCase()) ?? [];
    // Copied only where both are: lists of large descriptions are long.
    const fed = ofRecord.length === 0 ? own : [...new Set([...own, ...ofRecord])];
    return [path === '' ? 'value' : path, fed] as const;
  });
  return Object.fromEntries(feeds.filter(([, fed]) => fed.length > 0));
}

/** The names of parameters by their names in small letters, and nested ones by the last part too. */
export function parametersByName(all: readonly Parameter[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, Set<string>>();
  for (const { name, path } of all) {
    for (const key of new Set([name.toLowerCase(), (path?.at(-1) ?? name).replace(/\[\d+\]$/, '').toLowerCase()]))
      byName.set(key, (byName.get(key) ?? new Set()).add(name));
  }
  return new Map([...byName].map(([key, names]) => [key, [...names]]));
}
