import type { Environment } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';
import type { Header } from '../wire/http/exchange.ts';
import { withVariables } from './environment.ts';

/** Headers that a binding or the connection writes itself. */
const OURS: ReadonlySet<string> = new Set(
  'host connection content-length content-type transfer-encoding soapaction expect upgrade'.split(' '),
);

/** The header of a flag `--header 'Name: value'`. @throws ConfigError if it may not be sent; never shows the value */
export function headerFlag(text: string, env: Environment): Header {
  const colon = text.indexOf(':');
  if (colon < 1) throw new ConfigError("--header has no colon after a name; expected 'Name: value'");
  return checkedHeader(text.slice(0, colon), text.slice(colon + 1), '--header', env);
}

export function configHeaders(headers: Readonly<Record<string, string>>, file: string, env: Environment) {
  return Object.entries(headers).map(([name, value]) => checkedHeader(name, value, `${file}: headers.${name}`, env));
}

/** @throws ConfigError as `sendableHeader` does, and for a reference to a variable that is not set */
function checkedHeader(name: string, text: string, where: string, env: Environment): Header {
  return sendableHeader(name, withVariables(text, where, env), where);
}

/**
 * A header without blanks around its value. @throws ConfigError if the name is no token, the value has a control
 * character (RFC 9110, sections 5.1 and 5.5), or we write it ourselves; never shows the value
 */
export function sendableHeader(name: string, text: string, where: string): Header {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    throw new ConfigError(`${where} has the name ${JSON.stringify(name)}; expected letters, digits and hyphens only`);
  if (OURS.has(name.toLowerCase()))
    throw new ConfigError(`${where} sets ${name}, which the suite writes itself; expected any other header`);
  const value = text.replace(/^[\t ]+|(?<![\t ])[\t ]+$/g, '');
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw new ConfigError(`${where} has a value (of ${name}) with a line break or a character HTTP can't carry`);
  return [name, value];
}

/** Later lists override earlier ones, name by name. @param lists - from weakest to strongest */
export function mergedHeaders(...lists: readonly (readonly Header[])[]): readonly Header[] {
  return lists.reduce((weaker, stronger) => {
    const names = new Set(stronger.map(([name]) => name.toLowerCase()));
    return [...weaker.filter(([name]) => !names.has(name.toLowerCase())), ...stronger];
  }, []);
}
