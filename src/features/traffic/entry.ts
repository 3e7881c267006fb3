import type { BindingName } from '../../contract/model.ts';
import type { Finding, RecordedExchange } from '../../results/outcome.ts';
import type { RequestJudgement } from '../../rules/client/client-rule.ts';
import type { Exchange } from '../../wire/http/exchange.ts';

/** An exchange of a client that something else sends, judged. */
export interface TrafficExchange extends Exchange {
  /** What identifies a client: clientName. */
  readonly client: string;
  /** When the request had come, in milliseconds since 1970. */
  readonly at: number;
  /** What client rules say of the request. */
  readonly judgement: RequestJudgement;
  /** What server rules say about the answer; empty if it is not judged. */
  readonly answer: readonly AnswerProblem[];
}

/** One thing that is wrong with an exchange, without secrets. */
export interface TrafficProblem
  extends Pick<Finding, 'rule' | 'level' | 'message' | 'location' | 'expected' | 'actual'> {
  /** Whose fault it is: the request is the client's, the answer the server's. */
  readonly side: 'client' | 'server';
  /** What to change; null if nothing says it. */
  readonly fix: string | null;
}

export type AnswerProblem = Omit<TrafficProblem, 'side'>;

export interface TrafficEntry {
  readonly id: number;
  readonly at: number;
  readonly client: string;
  readonly method: string;
  /** Null if the request does not say it. */
  readonly operation: string | null;
  readonly binding: BindingName | null;
  /** False: a page or the WSDL was requested, nothing was judged. */
  readonly isCall: boolean;
  /** No required client rule objects to the request. */
  readonly right: boolean;
  /** Null if no answer came. */
  readonly status: number | null;
  /** Of the answer's body. */
  readonly bytes: number;
  readonly durationMs: number;
  readonly problems: readonly TrafficProblem[];
}

/** A piece of a message as shown; the wrong ones are marked. */
export interface TextPiece {
  readonly text: string;
  readonly wrong: boolean;
}

/** An exchange in full, without secrets, bodies cut if long. */
export interface TrafficDetails {
  readonly entry: TrafficEntry;
  readonly exchange: RecordedExchange;
  readonly curl: string;
  readonly request: readonly TextPiece[];
  readonly response: readonly TextPiece[];
}
