import { everyBinding, type Rule } from './rule.ts';

/** Layer 'transport': an answer arrives at all. */
export const transportRules: readonly Rule[] = [
  {
    id: 'http.answer',
    level: 'required',
    layer: 'transport',
    title: 'An answer arrives within the time and size limits, in correct HTTP framing.',
    bindings: everyBinding,
    requirements: ['service.endpoint'],
    standard: 'RFC 9112, sections 4 and 6',
    breaks: 'Every client: a call that never ends, or ends in half an answer, is an exception in all of them.',
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
      if (kind === 'unavailable' || kind === 'aborted') return 'not-reached';
      const text = `No complete answer came: ${message}`;
      return [{ code: kind, text, location: null, expected: 'a complete HTTP response', actual: message }];
    },
  },
];
