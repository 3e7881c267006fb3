import type { Header } from '../../wire/http/exchange.ts';

/** What a body is in place of an XML document or form, with the key of its findings: rule and code. */
export const bodyCauses = {
  empty: 'xml.well-formed:empty',
  json: 'xml.well-formed:json',
  escaped: 'xml.well-formed:escaped',
  base64: 'xml.well-formed:base64',
  'http-head': 'xml.well-formed:http-head',
  'php-message': 'xml.well-formed:php-message',
  twice: 'xml.well-formed:twice',
  latin1: 'xml.encoding:latin1',
  'web-page': 'http.content-type:html-page',
  multipart: 'http.content-type:multipart',
  'chunk-sizes': 'xml.well-formed:chunk-sizes',
  cut: 'xml.well-formed:cut',
  'length-in-characters': 'http.content-length:characters',
  compressed: 'xml.encoding:compressed',
  'compressed-twice': 'xml.encoding:compressed-twice',
  'compressed-cut': 'xml.encoding:compressed-cut',
  'compressed-as-said': 'xml.encoding:Content-Encoding',
  'compressed-otherwise': 'xml.encoding:compressed-otherwise',
  'not-compressed': 'xml.encoding:not-compressed',
} as const;

export type BodyKind = keyof typeof bodyCauses;

/** What a body really is. */
export interface Recognised {
  readonly kind: BodyKind;
  /** What follows 'the body': `is empty`. */
  readonly words: string;
  /** The body without what was put around it, where that can be taken off. */
  readonly inner?: Uint8Array;
}

/** The part of a request or an answer that shows what its body is. */
export interface Message {
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** Left out unless a content coding was removed. */
  readonly codedBytes?: number;
  /** Bytes that came after the promised Content-Length. */
  readonly surplus?: number;
}
