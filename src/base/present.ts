type Present<T> = { readonly [Key in keyof T]?: Exclude<T[Key], null | undefined> };

/** The members that have a value, without those that are null or undefined. */
export function present<T extends object>(members: T): Present<T> {
  const all = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(all) as Present<T>;
}
