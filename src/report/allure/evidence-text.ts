import type { Header } from '../../exchange/exchange.ts';
import type { RecordedExchange, RecordedRequest } from '../../results/outcome.ts';

/** A request as it goes over the wire (RFC 9112, section 2.1), but with its whole address. */
export function requestText({ method, url, headers, body }: RecordedRequest): string {
  return evidenceText([`${method} ${url}`, ...lines(headers), '', body ?? ''].join('\n'));
}

/** What came back, as it came over the wire, or why nothing did. */
export function responseText(response: RecordedExchange['response']): string {
  if ('trouble' in response) return evidenceText(`no response: ${response.trouble.message}`);
  const { version, status, reason, headers, body, bytes, truncated } = response;
  const cut = truncated ? [`(cut; ${bytes} bytes in all)`] : [];
  return evidenceText([`HTTP/${version} ${status} ${reason}`, ...lines(headers), '', body, ...cut].join('\n'));
}

function lines(headers: readonly Header[]): readonly string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}

/**
 * A message whole, as evidence: characters that steer a terminal, turn the direction of writing round or are none stand
 * as their code points. Line ends are line feeds.
 */
function evidenceText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\uFFFE\uFFFF]/gu, (character) =>
      character === '\n' || character === '\t' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
}
