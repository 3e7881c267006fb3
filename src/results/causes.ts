import { cellName } from '../contract/cell-name.ts';
import { groupBy } from '../rules/group-by.ts';
import { listed } from '../rules/words.ts';
import { EVERYWHERE, OVER } from './one-mistake.ts';
import type { Finding } from './outcome.ts';

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

/** Groups findings by cause; required ones first, of them those that others may follow from, then the widest spread. */
export function byCause(findings: readonly Finding[]): readonly Cause[] {
  const causes = [...groupBy(findings, ({ cause }) => cause)].map(([cause, all]) => {
    const isOther = ({ rule }: Finding): number => (cause.startsWith(`${rule}:`) ? 0 : 1);
    const [smallest = all[0]] = all.toSorted(
      (a, b) => rankOf(a) - rankOf(b) || isOther(a) - isOther(b) || sizeOf(a) - sizeOf(b),
    );
    const message = cause.endsWith(EVERYWHERE)
      ? everywhere(smallest, all)
      : cause.startsWith(OVER)
        ? overOne(smallest, all)
        : messageOf(smallest, all);
    return { cause, message, smallest, findings: all };
  });
  return causes.toSorted((a, b) => rankOf(a.smallest) - rankOf(b.smallest) || b.findings.length - a.findings.length);
}

/** What the smallest finding says, and what others say of other records. */
function everywhere({ message }: Finding, all: readonly Finding[]): string {
  const others = [...new Set(all.map((one) => one.message.replace(/\.$/, '')))].filter((one) => `${one}.` !== message);
  // Some of its findings may be known failures, which are not in the list.
  return others.length === 0
    ? message
    : `${message} All other records break the rule too: ${listed(others, MOST_WAYS)}.`;
}

/** What the smallest finding says, and which other fields differ over its binding. */
function overOne({ message, binding }: Finding, all: readonly Finding[]): string {
  const fieldOf = (text: string): string => /^\S+(?= differs)/.exec(text)?.[0] ?? 'records';
  const others = [...new Set(all.map((one) => fieldOf(one.message)))].filter((field) => field !== fieldOf(message));
  return others.length === 0
    ? message
    : `${message} Other fields differ over ${binding} too: ${listed(others, MOST_WAYS)}.`;
}

/** Rules whose messages say how the cells of one cause are answered. */
const ofAnswers = ['http.status', 'http.root-element'];

/** What rules that send a request in other ways say of it. */
const WITH = /^(A request is answered differently with )([^;]+?)(?:;.*)?\.$/;

/** The sentence on one way to write a request, with the other ways that have the cause: the most frequent first. */
function withOtherWays(message: string, all: readonly Finding[]): string {
  const [, start, own] = WITH.exec(message) ?? [];
  const ways = groupBy(
    all.flatMap((one) => WITH.exec(one.message)?.[2] ?? []),
    (way) => way,
  );
  const others = [...ways.values()].filter(([way]) => way !== own).toSorted((a, b) => b.length - a.length);
  if (own === undefined || others.length === 0) return message;
  return `${start}${own}; also with ${listed(
    others.flatMap(([way]) => way ?? []),
    MOST_WAYS,
  )}.`;
}

function messageOf({ rule, message }: Finding, all: readonly Finding[]): string {
  if (rule !== 'http.status') return withOtherWays(message, all);
  const said = groupBy(
    all.filter((one) => ofAnswers.includes(one.rule)),
    (one) => one.message,
  );
  if (said.size < 2) return message;
  const texts = [...said].map(([text, some]) => {
    const bindings = [...new Set(some.map(({ binding }) => binding))];
    return `${text.replace(/\.$/, '')} (${bindings.join(', ')}).`;
  });
  return texts.slice(0, MOST_WAYS).join(' ');
}

const MOST_WAYS = 4;

function rankOf({ level, rule }: Finding): number {
  if (level !== 'required') return 2;
  return rule === MIXED_UP ? 0 : 1;
}

function sizeOf({ exchange: { request, response } }: Finding): number {
  return (request.body ?? request.url).length + ('body' in response ? response.body.length : 0);
}

export function cellCount(places: readonly { readonly operation: string; readonly binding: string }[]): number {
  return new Set(places.map(cellName)).size;
}
