import { expect, test } from 'vitest';
import { sampleResults } from '../../results/results.fixture.ts';
import { reachedText } from './statement-text.ts';

const { options } = sampleResults([]);

test.each([
  ['https://host.example', {}, "the system's TLS trust, no proxy, no extra headers"],
  [
    'https://host.example',
    { ca: true, cert: true },
    'TLS trust given by the user (--ca), a client certificate, no proxy, no extra headers',
  ],
  ['http://host.example', { ca: true, cert: true, proxy: true }, 'no TLS, over a proxy, no extra headers'],
  ['embedded reference server', {}, 'no TLS, no proxy, no extra headers'],
])('%s with %j was reached by: %s', (target, more, text) => {
  expect(reachedText({ target, options: { ...options, ...more } })).toBe(text);
});
