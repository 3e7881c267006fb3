import type { Contract } from '../../contract/model.ts';
import { type HttpRequest, headerValue } from '../../wire/http/exchange.ts';
import { charsetOf } from '../../wire/soap/media-type.ts';
import { decodeXmlBytes, type TextDecode } from '../../xml/decode.ts';
import { parseXml } from '../../xml/parse.ts';
import { childElements, isNil, type Position, textOf, type XmlElement, type XmlParse } from '../../xml/tree.ts';
import type { ByteRange, SentName } from './read-form.ts';

/** A body that is meant as an envelope: the part that can be read. */
export type SoapReading = ReturnType<typeof readSoap>;

/** @param isWhole - the body is that of the request, so that places in it can be shown */
export function readSoap({ headers, body }: HttpRequest, { bindings }: Contract, isWhole: boolean) {
  const decoding = decodeXmlBytes(body ?? new Uint8Array(), charsetOf(headerValue(headers, 'content-type')));
  const parse: XmlParse = parseXml(decoding.text);
  const root = parse.kind === 'document' ? parse.document.root : null;
  const version =
    (['soap11', 'soap12'] as const).find((name) => bindings[name].envelopeNamespace === root?.namespace) ?? null;
  const part = (name: string): XmlElement | null =>
    (root === null ? [] : childElements(root)).find((child) => child.name === name) ?? null;
  const [header, soapBody] = [part('Header'), part('Body')];
  const [payload = null] = soapBody === null ? [] : childElements(soapBody);
  const bytesOf = isWhole ? byteRanges(decoding) : () => null;
  const paths = new Map<XmlElement, string>();
  const know = (parent: XmlElement | null, children: readonly XmlElement[]): void => {
    const counts = new Map<string, number>();
    for (const child of children) {
      const count = (counts.get(child.name) ?? 0) + 1;
      counts.set(child.name, count);
      paths.set(child, `${parent === null ? '' : paths.get(parent)}/${child.name.slice(0, 80)}[${count}]`);
    }
  };
  if (root !== null) know(null, [root]);
  for (const one of [root, header, soapBody]) if (one !== null) know(one, childElements(one));
  /** An element as a name that was sent; its bytes are its start tag's. */
  const sent = (element: XmlElement): SentName => {
    const hasText = !isNil(element) && childElements(element).length === 0;
    const location = `${paths.get(element)} ${at(element)}`;
    return { name: element.name, value: hasText ? textOf(element) : null, location, bytes: bytesOf(element), element };
  };
  const children = (parent: XmlElement, most: number): readonly SentName[] => {
    const some = childElements(parent).slice(0, most);
    know(parent, some);
    return some.map(sent);
  };
  return { decoding, parse, root, version, header, body: soapBody, payload, sent, children, bytesOf };
}

export function at({ line, column }: Position): string {
  return `(line ${line}, column ${column})`;
}

/** Finds the bytes at a position: a tag with its brackets, or one character. Null where the body is not UTF-8. */
function byteRanges({ text, bom, problems }: TextDecode): (position: Position) => ByteRange | null {
  if (problems.some(({ kind }) => kind !== 'declaration-disagrees')) return () => null;
  let starts: readonly number[] | null = null;
  const bytesBefore = (offset: number): number => (bom ? 3 : 0) + Buffer.byteLength(text.slice(0, offset));
  return ({ line, column }) => {
    starts ??= [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({ 0: end, index }) => index + end.length)];
    const from = (starts[line - 1] ?? 0) + column - 1;
    const tag = /<(?:"[^"]*"|'[^']*'|[^>"'])*>/y;
    tag.lastIndex = from;
    const end = tag.exec(text) === null ? Math.min(from + 1, text.length) : tag.lastIndex;
    return { start: bytesBefore(from), end: bytesBefore(end) };
  };
}
