import { spawn } from 'node:child_process';
import { variable } from '../config/environment.ts';
import { printable } from '../report/terminal/palette.ts';
import type { CliIo } from './output.ts';

/** What shows a file on each platform, before its path; elsewhere xdg-open of freedesktop.org. */
const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Shows the HTML report of a run to its user. In CI nobody looks: there, and without a report, nothing is done. */
export function openReport(files: readonly string[], { env, out }: Pick<CliIo, 'env' | 'out'>): void {
  const page = files.find((file) => file.endsWith('report.html'));
  if (page === undefined || variable(env, 'CI') !== null) return;
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...args, page], { detached: true, stdio: 'ignore' });
  opener.on('error', () => out(printable(`! ${command} could not show ${page}; open it yourself.\n`)));
  opener.unref();
}
