import type { Call } from '../../bindings/call.ts';
import type { Cell } from '../../contract/model.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Evidence } from '../../rules/rule.ts';
import type { RecordedExchange } from '../outcome.ts';

/** An exchange that something recorded, ready to be judged again without traffic. */
export interface Recording {
  readonly cell: Cell;
  readonly call: Call;
  readonly expectation: Evidence['expectation'];
  readonly exchange: Exchange;
  /** The exchange as reports show it: secrets are out. */
  readonly shown: () => RecordedExchange;
  /** Rule → why what was recorded does not suffice to judge it. */
  readonly silent: ReadonlyMap<string, string>;
  /** Rules that were found broken by this call after equal reads had been answered alike. */
  readonly proved: readonly string[];
}

/** What can't be judged: where it stands in the file, and why. */
export interface LeftOut {
  readonly where: string;
  readonly why: string;
}

/** What a file has to judge. */
export interface Recordings {
  readonly all: readonly Recording[];
  /** Cells of which some answer was 200, where its body was not kept. */
  readonly answered: ReadonlySet<string>;
  readonly leftOut: readonly LeftOut[];
}
