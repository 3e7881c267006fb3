// Loaded by each worker before anything of vitest, which puts an exit of its own in the place of this one.
const exit = process.exit.bind(process);

// A parent that was killed leaves no one to send requests for.
process.on('disconnect', () => exit(1));
// Ctrl-C reaches the whole process group; when to stop is the parent's decision, so that it can write the report.
process.on('SIGINT', () => {});
