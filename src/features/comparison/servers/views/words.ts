import { grouped } from '../../../../base/group-by.ts';
import { plural } from '../../../../base/words.ts';
import { staleCount } from '../../../../results/baseline.ts';
import { observers } from '../../../../rules/observers/observers.ts';
import type { Tone } from '../../../../views/sections/section.ts';
import { whereIn } from '../../../../views/where.ts';
import { cellsOf, type Place } from '../../pairs.ts';
import type { Comparison } from '../comparison.ts';
import type { CellState, ComparedCell } from '../difference.ts';
import type { Unstable } from '../groups.ts';
import type { AlikeDifference, ToldDifference } from '../one-cause.ts';

const headings = {
  same: { heading: 'The two servers are the same', tone: 'better' },
  different: { heading: 'The two servers differ', tone: 'worse' },
  inconclusive: { heading: 'Not all could be compared', tone: 'open' },
  accepted: { heading: 'No difference but what is accepted', tone: 'better' },
  uncounted: { heading: 'No difference that counts', tone: 'better' },
  stale: { heading: 'The baseline no longer holds', tone: 'worse' },
} as const;

/** The heading of a comparison: servers whose differences do not count, or are accepted, are let pass. */
export function headingOf(comparison: Comparison) {
  const { outcome, exitCode, lost, shadow, differences } = comparison;
  if (lost !== null && shadow !== undefined)
    return { heading: `${lost.side.toUpperCase()} never answered`, tone: 'worse' } as const;
  if (outcome === 'different' && exitCode === 0) return headings[differences.length === 0 ? 'accepted' : 'uncounted'];
  return headings[isOnlyStale(comparison) ? 'stale' : outcome];
}

/** The outcome in words: what differs without being counted is not called different. */
export function verdictText(comparison: Comparison): string {
  const { outcome, differences } = comparison;
  const isUncounted = outcome === 'different' && !differences.some(({ counts }) => counts);
  const verdict = isUncounted ? 'no difference that counts' : outcome;
  return isOnlyStale(comparison) ? `${verdict}, but the baseline does not hold` : verdict;
}

/** Nothing that counts differs, but lines of the baseline do not hold. */
function isOnlyStale({ exitCode, differences }: Comparison): boolean {
  return exitCode === 1 && !differences.some(({ counts }) => counts);
}

/** The state of a cell in a table: what differs there, by its gravest kind. */
export function shownState(cell: ComparedCell, { differences, accepted }: Comparison) {
  const here = ({ operation, binding }: Place): boolean => operation === cell.operation && binding === cell.binding;
  const gravest = differences.find(({ kind, cells }) => kind !== 'observations' && cells.some(here));
  if (cell.state !== 'different') return states[cell.state];
  if (gravest === undefined && accepted.some((one) => one.cells.some(here))) return ACCEPTED;
  if (gravest === undefined) return states.different;
  return { text: `≠ ${gravest.kind}`, tone: gravest.counts ? states.different.tone : 'open' } as const;
}

/** The cells of a table: an operation of which every cell was skipped is named below it, with the reason. */
export function tabledCells({ cells }: Pick<Comparison, 'cells'>): readonly ComparedCell[] {
  const tried = new Set(cells.filter(({ state }) => state !== 'skipped').map(({ operation }) => operation));
  return tried.size === 0 ? cells : cells.filter(({ operation }) => tried.has(operation));
}

const ACCEPTED = { text: '≠ accepted', tone: 'better' } as const;

/** The state of a cell in a table; the tone is null where nothing was sent. */
const states: Readonly<Record<CellState, { readonly text: string; readonly tone: Tone | null }>> = {
  same: { text: '= same', tone: 'better' },
  different: { text: '≠ differ', tone: 'worse' },
  'nothing-compared': { text: '? no data', tone: 'open' },
  skipped: { text: '– skipped', tone: null },
  'not-reached': { text: '… not reached', tone: 'open' },
};

const names: Readonly<Record<string, string>> = {
  mediaType: 'media type',
  httpVersion: 'HTTP version',
  fault: 'fault code',
  root: 'root element',
  complete: 'whole body received',
};

/** Whether the calls were made by the seed: recorded ones, and those of clients, are as they are. */
export function isOfSeed({ shadow, recorded, servers }: Comparison): boolean {
  return shadow === undefined && recorded === undefined && servers.a.recording === undefined;
}

/** How many requests a server got, or which recording has its answers. */
export function sentText({ requests, recording }: Comparison['servers']['a'], named = (file: string) => file): string {
  return recording === undefined ? plural(requests, 'request') : `as recorded in ${named(recording)}`;
}

/** What became of the reads of clients, in sentences; none where our own calls were compared. */
export function shadowTexts({ shadow }: Pick<Comparison, 'shadow'>): readonly string[] {
  if (shadow === undefined) return [];
  const { calls: all, compared, leftOut } = shadow;
  return [
    `${plural(all, 'call')} of clients, ${compared} compared.`,
    ...leftOut.map(({ why, calls }) => `Not compared: ${plural(calls, 'call')}: ${why}.`),
  ];
}

type Skipping = Pick<Comparison, 'cells' | 'unobserved' | 'differences'> & {
  readonly servers: { readonly a: Pick<Comparison['servers']['a'], 'recording' | 'identity'> };
  readonly options: Pick<Comparison['options'], 'only'>;
};

/** Why cells were skipped, one sentence for each reason, and what was not observed. */
export function skippedTexts(comparison: Skipping): readonly string[] {
  const { cells, unobserved, differences, servers, options } = comparison;
  const { recording, identity } = servers.a;
  const isTold = identity.wsdlSha256 !== null || differences.some(({ kind }) => kind === 'wsdl');
  const isWithout = recording !== undefined && options.only.includes('wsdl') && !isTold;
  const skipped = cells.filter(({ state }) => state === 'skipped');
  return [
    ...grouped(skipped, ({ reason }) => reason ?? '').map(
      (some) => `Skipped: ${whereText(some, cells)}: ${some[0].reason}.`,
    ),
    ...(unobserved === 0
      ? []
      : [`Not observed: ${plural(unobserved, 'request')}: the end or a limit came before both had answered.`]),
    ...(isWithout ? [`Not compared: the WSDL: ${recording} has none.`] : []),
  ];
}

export function inWords(one: ToldDifference | Unstable, cells: readonly ComparedCell[]) {
  const title = 'why' in one ? `${subjectInWords(one)}: ${whyWords[one.why]}` : titleOf(one);
  return { title, where: whereText(one.cells, cells), call: callText(one.example) };
}

function subjectInWords({ kind, subject }: AlikeDifference | Unstable): string {
  const observed = kind === 'observations' ? observers.find(({ id }) => id === subject)?.title : names[subject];
  return observed ?? subject;
}

/** What differs, and how, if both sides do not say that. */
export function titleOf(one: AlikeDifference): string {
  const { kind, subject, change, level, a, b } = one;
  const what = subjectInWords(one);
  const isWhole = kind === 'data' && !/[.[]/.test(subject);
  const whole = subject === 'answer' ? 'the answer' : `${subject} records`;
  const isSaid = kind === 'observations' || change === `${a} → ${b}` || change === what;
  const how = isSaid ? '' : `: ${change}`;
  return `${isWhole ? whole : what}${how}${level === null ? '' : ` (${level})`}`;
}

const whyWords: Readonly<Record<Unstable['why'], string>> = {
  'a varies': 'A answers equal requests differently',
  'b varies': 'B answers equal requests differently',
  'both vary': 'both answer equal requests differently',
  'a write is not sent twice': 'a write is not sent twice, so the servers’ states may be the only difference',
  'not asked again': 'its call was not sent again',
};

/** Where a difference was seen: by name, or `all 80 cells`, or `every operation (soap11)`. */
export function whereText(cells: readonly Place[], all: readonly ComparedCell[]): string {
  const named = cellsOf(cells);
  if (named.length === 0) return 'the endpoint';
  return whereIn(all.filter(({ calls }) => calls > 0))(named);
}

function callText({ call }: ToldDifference['example']): string | null {
  if (call === null) return null;
  const values = Object.entries(call.values).map(([name, value]) => `${name}=${value}`);
  const header = Object.entries(call.header ?? {}).flatMap(([name, value]) =>
    value.length === 0 || value === 'false' ? [] : [`${name}=${[value].flat().join(',')}`],
  );
  return [...values, ...header.map((text) => `VehicleTypeHeader ${text}`)].join(', ') || 'no parameters';
}

export function outcomeText(comparison: Comparison): string {
  const { outcome, differences, cells, incomplete, lost, servers, shadow } = comparison;
  const compared = cells.filter(({ state }) => state === 'same' || state === 'different').length;
  const scope = `${compared} of ${plural(cells.length, 'cell')} compared`;
  const cut = `${incomplete ? ', incomplete' : ''}${baselineText(comparison)}`;
  // A server that is compared by our own calls answered the first one.
  const ended = shadow === undefined ? 'stopped answering' : 'never answered';
  const gone = lost === null ? '' : `${lost.side.toUpperCase()} (${servers[lost.side].target}) ${ended}; `;
  if (outcome === 'same') return `${gone}no difference, ${scope}${cut}`;
  if (outcome === 'inconclusive') return `${gone}no difference in what was compared, ${scope}${cut}`;
  const ofKinds = grouped(differences, ({ kind }) => kind).map((some) => `${some.length} in ${some[0].kind}`);
  const all = `${plural(differences.length, 'difference')}: ${ofKinds.join(', ')}`;
  return `${gone}${differences.length === 0 ? 'no other difference' : all}; ${scope}${cut}`;
}

/** What became of the lines of the baseline: '; 2 accepted; 1 line of known.json does not hold', or ''. */
function baselineText(comparison: Comparison): string {
  const { accepted, baseline } = comparison;
  const stale = staleCount(baseline);
  const does = stale === 1 ? 'does' : 'do';
  const open = baseline?.entries.filter(({ state }) => state === 'not-judged').length ?? 0;
  return [
    accepted.length === 0 ? '' : `; ${accepted.length} accepted`,
    open === 0 ? '' : `; ${plural(open, 'line')} of ${baseline?.file} not judged`,
    stale === 0 ? '' : `; ${plural(stale, 'line')} of ${baseline?.file} ${does} not hold`,
  ].join('');
}
