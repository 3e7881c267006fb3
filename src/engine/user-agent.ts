import type { Header } from '../exchange/exchange.ts';
import { suiteVersion } from '../results/suite-version.ts';

/**
 * Headers with one that says who we are, unless they do themselves. It goes out with every request that has none of its
 * own, and stands in no recorded request: it is no part of what is tested, and curl has its own.
 */
export function withUserAgent(headers: readonly Header[]): readonly Header[] {
  if (headers.some(([name]) => name.toLowerCase() === 'user-agent')) return headers;
  return [['User-Agent', `getdata-conformance/${suiteVersion()}`], ...headers];
}
