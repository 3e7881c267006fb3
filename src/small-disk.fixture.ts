import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** Mounts a disk of so many kB in a folder until the test ends. @returns why it can't be; null if it was */
export function mountSmallDisk(folder: string, kilobytes: number): string | null {
  const how = ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder];
  const { status, stderr, error } = spawnSync('mount', how, { encoding: 'utf8' });
  if (status !== 0) return `no disk can be mounted here: ${error?.message ?? stderr.trim()}`;
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
  return null;
}
