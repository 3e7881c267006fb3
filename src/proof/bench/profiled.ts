import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

// Loaded before a process's own modules: at its end it writes where its time went into the current folder.

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.start');
// The worker of a run is ended by a signal.
process.once('SIGTERM', () => process.exit());
process.once('exit', () =>
  session.post('Profiler.stop', (_error, { profile }) =>
    writeFileSync(`${process.pid}.cpuprofile`, JSON.stringify(profile)),
  ),
);
