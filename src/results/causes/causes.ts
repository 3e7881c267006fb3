import { groupBy, grouped } from '../../base/group-by.ts';
import { listed, plural } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import { fixesInOwnCode } from '../../rules/fixes-own-code.ts';
import type { Layer } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import { pathOf } from '../../rules/same-answer.ts';
import type { Finding } from '../outcome.ts';
import { EVERYWHERE, IN_SEVERAL } from './one-mistake.ts';
import { OVER } from './seen-by-others.ts';

export const NO_200 = 'http.status:no-200';

/** The key of the findings of bindings or an operation that no call reaches. */
export function absenceCause(names: readonly string[]): string {
  return `${NO_200}:${names.join('+')}`;
}

/** The key of the findings of operations that no call reaches: the first of them, and the number of others. */
export function absenceOfOperations([first = '', ...others]: readonly string[]): string {
  return absenceCause(others.length === 0 ? [first] : [first, `${others.length}`]);
}

const SEVERAL_OPERATIONS = new RegExp(`^${NO_200.replace('.', '\\.')}:\\w+\\+\\d+$`);

/** What the findings of several such operations show together; null for another cause. */
function absentOperations(cause: string, findings: readonly Finding[]): string | null {
  const names = [...new Set(findings.map(({ operation }) => operation))];
  if (!SEVERAL_OPERATIONS.test(cause) || names.length < 2) return null;
  return `${plural(names.length, 'operation')} are not implemented, or refuse every call: ${names.join(', ')}.`;
}

/** Findings of one cause over cells, with the smallest exchange: required ones if any, of the rule that names it. */
export interface Cause {
  readonly cause: string;
  /** The smallest finding's; where its cells are answered in several ways, each of them. */
  readonly message: string;
  readonly smallest: Finding;
  readonly findings: readonly Finding[];
}

/** The rule that sees answers to other calls: what else is found may follow from them. */
export const MIXED_UP = 'response.own-call';

/**
 * Groups findings by cause; required ones first, of them those that others may follow from, then those that name a
 * mechanism, then the widest spread.
 */
export function byCause(findings: readonly Finding[]): readonly Cause[] {
  const causes = [...groupBy(findings, ({ cause }) => cause)].map(([cause, all]) => {
    const isOther = ({ rule }: Finding): number => (cause.startsWith(`${rule}:`) ? 0 : 1);
    const [smallest = all[0]] = all.toSorted(
      (a, b) => rankOf(a) - rankOf(b) || isOther(a) - isOther(b) || exchangeBytes(a) - exchangeBytes(b),
    );
    const absent = absentOperations(cause, all);
    const message = absent === null ? causeMessage(smallest, all) : `${absent} ${causeMessage(smallest, all)}`;
    return { cause, message, smallest, findings: all };
  });
  const spread = (a: Cause, b: Cause): number => b.findings.length - a.findings.length;
  return causes.toSorted(
    (a, b) => rankOf(a.smallest) - rankOf(b.smallest) || mechanismRank(a) - mechanismRank(b) || spread(a, b),
  );
}

const withoutStop = (message: string): string => message.replace(/\.$/, '');

/** What a finding shows of a cause that several things show, and what those of other findings are to it. */
function ownPart({ cause, message, location, probe }: Finding): readonly [own: string, others: string] {
  if (cause.endsWith(EVERYWHERE)) return [withoutStop(message), 'All other records break the rule too'];
  if (cause.endsWith(IN_SEVERAL)) return [withoutStop(message), 'Other records break the rule too'];
  if (cause.startsWith(OVER)) return [pathOf(location ?? ''), 'Other fields differ there too'];
  return [probe?.variant ?? '', 'Other cells show it with'];
}

/** What the smallest finding says, and what others show: the most frequent first. Known failures are not there. */
function together(smallest: Finding, all: readonly Finding[]): string {
  const [mine, are] = ownPart(smallest);
  // A rule's message names the variant that it sends itself.
  const told = all.filter(({ probe }) => mine !== '' || probe?.rule !== smallest.rule);
  const parts = grouped(
    told.map((one) => ownPart(one)[0]),
    (part) => part,
  ).filter(([part]) => part !== '' && part !== mine);
  const others = parts.toSorted((a, b) => b.length - a.length).map(([part]) => part);
  return others.length === 0 ? smallest.message : `${smallest.message} ${are}: ${listed(others, MOST_WAYS)}.`;
}

/** Rules whose messages say how the cells of one cause are answered. */
const ofAnswers = ['http.status', 'http.root-element'];

function causeMessage(smallest: Finding, all: readonly Finding[]): string {
  const { rule, message } = smallest;
  if (rule !== 'http.status') return together(smallest, all);
  const said = groupBy(
    all.filter((one) => ofAnswers.includes(one.rule)),
    (one) => one.message,
  );
  if (said.size < 2) return message;
  const texts = [...said].map(([text, some]) => {
    const bindings = [...new Set(some.map(({ binding }) => binding))];
    return `${withoutStop(text)} (${bindings.join(', ')}).`;
  });
  return texts.slice(0, MOST_WAYS).join(' ');
}

const MOST_WAYS = 4;

function rankOf({ level, rule }: Finding): number {
  if (level !== 'required') return 2;
  return rule === MIXED_UP ? 0 : 1;
}

/** The layers whose rules name what went wrong on the way, before any record is looked at. */
const OF_MESSAGE: ReadonlySet<Layer> = new Set(['transport', 'media type', 'length', 'bytes', 'XML']);
const layers = new Map(rules.map(({ id, layer }) => [id, layer]));

/** A cause that names how a message or text was damaged, then one of an answer, then one of what differs. */
function mechanismRank({ cause, findings }: Pick<Cause, 'cause' | 'findings'>): number {
  const all = findings.map(({ rule }) => layers.get(rule) ?? 'several exchanges');
  if (cause in fixesInOwnCode || all.some((layer) => OF_MESSAGE.has(layer))) return 0;
  return all.every((layer) => layer === 'several exchanges') ? 2 : 1;
}

/** How many findings of each level a cause has, where they are mixed: `2 required, 60 recommended`; else null. */
export function levelsOf(findings: readonly Finding[]): string | null {
  const required = findings.filter(({ level }) => level === 'required').length;
  if (required === 0 || required === findings.length) return null;
  return `${required} required, ${findings.length - required} recommended`;
}

function exchangeBytes({ exchange: { request, response } }: Finding): number {
  return (request.body ?? request.url).length + ('body' in response ? response.body.length : 0);
}

export function cellCount(places: readonly { readonly operation: string; readonly binding: string }[]): number {
  return new Set(places.map(cellName)).size;
}
