import { cellName } from '../contract/cell-name.ts';
import { groupBy, grouped } from '../rules/group-by.ts';
import { listed } from '../rules/words.ts';
import { EVERYWHERE } from './one-mistake.ts';
import type { Finding } from './outcome.ts';
import { OVER } from './seen-by-others.ts';

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
    const message = messageOf(smallest, all);
    return { cause, message, smallest, findings: all };
  });
  return causes.toSorted((a, b) => rankOf(a.smallest) - rankOf(b.smallest) || b.findings.length - a.findings.length);
}

/** Causes of several messages: the part of each that is its own, and what stands between the smallest one and the others' parts. */
const TOGETHER: readonly (readonly [cause: RegExp, own: RegExp, between: string])[] = [
  [new RegExp(`${EVERYWHERE}$`), /^.*(?=\.$)/s, '. All other records break the rule too: '],
  [new RegExp(`^${OVER}`), /^\S+(?= differs)/, '. Other fields differ there too: '],
  [/^request\./, /(?<=^A request is answered differently with )[^;]+?(?=;|\.$)/, '; also with '],
];

/** What the smallest finding says, and the parts of others: the most frequent first. Some may be known failures, which are not there. */
function together({ cause, message }: Finding, all: readonly Finding[]): string {
  const [, own = /^$/, between = ''] = TOGETHER.find(([of]) => of.test(cause)) ?? [];
  const [mine] = own.exec(message) ?? [];
  const parts = grouped(
    all.flatMap((one) => own.exec(one.message)?.[0] ?? []),
    (part) => part,
  );
  const others = parts.filter(([part]) => part !== mine).toSorted((one, other) => other.length - one.length);
  if (mine === undefined || others.length === 0) return message;
  const start = message.slice(0, message.indexOf(mine) + mine.length);
  return `${between.startsWith('.') ? message.replace(/\.$/, '') : start}${between}${listed(
    others.map(([part]) => part),
    MOST_WAYS,
  )}.`;
}

/** Rules whose messages say how the cells of one cause are answered. */
const ofAnswers = ['http.status', 'http.root-element'];

function messageOf(smallest: Finding, all: readonly Finding[]): string {
  const { rule, message } = smallest;
  if (rule !== 'http.status') return together(smallest, all);
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
