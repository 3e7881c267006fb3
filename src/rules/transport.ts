import type { NetworkError } from '../exchange/exchange.ts';
import { byStandard, everyBinding, type Rule } from './rule.ts';

/** The document shows no limits, so those of a run judge nothing. */
function isLimit(kind: NetworkError['kind']): boolean {
  return kind === 'timeout' || kind === 'too-large';
}

/** Layer 'transport': an answer arrives at all. */
export const transportRules: readonly Rule[] = [
  {
    id: 'http.answer',
    level: 'required',
    layer: 'transport',
    title: 'An answer arrives, in correct HTTP framing.',
    bindings: everyBinding,
    requirements: ['service.endpoint'],
    standard: 'RFC 9112, sections 4, 5, 6, 7.1 and 8',
    basis: byStandard({
      'a limit of the run leaves it inconclusive':
        "The document shows no limits, so an answer that does not end within those of the run can't be judged.",
    }),
    breaks:
      'All clients we ran fail when the connection closes early or the body is cut off. Other framing ' +
      'errors break only some: node-soap refuses a header without a colon, gSOAP does not.',
    example: {
      right: 'HTTP/1.1 200 OK with headers, an empty line and a body of Content-Length bytes',
      wrong: 'the connection is closed before the status line',
    },
    defects: [
      'connection-closed',
      'status-line-garbled',
      'answer-never-comes',
      'body-never-ends',
      'status-line-absent',
      'header-without-colon',
      'header-too-long',
      'length-not-a-number',
      'length-twice',
      'length-and-chunked',
      'chunk-size-garbled',
      'chunked-cut-off',
      'answer-too-large',
    ],
    judge: ({ reading }) => {
      const { outcome } = reading.exchange;
      if (outcome.kind === 'response') return [];
      const { kind, message } = outcome.trouble;
      // Whoever asks to wait has not answered yet, and what we stopped is no fault of the target's.
      if (kind === 'unavailable' || kind === 'aborted' || isLimit(kind)) return 'not-reached';
      const text = `No complete answer came: ${message}`;
      return [{ code: kind, text, location: null, expected: 'a complete HTTP response', actual: message }];
    },
    judgeCell: (all) => {
      const [first, ...others] = all.flatMap(({ reading: { exchange } }) =>
        exchange.outcome.kind === 'trouble' && isLimit(exchange.outcome.trouble.kind) ? [exchange.outcome.trouble] : [],
      );
      if (first === undefined) return { kind: 'not-applicable' };
      const flag = first.kind === 'timeout' ? '--timeout' : '--max-body';
      const count = `${others.length + 1} of ${all.length} calls ran into a limit of this run`;
      return {
        kind: 'inconclusive',
        reason: { code: 'limit', text: `${count} (${first.message}); ${flag} raises it` },
      };
    },
  },
];
