import { thrownText } from '../../../base/error.ts';
import { stopSignals } from '../../../base/stop-signal.ts';
import type { ShadowMessage, ShadowOrder } from './model.ts';
import { openShadow, type Shadow } from './shadow.ts';

// The process that run-shadow.ts starts: whatever comparing costs, whatever a server does to it, clients do not wait.

/** The page is told no more often. */
const STATE_EVERY_MS = 500;
/** What the end waits for answers under way. */
const GRACE_MS = 2_000;

// When to end is the parent's decision.
for (const name of stopSignals) process.on(name, () => {});
process.on('disconnect', () => process.exit(1));

let shadow: Promise<Shadow> | null = null;
let done = 0;
let isStateDue = false;

function tell(told: ShadowMessage, sent?: () => void): void {
  process.send?.(told, undefined, undefined, sent);
}

/** Told together: a message for each read would cost the parent time. */
function noteDone(): void {
  done += 1;
  if (done === 1) setImmediate(tellDone);
  if (!isStateDue) setTimeout(tellState, STATE_EVERY_MS);
  isStateDue = true;
}

function tellDone(): void {
  tell({ kind: 'done', reads: done });
  done = 0;
}

async function tellState(): Promise<void> {
  isStateDue = false;
  const opened = await shadow;
  if (opened !== null) tell({ kind: 'state', state: opened.state() });
}

async function obey(order: ShadowOrder): Promise<void> {
  if (order.kind === 'start') shadow = openShadow(order.setup, noteDone);
  const opened = await shadow;
  if (order.kind === 'reads') for (const read of order.reads) opened?.take(read);
  if (order.kind !== 'end' || opened === null) return;
  const comparison = await opened.end(order.leftOut, GRACE_MS);
  tell({ kind: 'ended', comparison }, () => process.exit());
}

process.on('message', (order: ShadowOrder) => {
  obey(order).catch((error) => tell({ kind: 'failed', text: thrownText(error) }, () => process.exit(1)));
});
