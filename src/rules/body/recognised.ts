import type { Header } from '../../wire/http/exchange.ts';

/** What a body is in place of one XML document or form. */
export type BodyKind =
  | (
      | 'empty'
      | 'json'
      | 'escaped'
      | 'base64'
      | 'http-head'
      | 'php-message'
      | 'twice'
      | 'latin1'
      | 'web-page'
      | 'multipart'
      | 'chunk-sizes'
      | 'cut'
      | 'length-in-characters'
    )
  | (
      | 'compressed'
      | 'compressed-twice'
      | 'compressed-cut'
      | 'compressed-as-said'
      | 'compressed-otherwise'
      | 'not-compressed'
    );

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
