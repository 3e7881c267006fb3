import type { RecordedExchange, RecordedRequest } from '../../results/outcome.ts';
import { headText } from '../finding-lines.ts';

/** A request as it goes over the wire (RFC 9112, section 2.1), but with its whole address. */
export function requestText({ method, url, headers, body }: RecordedRequest): string {
  return evidenceText(`${headText(`${method} ${url}`, headers)}${body ?? ''}`);
}

/** A response as it came, or why there is none. */
export function responseText(response: RecordedExchange['response']): string {
  if ('trouble' in response) return evidenceText(`no response: ${response.trouble.message}`);
  const { version, status, reason, headers, body, bytes, truncated } = response;
  const cut = truncated ? `\n(cut; ${bytes} bytes in all)` : '';
  return evidenceText(`${headText(`HTTP/${version} ${status} ${reason}`, headers)}${body}${cut}`);
}

/** A whole message as evidence, with control characters and the like as code points; line ends are line feeds. */
function evidenceText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\uFFFE\uFFFF]/gu, (character) =>
      character === '\n' || character === '\t' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
}
