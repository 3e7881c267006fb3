import type { Cause } from '../../results/causes.ts';
import type { Finding } from '../../results/outcome.ts';
import { MOST_RAW } from './exchange.tsx';
import { unseenCount } from './visible.tsx';

/** Characters of markup that all exchanges of a page may take together. */
const ALL_EXCHANGES = 600_000;
/** Characters of a body that its pretty view shows, about. */
const MOST_PRETTY = 8_000;

/** How much of a finding's exchange the page shows: an excerpt, or the raw bodies too. */
export type Detail = 'excerpt' | 'raw';

/**
 * Chooses the exchanges that a page shows, so that it stays small: for each cause an excerpt of the smallest exchange,
 * then these in full, then one of each other binding, as long as there is room.
 */
export function shownExchanges(causes: readonly Cause[]): ReadonlyMap<Finding, Detail> {
  const shown = new Map<Finding, Detail>();
  let room = ALL_EXCHANGES;
  const show = (finding: Finding, detail: Detail): void => {
    const cost = costOf(finding, detail) - (shown.has(finding) ? costOf(finding, 'excerpt') : 0);
    if (cost > room) return;
    room -= cost;
    shown.set(finding, detail);
  };
  for (const { smallest } of causes) show(smallest, 'excerpt');
  for (const { smallest } of causes) if (shown.has(smallest)) show(smallest, 'raw');
  for (const cause of causes) for (const finding of otherBindings(cause)) show(finding, 'raw');
  return shown;
}

/** The first finding in each binding except that of the smallest. */
function otherBindings({ smallest, findings }: Cause): readonly Finding[] {
  const bindings = new Set(findings.map(({ binding }) => binding));
  bindings.delete(smallest.binding);
  return [...bindings].flatMap((binding) => findings.find((finding) => finding.binding === binding) ?? []);
}

/** About how many characters of markup: an escaped bracket or quote takes five, a mark some forty. */
function costOf({ exchange: { request, response } }: Finding, detail: Detail): number {
  const bodies = [request.body ?? '', 'body' in response ? response.body : ''];
  const headers = 'headers' in response ? response.headers.flat().join('').slice(0, 10_000).length : 0;
  const each = bodies.map((body) => markup(body, MOST_PRETTY) + (detail === 'raw' ? markup(body, MOST_RAW) : 0));
  return each.reduce((sum, cost) => sum + cost, 2000 + headers);
}

function markup(body: string, most: number): number {
  const shown = body.slice(0, most);
  const escaped = shown.match(/[<&"]/g)?.length ?? 0;
  return shown.length + escaped * 12 + unseenCount(shown) * 40;
}
