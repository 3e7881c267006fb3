import { withHeader } from '../../../wire/http/exchange.ts';
import { type OutResponse, textResponse } from '../../wire/message.ts';
import { everywhere, over } from '../cells.ts';
import { changes, type Defect, type Effect, table } from '../defect.ts';
import { answered, sentRaw, withBody } from '../edits/answer.ts';
import { refusal } from '../edits/call.ts';

const refused = (message: string): Effect => changes(everywhere, { failure: refusal(message) });
const status = (code: number): Effect => answered((response) => ({ ...response, status: code }));
const page = (code: number, title: string) => {
  const html = `<html><head><title>${title}</title></head><body>${title}</body></html>\n`;
  return textResponse(code, 'text/html; charset=utf-8', html);
};
const bodiless = (code: number) => (response: OutResponse) =>
  withHeader(withBody({ ...response, status: code }, new Uint8Array()), 'Content-Length', null);
const notServed: Effect = changes(everywhere, { request: () => ({ answer: page(404, 'Not Found') }) });
const moved = page(302, 'Object moved');
const REFERENCE = 'Server was unable to process request. ---> Object reference not set to an instance of an object.';

/** A GET that was answered before is answered with 304. */
function unchanged(): Effect {
  const known = new Set<string>();
  return changes(over('http-get'), {
    response: (response, { request: { path } }) => {
      const isKnown = known.has(path);
      known.add(path);
      return isKnown && response.status === 200 ? bodiless(304)(response) : response;
    },
  });
}

export const statusDefects: readonly Defect[] = [
  ...table(['http.status'], {
    'status-201: Results come with status 201.': status(201),
    'status-202: Results come with status 202.': status(202),
    'status-204-empty: Calls are answered with 204 and no body.': answered(bodiless(204)),
    'status-304-unasked: Calls are answered with 304, though they have no condition.': answered(bodiless(304)),
    'switching-protocols: Calls are answered with 101 Switching Protocols.': sentRaw({
      statusLine: 'HTTP/1.1 101 Switching Protocols',
    }),
    'status-302: Calls are redirected to a login page.': answered(() => ({
      ...moved,
      headers: [...moved.headers, ['Location', '/login']],
    })),
    'status-500-with-body: Results come with status 500.': status(500),
    'repeat-not-modified: A GET that is sent again is answered with 304, though it has no condition.': unchanged(),
  }),
  ...table(['http.status', 'binding.reachable'], {
    'operation-missing: The operation is not known.': refused('Web Service method name is not valid.'),
    'method-throws: Every call ends in an exception of the method.': refused(REFERENCE),
    'binding-off: The binding is not served.': notServed,
  }),
];
