import type { RecordedExchange } from '../outcome.ts';
import { EMBEDDED } from '../run-options.ts';
import { credentialVariables } from './redact.ts';

/** The command that sends the request of a finding again. It names the target, since the file never chooses it. */
export function replayCommand(file: string, id: string, target: string): string {
  const named = target === EMBEDDED ? '' : ` --target ${word(target)}`;
  return `getdata-conformance replay ${word(file)} ${quoted(id)}${named}`;
}

/** A command line for a shell of the sh family that sends a recorded request again; secrets come from the environment. */
export function curlLine({ method, url, headers, body }: RecordedExchange['request']): string {
  const parts = [
    'curl -i',
    ...(method === 'GET' || method === 'POST' ? [] : [`-X ${quoted(method)}`]),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-binary ${quoted(body)}`]),
    quoted(url),
  ];
  return parts.join(' ');
}

function word(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : quoted(text);
}

/** A word in single quotes; `${GETDATA_...}` stands outside of them, in double ones, so that the shell fills it in. */
function quoted(word: string): string {
  const safe = `'${word.replaceAll("'", `'\\''`)}'`;
  return Object.values(credentialVariables).reduce((text, name) => text.replaceAll(name, () => `'"${name}"'`), safe);
}
