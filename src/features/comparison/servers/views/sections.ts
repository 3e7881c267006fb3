import { grouped } from '../../../../base/group-by.ts';
import { listed, plural } from '../../../../base/words.ts';
import type { RecordedExchange } from '../../../../results/outcome.ts';
import { curlLine } from '../../../../results/record/finding.ts';
import { entry, type Fact, type Section, section, type Tone } from '../../../../views/sections/section.ts';
import type { Comparison } from '../comparison.ts';
import { type DifferenceKind, kinds } from '../difference.ts';
import type { DifferenceGroup, Unstable } from '../groups.ts';
import { headingOf, inWords, latencyText, unlikeBodies, whereText } from './words.ts';

const MOST_PLACES = 6;
const MOST_LINES = 3;

/** The heading of each kind, in the order they are read, and how grave it is: what the servers say counts most. */
const headings: Readonly<Record<DifferenceKind, readonly [title: string, tone: Tone]>> = {
  data: ['What they say', 'worse'],
  rules: ['Rules that one of them breaks', 'worse'],
  wsdl: ['What their descriptions say', 'worse'],
  form: ['How they write it', 'plain'],
  observations: ['What they do where the document is silent', 'plain'],
  spelling: ['The same, in other bytes', 'plain'],
};

const OPEN =
  "To supply values: give parameters that A has data for, under 'values' or 'samples' of getdata.config.json; `getdata-conformance init` writes one.";

const ONCE = 'only once: nothing shows whether it changes by itself';

const OPEN_SHADOWED = 'Only what clients read is compared: none of it was answered with data.';

const OPEN_RECORDED = 'Only recorded calls are sent: record some of these cells that A answers with data';

/** What every view of a comparison shows, apart from the cells: heading, the parts that are not empty, the median times. */
export function shownComparison(comparison: Comparison) {
  const { unstable, cells, recorded, shadow, servers } = comparison;
  const ofCalls = `${OPEN_RECORDED}${servers.a.recording === undefined ? ', or compare without --calls' : ''}.`;
  const about = shadow !== undefined ? OPEN_SHADOWED : recorded === undefined ? OPEN : ofCalls;
  const varying = unstable.map((one) => unstableEntry(one, comparison));
  const parts = [
    ...kinds.map((kind) => {
      const entries = ofKind(kind, comparison).map((one) => differenceEntry(one, comparison));
      return section(kind, ...headings[kind], entries);
    }),
    section('unstable', 'Unstable: counted against neither', 'open', varying),
    section('open', 'Nothing could be compared', 'open', openEntries(comparison), about),
  ];
  return {
    ...headingOf(comparison),
    parts: parts.filter(({ entries }) => entries.length > 0),
    latency: latencyText(cells),
  };
}

/** The differences of one kind, in the order of the entries of its section. */
export function ofKind(kind: Section['id'], { differences }: Comparison): readonly DifferenceGroup[] {
  return differences.filter((one) => one.kind === kind);
}

function differenceEntry(one: DifferenceGroup, { cells, servers }: Comparison) {
  const { example, kind, places } = one;
  const { a, b } = example.exchanges;
  const { title, where, call } = inWords(one, cells);
  const exactly = kind === 'data' || kind === 'rules' ? example.location : null;
  return entry(title, where, [
    ['A', one.a],
    ['B', one.b],
    ['at', exactly ?? listed(places, MOST_PLACES)],
    ['call', call ?? ''],
    ['breaks generated clients', one.breaks === undefined ? '' : one.breaks.join(', ') || 'none'],
    ['recorded', one.recordedOnce === true ? ONCE : ''],
    ['requests', `${one.cells.reduce((sum, cell) => sum + cell.calls, 0)}`],
    ['A answers', answerText(a)],
    ['B answers', answerText(b)],
    ...bodyFacts(one),
    ...(servers.a.recording === undefined
      ? ([
          ['again', curlLine(a.request)],
          ['same to', b.request.url],
        ] as const)
      : ([['again', curlLine(b.request)]] as const)),
  ]);
}

function answerText({ response }: RecordedExchange): string {
  if ('trouble' in response) return `none: ${response.trouble.message}`;
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return `${response.status} ${response.reason}, ${type ?? 'no Content-Type'}, ${plural(response.bytes, 'byte')}`;
}

/** Its lines show it, where a line is an element. */
function isOfElements(kind: DifferenceKind, subject: string): boolean {
  const ofTags = ['elements', 'root', 'empty elements', 'references', 'CDATA sections', 'other texts'];
  return (kind === 'form' || kind === 'spelling') && ofTags.includes(subject);
}

/** The lines that only one of the two bodies has, if the bodies differ. */
function bodyFacts({ kind, subject, example }: DifferenceGroup): readonly Fact[] {
  const ofBody = kind === 'data' || kind === 'rules' || isOfElements(kind, subject);
  if (!ofBody) return [];
  const unlike = unlikeBodies(example);
  const field = kind === 'data' ? `<${subject.replace(/^.*[.]/, '').replace('[]', '')}` : '<';
  const lines = (name: string, all: readonly string[]): readonly Fact[] => {
    // If much differs, the field's own lines say most.
    const own = all.filter((line) => line.trimStart().startsWith(field));
    return (own.length > 0 ? own : all).slice(0, MOST_LINES).map((line) => [name, line.trim()]);
  };
  return [...lines('A line', unlike.a), ...lines('B line', unlike.b)];
}

function unstableEntry(one: Unstable, { cells }: Comparison) {
  const { title, where } = inWords(one, cells);
  return entry(title, where, [
    ['A', one.a],
    ['B', one.b],
  ]);
}

function openEntries({ cells }: Comparison) {
  const open = cells.filter(({ state }) => state === 'nothing-compared');
  return grouped(open, ({ reason }) => reason ?? '').map((some) => entry(some[0].reason ?? '', whereText(some, cells)));
}
