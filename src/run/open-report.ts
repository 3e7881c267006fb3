import { spawn } from 'node:child_process';
import { variable } from '../config/environment.ts';
import { printable } from '../report/terminal/palette.ts';
import type { CliIo } from './output.ts';

/** The command that opens a file on each platform; elsewhere xdg-open of freedesktop.org. */
const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens the HTML report of a run for its user. In CI, and without a report, it does nothing. */
export function openReport(files: readonly string[], { env, out }: Pick<CliIo, 'env' | 'out'>): void {
  const page = files.find((file) => file.endsWith('report.html'));
  if (page === undefined || variable(env, 'CI') !== null) return;
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...args, page], { detached: true, stdio: 'ignore' });
  opener.on('error', () => out(printable(`! ${command} could not show ${page}; open it yourself.\n`)));
  opener.unref();
}
