import type { BindingName } from '../../contract/model.ts';
import type { RecordedExchange } from '../../results/outcome.ts';
import type { OutcomeStatus } from '../../results/rule-outcomes.ts';

/** A run as its worker gets it: plain data. */
export interface RecordedRun {
  readonly cells: readonly RecordedCell[];
  /** What breaks the run apart from its rules, or cut it short; one sentence each. */
  readonly problems: readonly string[];
}

/** One cell with its tests, in the order they were judged. */
export interface RecordedCell {
  readonly operation: string;
  readonly binding: BindingName;
  readonly tests: readonly RecordedTest[];
}

/** One rule of one cell, as Allure shows it. All of it comes from results.json and the contract. */
export interface RecordedTest {
  /** Made of operation, binding and rule alone, so that Allure recognises the test in every report. */
  readonly id: string;
  readonly rule: string;
  /** `Get_Inventory/soap12/http.status` */
  readonly fullName: string;
  readonly name: string;
  readonly status: OutcomeStatus;
  readonly judged: number;
  /** Markdown of our own texts; nothing in it comes from the target. */
  readonly description: string;
  readonly severity: string;
  readonly tags: readonly string[];
  /** Of a known failure. */
  readonly owner: string | null;
  readonly links: readonly { readonly url: string; readonly name: string; readonly type: 'tms' | 'issue' }[];
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
  /** Why it did not pass; null where it passed. */
  readonly message: string | null;
  readonly broken: RecordedBreak | null;
  readonly exchange: RecordedExchange | null;
}

/** The details of a broken rule. */
export interface RecordedBreak {
  readonly expected: string;
  readonly actual: string;
  /** Where it is and how to see it again; Allure shows it in the place of a stack. */
  readonly trace: string;
  readonly curl: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The results of a run, for the worker that reports them to Allure. */
    recorded: RecordedRun;
  }
}
