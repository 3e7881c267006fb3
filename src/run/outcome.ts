import type { HeaderFields } from '../bindings/call.ts';
import type { BindingName } from '../contract/model.ts';
import type { Header } from '../exchange/exchange.ts';
import type { FieldCoverage } from '../rules/coverage.ts';
import type { RuleVerdict } from '../rules/judge.ts';
import type { Level } from '../rules/rule.ts';

/** An exchange as reports show it: credentials replaced by `${NAME}`, bodies as text and cut at a limit. */
export interface RecordedExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly Header[];
    readonly body: string | null;
  };
  readonly response:
    | {
        readonly status: number;
        readonly headers: readonly Header[];
        readonly body: string;
        readonly truncated: boolean;
      }
    | { readonly trouble: { readonly kind: string; readonly message: string } };
}

/** One rule broken in one cell, with its smallest example (product.md, 'results.json'). */
export interface Finding {
  readonly id: string;
  readonly rule: string;
  readonly level: Level;
  readonly operation: string;
  readonly binding: BindingName;
  readonly requirements: readonly string[];
  readonly message: string;
  readonly location: string | null;
  readonly expected: string;
  readonly actual: string;
  /** The key by which views group findings over cells. */
  readonly cause: string;
  readonly call: {
    readonly operation: string;
    readonly values: Readonly<Record<string, string>>;
    readonly header: HeaderFields | null;
  };
  readonly exchange: RecordedExchange;
  readonly reproduce: { readonly command: string; readonly curl: string };
  readonly known: boolean;
}

/** What one rule came to in one cell. */
export interface RuleResult {
  readonly kind: 'rule';
  readonly rule: string;
  readonly level: Level;
  readonly operation: string;
  readonly binding: BindingName;
  readonly verdict: RuleVerdict;
  /** Exchanges it had something to judge in. */
  readonly judged: number;
  /** Why it is neither pass nor fail. */
  readonly reason: string | null;
  readonly finding: Finding | null;
}

/** What a cell was asked and showed, beside its rules. */
export interface CellSummary {
  readonly kind: 'cell';
  readonly operation: string;
  readonly binding: BindingName;
  readonly requests: number;
  /** Milliseconds of each request, in the order asked. */
  readonly durations: readonly number[];
  readonly fields: readonly FieldCoverage[];
  /** Parameter → distinct values sent. */
  readonly parameters: Readonly<Record<string, number>>;
  /** `field=value` pairs of the VehicleTypeHeader that were sent. */
  readonly headerValues: readonly string[];
  /** Statuses seen, with how often; trouble counts under its kind. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Answers that held a record, of all that succeeded. */
  readonly withData: number;
}
