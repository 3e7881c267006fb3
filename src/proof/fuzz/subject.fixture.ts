import type fc from 'fast-check';

/** A reader that may get anything: whatever the input, it gives a result or the error that it declares. */
export interface Subject {
  readonly name: string;
  readonly inputs: fc.Arbitrary<string>;
  /** Throws if the reader does anything else, or differs from the library that it is compared with. */
  readonly check: (input: string) => void;
  /** Inputs of `npm test`: fewer where each takes long. */
  readonly runs: number;
}

/** What a reader makes of an input, or null where it throws the error that it declares; any other goes on. */
export function readOrRefused<T>(read: () => T, declared: abstract new (...given: never[]) => Error): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof declared) return null;
    throw error;
  }
}
