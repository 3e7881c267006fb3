import { expect, test } from 'vitest';
import { sampleFinding } from '../results/results.fixture.ts';
import { fixesOf } from './finding-lines.ts';

test.each([
  ['http.answer:field-date', 'http.answer', 'a date is like Mon, 23 Nov 2026'],
  ['http.answer:refused', 'http.answer', 'start the server'],
  ['http.answer:framing', 'http.answer', 'Let the HTTP library of your platform write the status line'],
  ['http.answer:chunks', 'http.answer', 'Write the number of bytes of each chunk in hexadecimal digits'],
  ['http.answer:lengths', 'http.answer', 'Send one Content-Length'],
  ['http.content-type:html-page', 'http.content-type', 'See in the log what the page stands for'],
  ['http.content-type:Content-Type', 'http.content-type', 'Send application/soap+xml'],
  ['xsd.valid:xsi-type', 'xsd.valid', 'Write no xsi:type'],
  ['record.shape:list-as-text', 'record.shape', 'Write each item as an element'],
  ['record.shape:Video.Submodels', 'record.shape', 'An array is one element'],
  ['data.readable-text:utf-8-that-was-read-as-windows-1252', 'data.readable-text', 'Read texts as UTF-8'],
  ['data.readable-text:the-name-of-a-type', 'data.readable-text', 'Write what the object holds'],
  ['data.readable-text:a-word-for-no-value', 'data.readable-text', 'Write an empty element'],
  ['request.text-fidelity:beyond-ascii', 'request.text-fidelity', 'Keep texts in UTF-8 or UTF-16'],
  ['request.text-fidelity:padded', 'request.text-fidelity', 'Trim what a column of fixed length'],
  ['request.text-fidelity:spaces', 'request.text-fidelity', 'Decode each reference once'],
])('%s: the fix is that of the mistake, not of all that breaks %s', (cause, rule, start) => {
  const [fix] = fixesOf(sampleFinding({ cause, rule }), 'getdata-conformance');
  expect(fix).toContain(start);
});
