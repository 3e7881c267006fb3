import type { XmlProblem } from './xml-parse.ts';

/** Ends saxes at the first error, which otherwise goes on and guesses; caught by parseXml. */
export class ParseStop extends Error {
  readonly kind: XmlProblem['kind'];
  readonly offset: number;
  /** True when the text ended too early, false when something in it was wrong. */
  readonly atEnd: boolean;
  constructor(kind: XmlProblem['kind'], message: string, offset: number, atEnd = false) {
    super(message);
    this.kind = kind;
    this.offset = offset;
    this.atEnd = atEnd;
  }
}
