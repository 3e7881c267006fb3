import type { BindingName } from '../../contract/model.ts';
import { readHttpFile } from '../../wire/http/http-file.fixture.ts';

/** An entry of a HAR as a browser writes it, loose enough to be broken. */
export type LooseEntry = Record<string, unknown> & {
  request: Record<string, unknown>;
  response: Record<string, unknown> & {
    content: Record<string, unknown>;
    headers: readonly { readonly name: string; readonly value: string }[] | null;
  };
};

/**
 * The golden exchange of a cell as a browser records it over HTTP/2 with compression: names in lower case, pseudo-headers,
 * no Content-Length, the body decoded.
 */
export function browserEntry(operation: string, binding: BindingName, origin = 'https://host.example/app'): LooseEntry {
  const sent = readHttpFile(`exchanges/${operation}/${binding}.request.http`);
  const came = readHttpFile(`exchanges/${operation}/${binding}.response.http`);
  const [method = '', path = ''] = sent.startLine.split(' ');
  const text = new TextDecoder().decode(came.body);
  const type = came.headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';
  const lower = sent.headers.map(([name, value]) => ({ name: name.toLowerCase(), value }));
  const body = new TextDecoder().decode(sent.body);
  return {
    startedDateTime: '2024-05-06T07:08:09.123+02:00',
    time: 41.5,
    request: {
      method,
      url: `${origin}${path}`,
      httpVersion: 'h2',
      cookies: [],
      headers: [
        { name: ':authority', value: 'host.example' },
        { name: 'cookie', value: 'ASP.NET_SessionId=s3ss10n-of-jo; theme=dark' },
        { name: 'authorization', value: 'Bearer t0ken-of-jo' },
        ...lower,
      ],
      queryString: [],
      headersSize: -1,
      bodySize: body.length,
      ...(method === 'GET' ? {} : { postData: { mimeType: type, text: body } }),
    },
    response: {
      status: 200,
      statusText: '',
      httpVersion: 'h2',
      cookies: [],
      headers: [
        { name: 'content-type', value: type },
        { name: 'content-encoding', value: 'gzip' },
        { name: 'set-cookie', value: 'ASP.NET_SessionId=s3ss10n-of-jo; path=/; HttpOnly; SameSite=Strict' },
      ],
      content: { size: came.body.byteLength, mimeType: 'text/xml', compression: 120, text },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      _transferSize: 300,
    },
    cache: {},
    timings: { blocked: 1, dns: -1, connect: -1, send: 0.1, wait: 39, receive: 1.4 },
  };
}

/** A HAR of these entries. */
export function foreignHar(entries: readonly unknown[]): object {
  return { log: { version: '1.2', creator: { name: 'WebInspector', version: '537.36' }, pages: [], entries } };
}
