// Loaded by each worker before vitest, which replaces process.exit by its own.
const exit = process.exit.bind(process);

// If the parent was killed, nobody needs the requests.
process.on('disconnect', () => exit(1));
// Ctrl-C reaches the whole process group; when to stop is the parent's decision, so that it can write the report.
process.on('SIGINT', () => {});
