import type { Cell, Contract } from '../../contract/model.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { MakeRequest } from '../../wire/soap/request-of.ts';
import type { Expectation } from '../evidence.ts';

/** The kind of operation that an observer needs: with int and string, header, or credentials; all; the endpoint. */
export type ObserverScope = 'parameters' | 'header' | 'credentials' | 'every' | 'endpoint';

export interface ObservedRequest {
  /** Part of the observation's id: letters, digits, '.', '_' and '-'; unique for the observer and cell. */
  readonly variant: string;
  readonly request: MakeRequest;
}

/** Observes one thing that the document does not show. It gets a fingerprint; rules judge no more than it expects. */
export interface Observer {
  /** Permanent and public. */
  readonly id: string;
  /** What is tried, in one phrase. */
  readonly title: string;
  /** The gaps of specs/requirements.json that it explores. */
  readonly gaps: readonly [string, ...string[]];
  readonly scope: ObserverScope;
  /** What the fingerprint is made from: the answer, or its header lines too. */
  readonly sees: 'answer' | 'headers';
  /** `observed` if the document describes the shape of its requests. */
  readonly expects: Expectation & ('observed' | 'undescribed');
  /** The requests for a cell, made from a right call; none if there is nothing to try in that binding. */
  readonly plan: (cell: Cell, base: Call, contract: Contract) => readonly ObservedRequest[];
}

/** Observers of the answers in one scope, by their ids. */
export function observersOf(
  scope: ObserverScope,
  rows: Readonly<Record<string, readonly [title: string, gaps: Observer['gaps'], plan: Observer['plan']]>>,
  expects: Observer['expects'] = 'undescribed',
): readonly Observer[] {
  const common = { scope, sees: 'answer', expects } as const;
  return Object.entries(rows).map(([id, [title, gaps, plan]]) => ({ ...common, id, title, gaps, plan }));
}
