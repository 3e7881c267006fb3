import { readdirSync, readFileSync } from 'node:fs';
import { attempt } from '../../base/error.ts';

/** The kernel's clock ticks a second, as Linux reports them. */
const TICKS = 100;
/** Milliseconds between samples. */
const EVERY = 100;

/** Seconds of CPU a process has used (proc_pid_stat(5), utime and stime); NaN where /proc does not say. */
export function cpuSeconds(pid: number | undefined): number {
  return secondsIn(`${pid}`, 11);
}

/** Seconds of CPU that processes have used which this one started, and theirs, once they have ended (cutime and cstime). */
export function cpuOfEnded(): number {
  return secondsIn('self', 13);
}

/** The sum of two fields of a process, of which the first has this place after its name. */
function secondsIn(process: string, place: number): number {
  const stat = textOf(`/proc/${process}/stat`);
  // The name in parentheses may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[place] ?? Number.NaN) + Number(fields[place + 1] ?? Number.NaN)) / TICKS;
}

/** What a process and its descendants held at most, in MB; NaN where /proc does not say. */
export interface Memory {
  /** The largest process, by the kernel's own peak (VmHWM). */
  readonly largest: number;
  /** All of them at once (Pss: a page that n processes share counts 1/n in each). */
  readonly together: number;
}

/** Samples a process and its descendants until its result is wanted. */
export function watchMemory(pid: number): () => Memory {
  let largest = Number.NaN;
  let together = Number.NaN;
  const look = (): void => {
    const tree = under(pid);
    largest = atMost(largest, ...tree.map((one) => megabytes(one, 'status', /^VmHWM:\s+(\d+)/m)));
    together = atMost(together, tree.map((one) => megabytes(one, 'smaps_rollup', /^Pss:\s+(\d+)/m)).reduce(sum, 0));
  };
  const timer = setInterval(look, EVERY);
  look();
  return () => {
    clearInterval(timer);
    return { largest, together };
  };
}

function atMost(...values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value) && value > 0);
  return known.length === 0 ? Number.NaN : Math.max(...known);
}

function sum(total: number, value: number): number {
  return Number.isNaN(value) ? total : total + value;
}

function megabytes(pid: number, file: string, field: RegExp): number {
  return Number(field.exec(textOf(`/proc/${pid}/${file}`))?.[1] ?? Number.NaN) / 1024;
}

/** A process and its descendants (proc(5), /proc/pid/task/tid/children: those that its threads started). */
function under(pid: number): readonly number[] {
  const children = threads(pid).flatMap((thread) => textOf(`/proc/${pid}/task/${thread}/children`).match(/\d+/g) ?? []);
  return [pid, ...children.flatMap((child) => under(Number(child)))];
}

function threads(pid: number): readonly string[] {
  return attempt(() => readdirSync(`/proc/${pid}/task`), []);
}

/** '' for a file that is not there: processes come and go. */
function textOf(path: string): string {
  return attempt(() => readFileSync(path, 'utf8'), '');
}
