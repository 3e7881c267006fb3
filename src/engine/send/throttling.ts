import { plural } from '../../base/words.ts';
import type { Client } from './client.ts';

/** Milliseconds after which a target that still throttles is mentioned again. */
const AGAIN_MS = 60_000;

/**
 * Watches whether the target asks to slow down. @returns a function that gives one sentence about it, when there is
 * something new to say: how often it asked, and how many requests a second it took since the last sentence
 */
export function watchThrottling({ backedOff, requests }: Pick<Client, 'backedOff' | 'requests'>) {
  const seen = () => ({ asked: backedOff(), taken: requests(), at: performance.now() });
  let last = seen();
  let toldAt = Number.NEGATIVE_INFINITY;
  return (): string | null => {
    const now = seen();
    const asked = now.asked - last.asked;
    if (asked === 0 || now.at - toldAt < AGAIN_MS) return null;
    const rate = (now.taken - last.taken) / Math.max((now.at - last.at) / 1000, 1);
    last = now;
    toldAt = now.at;
    const pace = rate < 10 ? rate.toFixed(1) : rate.toFixed(0);
    const often = `${plural(asked, 'time')} to slow down (429, or 503 with Retry-After)`;
    return `the target asked ${often}; it takes about ${pace} requests a second`;
  };
}
