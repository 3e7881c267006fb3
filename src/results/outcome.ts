import { cellName, operationName } from '../contract/cell-name.ts';
import type { BindingName, Cell } from '../contract/model.ts';
import type { RuleOutcome } from '../judge/rule-outcome.ts';
import type { FieldCoverage } from '../rules/answer/coverage.ts';
import type { Expectation } from '../rules/evidence.ts';
import type { Facts, Reason } from '../rules/judgement.ts';
import type { Level, Rule } from '../rules/rule.ts';
import type { HttpRequest, HttpResponse, NetworkError } from '../wire/http/exchange.ts';
import type { Call } from '../wire/soap/call.ts';
import type { Position } from '../xml/tree.ts';
import type { DataDigests } from './record/data-digests.ts';

/** An exchange as reports show it: credentials replaced by `${NAME}`, bodies as text and cut at a limit. */
export interface RecordedExchange {
  readonly request: RecordedRequest;
  readonly response: RecordedResponse | { readonly trouble: NetworkError };
  /** Milliseconds from sending to the last byte or the trouble. */
  readonly durationMs: number;
}

export interface RecordedRequest extends Pick<HttpRequest, 'method' | 'headers'> {
  readonly url: string;
  readonly body: string | null;
}

export interface RecordedResponse extends Omit<HttpResponse, 'body'> {
  readonly body: string;
  /** The body's bytes in base64, if they are not the UTF-8 of `body`. */
  readonly base64?: string;
  /** Bytes of the received body, before it was cut and secrets were taken out. */
  readonly bytes: number;
  readonly truncated: boolean;
  /** Where in the body the recorded part begins, if not at the start. */
  readonly from?: Position;
}

export interface InCell {
  readonly operation: string;
  readonly binding: BindingName;
}

export function inCell(cell: Parameters<typeof cellName>[0]): (one: Parameters<typeof cellName>[0]) => boolean {
  return (one) => cellName(one) === cellName(cell);
}

/** A call sent to a cell and its exchange, kept so that it can be judged again without traffic. */
export interface RecordedCall extends InCell {
  readonly call: Call;
  readonly expectation: Expectation;
  readonly exchange: RecordedExchange;
}

/** One rule broken in one cell, with its smallest example (product.md, 'results.json'). */
export interface Finding extends InCell {
  readonly id: string;
  readonly rule: string;
  readonly level: Level;
  readonly requirements: readonly string[];
  readonly message: string;
  readonly location: string | null;
  readonly expected: string;
  readonly actual: string;
  /** `rule:code`: the key by which views group findings over cells. */
  readonly cause: string;
  /** What its rule wanted and found, as data; left out where that is `expected` and `actual`. */
  readonly facts?: Facts;
  /** The namespace found, if another was expected. */
  readonly namespace?: string;
  readonly call: Call;
  /** The call sent before it, where its answer depends on that; after `than`, or after itself, it gets another. */
  readonly before?: { readonly call: Call; readonly than?: Call; readonly exchange: RecordedExchange };
  /** How often equal calls broke the rule, if not every time. */
  readonly times?: { readonly broken: number; readonly of: number };
  /** The variant of the call that shows it, if the plain call does not: a probe of that rule. */
  readonly probe?: { readonly rule: string; readonly code: string; readonly variant: string };
  /** The traits of its request, if it has any: `list traits` shows all. */
  readonly spelling?: readonly string[];
  readonly exchange: RecordedExchange;
  readonly reproduce: { readonly command: string; readonly curl: string };
  /** The section of its rule on the page of rules; left out where no page is known. */
  readonly docs?: string;
  readonly known: boolean;
}

export interface RuleResult extends InCell, Omit<RuleOutcome, 'broken'> {
  readonly kind: 'rule';
  readonly rule: string;
  readonly level: Level;
  readonly finding: Finding | null;
}

export function ruleResult(
  { id, level }: Pick<Rule, 'id' | 'level'>,
  cell: Cell | InCell,
  { verdict, judged, reason }: Omit<RuleOutcome, 'broken'>,
  finding: Finding | null,
): RuleResult {
  const place = { operation: operationName(cell), binding: cell.binding };
  return { kind: 'rule', rule: id, level: finding?.level ?? level, ...place, verdict, judged, reason, finding };
}

export function skippedResult(rule: Rule, cell: Cell, reason: Reason | null): RuleResult {
  return ruleResult(rule, cell, { verdict: 'skipped', judged: 0, reason }, null);
}

/** A time in which the target answered no call that it had answered before. */
export interface Outage {
  /** Milliseconds; 0 if it refused one request only, and took it when that was sent again. */
  readonly ms: number;
  /** Its last error. */
  readonly why: string;
  /** How many requests were sent again, and how many not: they change state, or the target was away after them. */
  readonly again: number;
  readonly lost: number;
}

/** What was sent to a cell and what it showed, apart from its rules. */
export interface CellSummary extends InCell {
  readonly kind: 'cell';
  readonly requests: number;
  /** Milliseconds of each request, in the order sent. */
  readonly durations: readonly number[];
  readonly fields: readonly FieldCoverage[];
  /** Parameter → distinct values sent. */
  readonly parameters: Readonly<Record<string, number>>;
  /** `field=value` pairs of the VehicleTypeHeader that were sent. */
  readonly headerValues: readonly string[];
  /** How many requests had the same traits, by their ids with a space between; left out if unknown. */
  readonly spellings?: Readonly<Record<string, number>>;
  /** Statuses seen, with how often; trouble counts under its kind. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Credential parameters that an answer other than 200 names; none if left out. */
  readonly credentialsNamed?: readonly string[];
  /** Answers that held a record, of all that succeeded. */
  readonly withData: number;
  /** Fields that changed between equal reads in this cell; none if left out. */
  readonly changing?: readonly string[];
  /** What the answers to its planned calls said; left out for writes, whose answers change by themselves. */
  readonly data?: DataDigests;
  /** How often the target told us to wait; never if left out. */
  readonly backedOff?: number;
  /** When the target was away; never if left out. */
  readonly outages?: readonly Outage[];
  /** Milliseconds with a request under way; left out if unknown. */
  readonly waitedMs?: number;
  /** The last error of a target that went down before the cell was fully judged. */
  readonly targetDown?: string;
  /** The exchanges that show all that was judged here: each adds a field seen or a rule judged. */
  readonly exchanges: readonly RecordedCall[];
}
