import { attempt, ConfigError, withoutUserinfo } from '../base/error.ts';
import type { Header } from '../wire/http/exchange.ts';

/** A target's address without what must not be shown. */
export type TargetAddress = ReturnType<typeof parseTarget>;

/**
 * Parses a target's address, with or without /getData.asmx, with ?wsdl or not. @param where - for the sentence @returns
 * the document's {base_url}, without a slash at its end; the Authorization header for user and password of the address,
 * null if it has none; the end of the address, if it names the endpoint in another case than the document, null if not
 * @throws ConfigError if it is not an http or https address, or has a query or fragment
 * @param isEndpoint - it is that of an endpoint that a WSDL describes: all of it is called
 */
export function parseTarget(text: string, where: string, isEndpoint = false) {
  // What a browser shows for the service's description.
  const url = addressOf(text.trim().replace(/\?wsdl$/i, ''), where);
  const whole = `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
  const baseUrl = isEndpoint ? whole : whole.replace(/(?<!\/)\/+getData\.asmx$/i, '');
  const end = whole.slice(baseUrl.length).replace(/^\/+/, '/');
  const surplus =
    url.search !== '' || url.href.includes('?') ? 'query' : url.hash !== '' || text.includes('#') ? 'fragment' : null;
  if (surplus !== null) throw new ConfigError(`${where} has a ${surplus}; expected only the address: ${baseUrl}`);
  const below = isEndpoint ? null : /^(.*?)(?<!\/)\/+getData\.asmx\/./i.exec(baseUrl);
  if (below !== null)
    throw new ConfigError(`${where} goes on after /getData.asmx; expected only the address: ${below[1]}`);
  const otherCase = end === '' || end === '/getData.asmx' ? null : end;
  return { baseUrl, authorization: authorizationOf(url, where), otherCase };
}

function addressOf(text: string, where: string): URL {
  const shown = withoutUserinfo(text);
  if (!/^https?:\/\//i.test(text))
    throw new ConfigError(`${where} is '${shown}'; expected an address that begins with http:// or https://`);
  if (URL.canParse(text)) return new URL(text);
  throw new ConfigError(`${where} is '${shown}', which is not an address; expected one like https://host.example/path`);
}

/** RFC 7617, section 2: user-id and password, joined by a colon, in base64; the user-id can't hold a colon. */
export function authorizationOf({ username, password }: URL, where: string): Header | null {
  if (username === '' && password === '') return null;
  const user = decodedPart(username, where);
  if (user.includes(':'))
    throw new ConfigError(`${where} has a user name with a colon, which Basic authentication can't carry`);
  const token = Buffer.from(`${user}:${decodedPart(password, where)}`, 'utf8').toString('base64');
  return ['Authorization', `Basic ${token}`];
}

/** The user name or password of an address. @throws ConfigError for a % that does not begin an escape */
export function decodedPart(text: string, where: string): string {
  const decoded = attempt(() => decodeURIComponent(text), null);
  if (decoded !== null) return decoded;
  throw new ConfigError(`${where} has a % in its user name or password that begins no escape; expected %25 for it`);
}
