import { listed, plural } from '../../../../base/words.ts';
import { cellName } from '../../../../contract/cell-name.ts';
import { fixes } from '../../../../rules/fixes.ts';
import { isSaid } from '../../../../views/finding-lines.ts';
import { type Entry, entry, type Section, section, type Tone } from '../../../../views/sections/section.ts';
import { whereIn } from '../../../../views/where.ts';
import type { Diff } from '../diff.ts';
import type { FailureGroup } from '../failures.ts';
import type { LatencyShift } from '../latency.ts';
import { middleText } from '../summary.ts';

const outcomes: Readonly<Record<Diff['outcome'], { readonly heading: string; readonly tone: Tone }>> = {
  unchanged: { heading: 'Nothing changed', tone: 'better' },
  changed: { heading: 'Nothing got worse', tone: 'better' },
  regressed: { heading: 'Regressed', tone: 'worse' },
  'evidence-lost': { heading: 'Evidence was lost', tone: 'open' },
};

/** What every view of a diff shows: heading, what else differs, the parts, and the basis of the comparison. */
export function shownDiff(diff: Diff) {
  const notes = diff.notes.map((note) => ({ ...note, old: shortDigest(note.old), new: shortDigest(note.new) }));
  return { ...outcomeOf(diff), notes, parts: sections(diff), grounds: groundsLine(diff) };
}

const OTHER_SCOPE = { heading: 'One run left out what the other judged', tone: 'open' } as const;
const OF_SCOPE = new Set(['operations', 'bindings', 'rules', 'cells', 'include-writes']);

/** What was not asked for is not lost. */
function outcomeOf({ outcome, notes, evidence, cells }: Diff) {
  const went = new Set(cells.went.map(cellName));
  const isOfScope = evidence.lost.every(
    ({ cells: all, counts }) => !counts || all.every((one) => went.has(cellName(one))),
  );
  const isOther = notes.some(({ about }) => OF_SCOPE.has(about));
  return outcome === 'evidence-lost' && isOther && isOfScope ? OTHER_SCOPE : outcomes[outcome];
}

export type ShownDiff = ReturnType<typeof shownDiff>;

type EvidenceGroup = Diff['evidence']['lost'][number];
type ObservationGroup = Diff['observations']['changed'][number];

const OBSERVED = 'What the server does where the document is silent. Nothing here is judged.';
const VARYING = 'Equal requests of one run got other values, so these are not compared.';
const SPREAD =
  'p50 moved by 10 ms or more and by more than the larger p95 − p50 of the two runs; ' +
  'only cells with at least 5 requests in both.';

function sections(diff: Diff): readonly Section[] {
  const { failures, evidence, cells, fields, data, wire, observations, warnings, latency } = diff;
  const where = whereIn([...latency.cells, ...cells.came]);
  const failed = (group: FailureGroup) => failureEntry(group, where(group.cells));
  const judged = (group: EvidenceGroup) => evidenceEntry(group, where(group.cells));
  const observed = (group: ObservationGroup) => observationEntry(group, where(group.cells));
  const cell = (all: Diff['cells']['came']) => (all.length === 0 ? [] : [entry('', where(all))]);
  const field = (group: Diff['fields']['came'][number]) =>
    entry(`${group.path}${group.needed ? '' : ' (a conformant run need not see it)'}`, where(group.cells));
  const shifted = (verdict: LatencyShift['verdict']) =>
    latency.cells.filter((one) => one.verdict === verdict).map((one) => latencyEntry(one, where([one])));
  const written = (change: Diff['wire']['changes'][number]) => entry('', where(change.cells), [], [change]);
  const other = ({ field, change, calls, cells: at }: Diff['data']['changed'][number]) =>
    entry(`${field ?? 'the answer'}: ${change}, in ${plural(calls, 'answer')}`, where(at));
  const varying = ({ field, cells: at }: Diff['data']['varying'][number]) =>
    entry(field ?? 'all that is said', where(at));
  const warning = (text: string) => entry(text, '');
  const all: readonly Section[] = [
    section('new', 'New failures', 'worse', failures.new.map(failed)),
    section('lost', 'No longer judged', 'open', evidence.lost.map(judged)),
    section('cells-went', 'Cells that went', 'open', cell(cells.went)),
    section('fields-went', 'Fields no longer seen', 'open', fields.went.map(field)),
    section('slower', 'Slower beyond the spread', 'open', shifted('slower'), SPREAD),
    section('still', 'Still failing', 'worse', failures.still.map(failed)),
    section('fixed', 'Fixed', 'better', failures.fixed.map(failed)),
    section('gained', 'Newly judged, and right', 'better', evidence.gained.map(judged)),
    section('data', 'Other data', data.counts ? 'worse' : 'plain', data.changed.map(other), dataAbout(data)),
    section('data-varying', 'Data that change by themselves', 'plain', data.varying.map(varying), VARYING),
    section('wsdl', 'Changed in the WSDL', 'open', diff.wsdl.map(wsdlEntry), WSDL),
    section('wire', 'Changed on the wire', 'plain', wire.changes.map(written), wireAbout(wire)),
    section('observations', 'Observations that changed', 'plain', observations.changed.map(observed), OBSERVED),
    section('observations-went', 'Observations no longer made', 'plain', observations.went.map(observed)),
    section('observations-came', 'Observations newly made', 'plain', observations.came.map(observed)),
    section('cells-came', 'Cells that came', 'plain', cell(cells.came)),
    section('fields-came', 'Fields newly seen', 'better', fields.came.map(field)),
    section('faster', 'Faster beyond the spread', 'better', shifted('faster'), SPREAD),
    section('warnings-came', 'New warnings', 'open', warnings.came.map(warning)),
    section('warnings-went', 'Warnings that are gone', 'better', warnings.went.map(warning)),
  ];
  return all.filter(({ entries }) => entries.length > 0);
}

function dataAbout({ calls, counts }: Diff['data']): string {
  const means = counts ? '' : ' It is no failure: --fail-on data makes it one.';
  const what = `What the answers to ${plural(calls, 'call')}, which both runs sent, say differently`;
  return `${what}, by their digests: results.json holds no values of these.${means}`;
}

const NO_DIGESTS = 'file has no digests of data: an earlier version wrote it, or judge from a HAR';
const notCompared: Readonly<Record<NonNullable<Diff['data']['open']>, string>> = {
  'old has no digests': `not compared, as the old ${NO_DIGESTS}`,
  'new has no digests': `not compared, as the new ${NO_DIGESTS}`,
  'old reached nothing': 'not compared, as the old run reached nothing',
  'new reached nothing': 'not compared, as the new run reached nothing',
  'other credentials': 'not compared, or not all, as the runs had other credentials, which key the digests',
  'no equal call': 'not compared, as no call got an answer in both runs',
};

function dataText({ open, calls, changed, varying }: Diff['data']): string {
  const same = varying.length === 0 ? 'the same' : 'the same, apart from what changes by itself';
  const said = changed.length > 0 ? 'other data in some' : same;
  const compared = `answers to ${plural(calls, 'call')} that both runs sent: ${said}`;
  return open === null ? compared : `${notCompared[open]}${calls === 0 ? '' : `; ${compared}`}`;
}

const WSDL =
  '~ is the target namespace, … the operation or what two names have in common; ' +
  'docs/wsdl-differences.md says what breaks which clients.';
const MOST_PLACES = 8;

function wsdlEntry({ subject, change, a, b, places, breaks }: Diff['wsdl'][number]): Entry {
  return entry(`${subject}: ${change}`, '', [
    ['old', a],
    ['new', b],
    ['at', listed(places, MOST_PLACES)],
    ['breaks generated clients', breaks.join(', ') || 'none'],
  ]);
}

const wireAbout = ({ calls }: Diff['wire']): string =>
  `How the answers to ${plural(calls, 'call')}, which both runs kept, are written. ` +
  'Nothing here is judged, and values are left out.';

function groundsLine({ latency, wire, data }: Diff): string {
  const { cells, slower, faster, medianShift } = latency;
  const told = cells.filter(({ verdict }) => verdict !== 'unknown').length;
  const middle = medianShift === null ? '' : `; ${middleText(latency)}`;
  const times = `${told} of ${plural(cells.length, 'cell')} compared, ${slower} slower and ${faster} faster`;
  const answers = `answers to ${plural(wire.calls, 'call')} that both runs kept`;
  return `Latency: ${times} beyond the spread${middle}. Writing: ${answers}. Data: ${dataText(data)}.`;
}

function failureEntry(group: FailureGroup, where: string): Entry {
  const { level, rules, requirements, message, location, again, changes, cells } = group;
  const known = cells.filter((cell) => cell.known).length;
  const unjudged = cells.filter(({ before }) => before !== 'pass' && before !== 'fail');
  const facts = [
    ['rule', `${rules.join(', ')} (${level})`],
    ['expected', isSaid(group) ? '' : group.expected],
    ['actual', isSaid(group) ? '' : group.actual],
    ['fix', again === null ? '' : (fixes[rules[0] ?? '']?.['own code'] ?? '')],
    ['at', location ?? ''],
    ['known', known === 0 ? '' : `${known} of ${plural(cells.length, 'finding')} in the baseline of the new run`],
    ['before', unjudged.length === 0 ? '' : `not judged in ${plural(unjudged.length, 'cell')}, so it may be older`],
    ['again', again?.command ?? ''],
    ['curl', again?.curl ?? ''],
    ['clauses', requirements.join(', ')],
  ] as const;
  const shown = entry(message, where, facts, changes);
  return level === 'required' ? shown : { ...shown, tone: 'open' };
}

function evidenceEntry({ before, after, reason, rules, counts }: EvidenceGroup, where: string): Entry {
  const about = `${counts ? '' : 'does not count: '}${before} → ${after}`;
  const named = rules.length > 8 ? plural(rules.length, 'rule') : rules.join(', ');
  return entry(`${about}: ${named}`, where, [['why', reason ?? '']]);
}

function observationEntry({ probe, title, ids, changes }: ObservationGroup, where: string): Entry {
  const variants = [...new Set(ids.flatMap((id) => (id.includes('#') ? [id.slice(id.indexOf('#') + 1)] : [])))];
  const name = title === null ? probe : `${probe}: ${title}`;
  return entry(name, where === '' ? 'the endpoint' : where, [['tried', variants.join(', ')]], changes);
}

function latencyEntry({ old, new: now, shift, ratio, spread }: LatencyShift, where: string): Entry {
  const from = (what: 'p50' | 'p95' | 'max'): string => `${what} ${old[what] ?? '?'} → ${now[what] ?? '?'} ms`;
  const by = `${shift !== null && shift > 0 ? '+' : ''}${shift ?? '?'} ms${ratio === null ? '' : `, × ${ratio}`}`;
  return entry(`${from('p50')}: ${by} (spread ${spread ?? '?'} ms); ${from('p95')}; ${from('max')}`, where);
}

function shortDigest(value: string): string {
  return /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 12)}…` : value;
}
