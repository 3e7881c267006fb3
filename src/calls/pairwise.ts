type Choices = Readonly<Record<string, readonly string[]>>;

/** Choices per name → rows that hold every pair of choices of two names at least once (all-pairs testing, greedily). */
export function pairwise(choices: Choices): readonly Readonly<Record<string, string>>[] {
  const names = Object.keys(choices).filter((name) => (choices[name] ?? []).length > 0);
  const pairsOf = (a: string, b: string) =>
    (choices[a] ?? []).flatMap((x) => (choices[b] ?? []).map((y) => pairKey(a, x, b, y)));
  const open = new Set(names.flatMap((a, i) => names.slice(i + 1).flatMap((b) => pairsOf(a, b))));
  const rows: Readonly<Record<string, string>>[] = [];
  while (open.size > 0) {
    const row = nextRow(names, choices, open);
    for (const pair of pairsIn(names, row)) open.delete(pair);
    rows.push(row);
  }
  return rows;
}

function pairKey(a: string, x: string, b: string, y: string): string {
  return JSON.stringify([a, x, b, y]);
}

function pairsIn(names: readonly string[], row: Readonly<Record<string, string>>): readonly string[] {
  return names.flatMap((a, i) => names.slice(i + 1).map((b) => pairKey(a, row[a] ?? '', b, row[b] ?? '')));
}

/** Begins with an open pair: every row covers one, and gives each further name the choice that covers most. */
function nextRow(names: readonly string[], choices: Choices, open: ReadonlySet<string>) {
  const [first = '[]'] = open;
  const [a, x, b, y]: [string, string, string, string] = JSON.parse(first);
  const row: Record<string, string> = { [a]: x, [b]: y };
  for (const name of names) {
    if (row[name] !== undefined) continue;
    const chosen = names.filter((other) => other === name || row[other] !== undefined);
    const gain = (choice: string): number =>
      pairsIn(chosen, { ...row, [name]: choice }).filter((pair) => open.has(pair)).length;
    const best = (choices[name] ?? []).toSorted((p, q) => gain(q) - gain(p))[0];
    if (best !== undefined) row[name] = best;
  }
  return row;
}
