import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../../../wire/http/exchange.ts';

/** Answers of A that are kept, and bytes of their bodies. */
const MOST_ANSWERS = 1_000;
const MOST_BYTES = 32 * 1024 * 1024;

export type EarlierAnswers = ReturnType<typeof createEarlierAnswers>;

/** Keeps A's answer to each of the latest reads, to compare it with the answer to the next equal one. */
export function createEarlierAnswers() {
  const answers = new Map<string, Exchange>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= sizeOfBody(answers.get(key));
    answers.delete(key);
  }

  return {
    /** Keeps an answer. @returns the one before it, if that is another; null if there is none, or it says the same */
    swap(read: string, exchange: Exchange): Exchange | null {
      // It holds secrets: only its digest is kept.
      const key = createHash('sha256').update(read).digest('base64');
      const before = answers.get(key);
      if (before !== undefined && isDeepStrictEqual(before.outcome, exchange.outcome)) return null;
      drop(key);
      answers.set(key, exchange);
      bytes += sizeOfBody(exchange);
      for (const oldest of answers.keys()) {
        if (answers.size <= MOST_ANSWERS && bytes <= MOST_BYTES) break;
        drop(oldest);
      }
      return before ?? null;
    },
  };
}

function sizeOfBody(exchange: Exchange | undefined): number {
  return exchange?.outcome.kind === 'response' ? exchange.outcome.response.body.byteLength : 0;
}
