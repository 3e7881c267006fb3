import type { BindingName, Contract } from '../contract/model.ts';
import { isCharsetOf, type TextDecode } from '../xml/decode.ts';

/** The charset that a Content-Type should name: the document's; by a WSDL none or that of the bytes, given or not. */
export function rightCharset(
  given: string | null,
  text: TextDecode | null,
  { by, bindings }: Contract,
  binding: BindingName,
): string | null {
  if (by === 'document') return bindings[binding].charset;
  return given === null || text === null || isCharsetOf(given, text) ? given : text.encoding;
}

/** What is wrong with the encoding of a body: only the document asks for UTF-8 where another one is declared. */
export function decodingProblems({ problems }: TextDecode, { by }: Contract): TextDecode['problems'] {
  return by === 'document' ? problems : problems.filter(({ isDeclared }) => isDeclared !== true);
}
