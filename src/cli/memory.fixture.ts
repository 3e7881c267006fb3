import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds between two looks. */
const EVERY = 50;

/** What the processes of a tree held at most. */
export interface Memory {
  /** MB of the largest process; null where /proc tells nothing. */
  readonly largest: () => number | null;
  readonly stop: () => void;
}

/** Looks at a process and its descendants until it is stopped. */
export function watchMemory(pid: number): Memory {
  let largest: number | null = null;
  const look = (): void => {
    for (const one of tree(pid)) {
      const peak = residentPeak(one);
      if (peak !== null) largest = Math.max(largest ?? 0, peak);
    }
  };
  const timer = setInterval(look, EVERY);
  return { largest: () => largest, stop: () => clearInterval(timer) };
}

function tree(root: number): readonly number[] {
  const parents = new Map(processes().map((pid) => [pid, parentOf(pid)] as const));
  const under = (pid: number): readonly number[] => [
    pid,
    ...[...parents].filter(([, parent]) => parent === pid).flatMap(([child]) => under(child)),
  ];
  return under(root);
}

function processes(): readonly number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

function parentOf(pid: number): number | null {
  return numberIn(`/proc/${pid}/status`, /^PPid:\s+(\d+)/m);
}

/** VmHWM: the kernel's own peak, so that nothing between two looks is missed. */
function residentPeak(pid: number): number | null {
  const kilobytes = numberIn(`/proc/${pid}/status`, /^VmHWM:\s+(\d+)/m);
  return kilobytes === null ? null : Math.round(kilobytes / 1024);
}

function numberIn(path: string, pattern: RegExp): number | null {
  try {
    const [, found] = pattern.exec(readFileSync(path, 'utf8')) ?? [];
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
}
