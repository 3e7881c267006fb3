/**
 * What the document and its standards leave to a server, by id: the clause, or the section of a standard, that leaves
 * it open; and what an answer says apart from that. Names no operation or place.
 */
export type Predicates<Said, Of = unknown> = Readonly<
  Record<string, readonly [clause: string, forget: (said: Said, of: Of) => Said]>
>;
