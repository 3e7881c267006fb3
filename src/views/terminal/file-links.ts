import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Environment } from '../../base/cli-io.ts';
import { withoutCommands } from './palette.ts';
import { wrapped } from './wrap.ts';

/** A text as a terminal of so many columns shows it. */
export function onScreen(text: string, columns: number, env: Environment, folder: string): string {
  const lines = withoutCommands(wrapped(text, columns));
  return takesLinks(env) ? linked(lines, folder) : lines;
}

/** Whether a terminal is known to take links (OSC 8); some others print them as text. */
export function takesLinks({ TERM, TERM_PROGRAM, VTE_VERSION, WT_SESSION, KONSOLE_VERSION }: Environment): boolean {
  if (/^(?:vscode|iTerm\.app|WezTerm|ghostty|Hyper|Tabby)$/.test(TERM_PROGRAM ?? '')) return true;
  // The first version of VTE that does not crash of one.
  if (Number(VTE_VERSION ?? 0) >= 5002) return true;
  return /kitty|alacritty|foot/.test(TERM ?? '') || WT_SESSION !== undefined || KONSOLE_VERSION !== undefined;
}

/** A text whose written pages can be clicked; of a path that leads to no file nothing is made. */
export function linked(text: string, folder: string): string {
  return text.replaceAll(/^Written: .*(?:\n +\S.*)*/gm, (written) =>
    written.replaceAll(/(?<![^\s,])[^\s,]+\.html(?![^\s,])/g, (path) => {
      const file = resolve(folder, path);
      return existsSync(file) ? `\u001b]8;;${pathToFileURL(file)}\u001b\\${path}\u001b]8;;\u001b\\` : path;
    }),
  );
}
