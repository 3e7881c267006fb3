/** Why a WSDL's operation is not taken, as the second half of a sentence. It never leaves the reader of contracts. */
class Untaken extends Error {
  override readonly name = 'Untaken';
}

export function untaken(reason: string): never {
  throw new Untaken(reason);
}

/** A name of the WSDL as a sentence may show it. */
export const shownName = (name: string): string => `'${name.slice(0, 80)}'`;

const XML_NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_.·-]{0,199}$/u;

/** A name that requests and paths can carry. */
export const isName = (name: string): boolean => XML_NAME.test(name);

export function checkedName(name: string | null): string {
  if (name !== null && isName(name)) return name;
  return untaken(`${shownName(name ?? '')} is no name of an element`);
}

/** What is made; or the reason why it is not taken. */
export function orReason<Made>(make: () => Made): Made | string {
  try {
    return make();
  } catch (error) {
    if (error instanceof Untaken) return error.message;
    throw error;
  }
}
