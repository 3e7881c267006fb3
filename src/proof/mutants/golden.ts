import { readFileSync } from 'node:fs';
import type { Cell, Contract } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import type { Exchange, Header } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';

/** An answer as it is on the wire, so that any part of it may be wrong. */
export interface Answer {
  readonly statusLine: string;
  readonly lines: readonly string[];
  readonly body: Buffer;
}

/** A golden exchange of fixtures/exchanges: transcribed from the document, not written by code. */
export interface Golden {
  readonly index: number;
  readonly cell: Cell;
  readonly call: Call;
  readonly answer: Answer;
}

export const NAMESPACE = 'http://dealer.example/webservices/';

export function goldens({ operations }: Contract): readonly Golden[] {
  return operations.flatMap((operation, row) => {
    const folder = new URL(`../../../fixtures/exchanges/${operation.name}/`, import.meta.url);
    const sample = JSON.parse(readFileSync(new URL('sample.json', folder), 'utf8'));
    const call: Call = { operation: operation.name, values: sample.values, header: sample.header };
    return bindingNames.map((binding, column): Golden => {
      const answer = answerOf(readFileSync(new URL(`${binding}.response.http`, folder)));
      return { index: row * bindingNames.length + column, cell: { operation, binding }, call, answer };
    });
  });
}

function answerOf(file: Buffer): Answer {
  const end = file.indexOf('\n\n');
  const [statusLine = '', ...lines] = file.toString('latin1', 0, end).split('\n');
  return { statusLine, lines, body: file.subarray(end + 2) };
}

/** The answer with another body, and its length in the header. */
export function withBody(answer: Answer, body: Buffer): Answer {
  const lines = answer.lines.map((line) => line.replace(/^(Content-Length:) \d+$/, `$1 ${body.length}`));
  return { ...answer, lines, body };
}

/** An answer in correct framing as an HTTP client returns it. */
export function exchangeOf({ statusLine, lines, body }: Answer): Exchange {
  const [, version = '', status = '', reason = ''] = /^HTTP\/(\S+) (\d+) ?(.*)$/.exec(statusLine) ?? [];
  const headers = lines.map((line): Header => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const response = { status: Number(status), reason, version, headers, body, complete: true, surplus: 0 };
  return { request: REQUEST, outcome: { kind: 'response', response }, durationMs: 0 };
}

const REQUEST = { method: 'GET', path: '/', headers: [], body: null } as const;
