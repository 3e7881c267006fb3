import type { Cell } from '../../contract/model.ts';
import type { Header, HttpRequest } from '../../wire/http/exchange.ts';

/** A request with another text as body; unchanged if it has no body. */
export function editBody(request: HttpRequest, edit: (text: string) => string): HttpRequest {
  if (request.body === null) return request;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(request.body);
  return { ...request, body: new TextEncoder().encode(edit(text)) };
}

/** An envelope without its last end tag, which no parser reads. */
export const cutShort = (text: string): string => text.replace(/<\/[^<]*$/, '');

/** An envelope, in any style, with one more header block, before the others or behind them. */
export function withHeaderBlock(envelope: string, block: string, place: 'first' | 'last' = 'first'): string {
  const behind = envelope.replace(/<\/(?:[^\s<>/:]+:)?Header\s*>/, (tag) => `${block}${tag}`);
  if (place === 'last' && behind !== envelope) return behind;
  const inHeader = envelope.replace(
    /<((?:[^\s<>/:]+:)?Header)(\s[^>]*?)?(\/?)>/,
    (_tag, name: string, rest = '', isEmpty: string) => `<${name}${rest}>${block}${isEmpty === '' ? '' : `</${name}>`}`,
  );
  if (inHeader !== envelope) return inHeader;
  return envelope.replace(
    /<((?:[^\s<>/:]+:)?)Body[\s>]/,
    (tag, prefix: string) => `<${prefix}Header>${block}</${prefix}Header>${tag}`,
  );
}

/** A request of a cell that names another operation: in the path, or in the SOAPAction and the Body. */
export function renameOperation(request: HttpRequest, { operation }: Cell, name: string): HttpRequest {
  const renamed = {
    ...request,
    path: request.path.replace(new RegExp(`/${operation.name}(?=\\?|$)`), `/${name}`),
    headers: request.headers.map(([key, value]): Header => [key, value.replace(`${operation.name}"`, `${name}"`)]),
  };
  return editBody(renamed, (text) =>
    text.replace(`<${operation.name} `, `<${name} `).replace(`</${operation.name}>`, `</${name}>`),
  );
}
