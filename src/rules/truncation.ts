import { mediaTypeOf } from '../bindings/media-type.ts';
import type { ParsedResponse } from '../bindings/parsed-response.ts';
import { headerValue } from '../exchange/exchange.ts';

/** True where less of the body is there than the server has, or promised: by its length, it ends in the middle. */
export function isCutOff({ response }: ParsedResponse): boolean {
  return response !== null && (!response.complete || response.surplus > 0);
}

/** The cause of all that is wrong with a web page that stands where an answer should. */
export const PAGE = 'http.content-type:html-page';

/** True where the answer is a web page by its media type, and its body is HTML: no XML, or XML whose root is `html`. */
export function isPage({ response, xml }: ParsedResponse): boolean {
  if (response === null || xml === null) return false;
  if (xml.kind === 'document' && xml.document.root.name.toLowerCase() !== 'html') return false;
  return /^(?:text\/html|application\/xhtml\+xml)$/.test(
    mediaTypeOf(headerValue(response.headers, 'content-type'))?.type ?? '',
  );
}
