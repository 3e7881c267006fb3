/**
 * A writer for the log of a GitHub Actions job. Its runner obeys lines that begin with `::` and `##[` anywhere, also
 * where a target sent them, so text that holds one is wrapped in a pause of workflow commands ("Workflow commands for
 * GitHub Actions", stopping and starting workflow commands).
 * @param token - ends the pause; nobody else may know it
 */
export function guardedWriter(write: (text: string) => void, token: string): (text: string) => void {
  return (text) => {
    if (!/::|##\[/.test(text)) return write(text);
    write(`::stop-commands::${token}\n${text}${text.endsWith('\n') ? '' : '\n'}::${token}::\n`);
  };
}
