/** The text of an address as it may be shown: what stands before an @ is left out, and so are query and fragment. */
export function withoutUserinfo(text: string): string {
  const [address = ''] = text.split(/[?#]/);
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/i, '$1');
}
