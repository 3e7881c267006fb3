import type { Catalog } from '../../reference/catalog.ts';

type Dealer = Catalog['dealers'][number];

/** A text that nearly every misreading changes: both cases, marks, escapes, spaces, other scripts, and long. */
const rich = (name: string): string => `${name} Aa%41+b &amp; c < d  "e" 'f' \\ 5% é漢🚀 ${'0123456789'.repeat(30)}`;

/** Dealers with credentials of every kind: a run must not try others, so only these show misread ones. */
export const dealers: readonly [Dealer, ...Dealer[]] = [
  { DealerID: rich('D'), APIKEY: rich('k'), Password: rich('p'), Name: 'Dealer' },
  { DealerID: 'null', APIKEY: 'None', Password: 'undefined', Name: 'Dealer' },
  { DealerID: '007', APIKEY: '0010', Password: '+5.0', Name: 'Dealer' },
];

export function credentialsOf({ DealerID, APIKEY, Password }: Dealer) {
  return { DealerID, APIKEY, Password };
}
