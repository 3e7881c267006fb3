import type { Pools } from '../../calls/pools.ts';
import type { Cell } from '../../contract/model.ts';
import type { RunOptions } from '../../options/model.ts';
import type { Exchange, HttpRequest } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';

/** An answer that came before the cells were run and breaks a rule. */
export interface EarlyAnswer {
  /** As from cellName. */
  readonly cell: string;
  readonly call: Call;
  readonly exchange: Exchange;
  /** The observer that sent its request, a variant of the call. */
  readonly observed?: { readonly observer: string; readonly variant: string };
}

/** The latest plain read of a cell that was answered. */
export interface Witness {
  readonly cell: Cell;
  readonly request: HttpRequest;
  /** Its answer's status; 0 if it is not known, or may not be the service's. */
  readonly status: number;
}

/** The options and what was found out before the run: everything a worker needs. */
export interface RunPlan {
  readonly options: RunOptions;
  /** The target's address; the embedded server's if the target is null. */
  readonly baseUrl: string;
  readonly pools: Pools;
  /** What was answered before the cells are run; nothing if left out. */
  readonly answered?: readonly Witness[];
  /** The pre-flight was refused in every cell: a cell whose first call is refused too gets no more. */
  readonly refused?: boolean;
  /** Answers to pre-flight and harvest that are judged with the cells' own; none if left out. */
  readonly early?: readonly EarlyAnswer[];
  /** The answer to ?wsdl; left out if not yet requested. */
  readonly wsdl?: Exchange;
  /** Where the results will be, as a user would name the file. */
  readonly resultsPath: string;
}
