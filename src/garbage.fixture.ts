import { setImmediate } from 'node:timers/promises';
import { collectGarbage } from './base/garbage.ts';

/** Collects all that nothing holds any more; what a WeakRef showed in this turn of the event loop, in the next one. */
export async function collectLater(): Promise<void> {
  await setImmediate();
  collectGarbage();
}
