/** Header lines whose values depend on the moment or on the data, by lower-case names: only their presence counts. */
export const OF_THE_MOMENT: ReadonlySet<string> = new Set(
  'date content-length keep-alive set-cookie etag last-modified expires age'.split(' '),
);

/** Stands for the value of such a line. */
export const PRESENT = 'present';
