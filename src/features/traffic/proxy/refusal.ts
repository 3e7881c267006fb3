import type { IncomingMessage } from 'node:http';
import { shownLine } from '../../../views/shown-text.ts';
import { unfit } from '../../../wire/http/unfit.ts';
import { type Callers, refusalOf } from '../callers.ts';

interface ProxyPlace {
  readonly target: URL;
  /** The address of the service at this proxy. */
  readonly baseUrl: string;
  readonly callers: Callers;
  /** The client is this proxy itself. */
  readonly isOurs: boolean;
}

/** How a request is answered that is not passed on. */
interface RefusalAnswer {
  readonly status: number;
  readonly sentence: string;
  /** For log and report, one of few texts; left out where the answer says all. */
  readonly why?: string;
  /** More of it for the log. */
  readonly more?: string;
}

/** Characters of a client's text in an answer or a log line. */
const MOST_SHOWN = 200;

/** Why a request is not passed on, and how it is answered; null if it is passed on. */
export function refusalFor(
  request: IncomingMessage,
  { target, baseUrl, callers, isOurs }: ProxyPlace,
): RefusalAnswer | null {
  if (isOurs) return { status: 508, sentence: `The target ${target.origin} is this proxy itself.` };
  const wrong = unfit(request);
  if (wrong !== null) return { ...wrong, why: `no request: ${wrong.sentence.replace(/\.$/, '')}` };
  const isTaken = takeAbsoluteForm(request, callers);
  if (!isTaken) {
    const sentence = `This proxy forwards only to ${target.origin}: call ${baseUrl} instead.`;
    return { status: 400, sentence, why: 'refused, since its target is no path of this proxy' };
  }
  const foreign = refusalOf(request, callers);
  if (foreign === null) return null;
  const [what, option] = [shownLine(foreign.what, MOST_SHOWN), shownLine(foreign.option, MOST_SHOWN)];
  const reason = 'a web page of another site may have sent it';
  const taken = `start the proxy with ${option} if it is right`;
  return {
    status: 403,
    sentence: `Not passed on, because of ${what}: ${reason}; ${taken}.`,
    why: `refused, since ${reason}`,
    more: ` (${what}); ${taken}`,
  };
}

/**
 * Takes a target in absolute form as the path that it names here (RFC 9112, section 3.2.2); its host counts, not the
 * Host line. False for what is no path of this proxy.
 */
function takeAbsoluteForm(request: IncomingMessage, callers: Callers): boolean {
  const { url = '', headers } = request;
  const [, host, path = ''] = /^https?:\/\/([^/?#]+)([^#]*)/i.exec(url) ?? [];
  if (host === undefined) return url.startsWith('/');
  if (refusalOf({ headers: { host } }, callers) !== null) return false;
  headers.host = host;
  request.url = path.startsWith('/') ? path : `/${path}`;
  return true;
}
