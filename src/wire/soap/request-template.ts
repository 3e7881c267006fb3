import { escapeText } from '../../xml/escape.ts';
import type { Header, HttpRequest } from '../http/exchange.ts';
import type { EncodeContext } from './call.ts';

/** A place for a credential parameter: its value as a form or as XML writes it. */
export interface CredentialGap {
  readonly credential: string;
  readonly written: 'form' | 'xml';
}

/** Bytes as Latin-1, with places for credentials. */
export type GappedText = readonly (string | CredentialGap)[];

/** A request that is sent as it was recorded, but for the path of {base_url} and the credentials. */
export interface RequestTemplate {
  readonly method: string;
  /** What follows the path of {base_url}: the endpoint, in its recorded case, and all after it. */
  readonly path: GappedText;
  readonly headers: readonly Header[];
  readonly body: GappedText | null;
}

/** The request with the credentials and the {base_url} of a run. Pure. */
export function filledRequest(
  { method, path, headers, body }: RequestTemplate,
  { basePath, credentials }: Pick<EncodeContext, 'basePath' | 'credentials'>,
): HttpRequest {
  const filled = (text: GappedText): string =>
    text.map((part) => (typeof part === 'string' ? part : writtenValue(part, credentials))).join('');
  return {
    method,
    path: `${basePath}${filled(path)}`,
    headers,
    body: body === null ? null : Buffer.from(filled(body), 'latin1'),
  };
}

function writtenValue({ credential, written }: CredentialGap, credentials: EncodeContext['credentials']): string {
  const value = credentials[credential] ?? '';
  return written === 'form' ? formValue(value) : textValue(value);
}

/** A value as the text of an element, in references, which are read in any charset. */
export function textValue(value: string): string {
  return escapeText(value).replaceAll(/[^\x20-\x7E]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** A value as a form has it; a space as %20, which readers of plain URIs take for one too. */
export function formValue(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1).replaceAll('+', '%20');
}
