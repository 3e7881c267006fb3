import type { BodyKind } from '../body/recognised.ts';
import type { RequestReading } from './read-request.ts';

/** What to change in a client that sends such a body. */
const fixes: Readonly<Record<BodyKind, string>> = {
  empty: 'Write the envelope before you send the request: flush and close the writer first.',
  json: 'Send the XML of the document with a SOAP library, or a form: the service takes no JSON.',
  escaped: 'Send the envelope as it is: what writes the body takes it for a text, and escapes its markup.',
  base64: 'Send the bytes of the envelope or form, not their base64.',
  'http-head': 'Give header fields to the HTTP library, and only the envelope or form as the body.',
  'php-message': 'Send what PHP writes for the call, not its messages: set display_errors to 0.',
  twice: 'Send the envelope or form once: what writes the body ran twice.',
  latin1: 'Encode the body as UTF-8 before you send it.',
  'web-page': 'Send the envelope or form of the call, not a page.',
  multipart:
    'Switch MTOM and attachments off: ' +
    'SOAPBinding.setMTOMEnabled(false) in JAX-WS, messageEncoding="Text" in WCF, forceMTOM: false in node-soap.',
  'chunk-sizes': 'Send Transfer-Encoding: chunked with chunks, or the body without sizes and its Content-Length.',
  cut: 'Count Content-Length after the last step that changes the body, and send all of it.',
  'length-in-characters':
    'Count the bytes of the body in UTF-8 for Content-Length, not its characters: ' +
    'Buffer.byteLength(body), len(body.encode()).',
  compressed: 'Send the body uncompressed: the document describes no content coding of requests.',
  'compressed-twice': 'Send the body uncompressed: the document describes no content coding of requests.',
  'compressed-cut': 'Send the body uncompressed: the document describes no content coding of requests.',
  'compressed-as-said': 'Send the body uncompressed: forceGzip: false in node-soap, no gzip interceptor in CXF.',
  'compressed-otherwise': 'Send the body uncompressed: the document describes no content coding of requests.',
  'not-compressed': 'Leave Content-Encoding out: it says how the body is compressed, not what the client takes.',
};

/** The problem of a request whose body is one of these kinds; none for any other. */
export function bodyProblem({ found }: RequestReading, kinds: readonly BodyKind[], expected: string) {
  if (found === null || !kinds.includes(found.kind)) return [];
  const { kind, words } = found;
  const message = `the body ${words}: expected ${expected}`;
  return [{ message, location: 'body', expected, actual: `a body that ${words}`, fix: fixes[kind] }];
}
