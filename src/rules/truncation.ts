import { mediaTypeOf } from '../bindings/media-type.ts';
import type { ParsedResponse } from '../bindings/parsed-response.ts';
import { headerValue } from '../exchange/exchange.ts';

/** True where the body is shorter than the server has or promised: judged by its length, it ends in the middle. */
export function isCutOff({ response }: ParsedResponse): boolean {
  return response !== null && (!response.complete || response.surplus > 0);
}

/** The cause of everything that is wrong with a web page sent in place of an answer. */
export const PAGE = 'http.content-type:html-page';

/** True where the media type of the answer is a web page's and its body is HTML: not XML, or XML with root `html`. */
export function isPage({ response, xml, text }: ParsedResponse): boolean {
  if (response === null || xml === null) return false;
  if (xml.kind === 'document' && xml.document.root.name.toLowerCase() !== 'html') return false;
  // XML with this media type that is damaged or cut off.
  if (text?.text.startsWith('<?xml') && !/<html[\s>]/i.test(text.text)) return false;
  return /^(?:text\/html|application\/xhtml\+xml)$/.test(
    mediaTypeOf(headerValue(response.headers, 'content-type'))?.type ?? '',
  );
}
