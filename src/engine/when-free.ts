import type { Exchange } from '../exchange/exchange.ts';

/** How often a request is sent to a target that says that it can't answer now; milliseconds of the first pause. */
const MOST_TRIES = 3;
const PAUSE_MS = 100;

/** True where a target has too much to do, or is not there for its gateway. After 429, and 503 with Retry-After, every request waits (back-off.ts). */
function isBusy({ outcome }: Exchange): boolean {
  return outcome.kind === 'response' && [502, 503, 504].includes(outcome.response.status);
}

/** Sends a request until the target is not busy. */
export async function whenFree(send: () => Promise<Exchange>): Promise<Exchange> {
  for (let tries = 1; ; tries += 1) {
    const exchange = await send();
    if (!isBusy(exchange) || tries === MOST_TRIES) return exchange;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries));
  }
}
