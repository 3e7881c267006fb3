import { stopSignals } from '../../base/stop-signal.ts';

// Loaded by each worker before vitest, which replaces process.exit by its own.
const exit = process.exit.bind(process);

// If the parent was killed, nobody needs the requests.
process.on('disconnect', () => exit(1));
// When to stop is the parent's decision, so that it can write the report; vitest ends a worker by SIGTERM.
for (const name of stopSignals) if (name !== 'SIGTERM') process.on(name, () => {});
