/** Something that the document and its standards leave to a server. */
export interface Predicate<Said, Of = unknown> {
  readonly id: string;
  /** The clause, or the section of a standard, that leaves it open. */
  readonly clause: string;
  /** What an answer says apart from what this predicate leaves open; it names no operation and no place. */
  readonly forget: (said: Said, of: Of) => Said;
}
