/** A baseline whose one known failure passes now, so that its line must be deleted. */
export const staleBaseline = {
  file: 'known.json',
  entries: [
    {
      rule: 'http.status',
      operation: 'Get_Inventory',
      binding: 'soap12',
      owner: 'Jo',
      reason: 'x',
      expires: null,
      line: 3,
      state: 'passes',
    },
  ],
} as const;
