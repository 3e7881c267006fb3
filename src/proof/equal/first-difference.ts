import { plural } from '../../base/words.ts';
import type { Recording } from './recording.ts';

/** Members of results.json that tell when, how long, by what version and on which port (in the WSDL) a run was done. */
const TIMES = ['startedAt', 'durationMs', 'times', 'latencyMs', 'ms'];
const OF_THE_RUN = new Set([...TIMES, 'filesDigest', 'node', 'wsdlSha256']);
const CONTEXT = 60;

/** The first thing in which two recordings differ, in one sentence; null if they are equal but for times, ports and versions. */
export function firstDifference(before: Recording, after: Recording): string | null {
  return (
    requestDifference(before.requests, after.requests) ??
    valueDifference(before.results, after.results, 'results.json') ??
    (before.exitCode === after.exitCode ? null : `exit code: ${before.exitCode}, now ${after.exitCode}`)
  );
}

/** Compares all bytes in order; how they were split into requests depends on when the network handed them over. */
function requestDifference(before: readonly string[], after: readonly string[]): string | null {
  const [old, now] = [before.join(''), after.join('')];
  if (old === now) return null;
  let offset = 0;
  while (old[offset] === now[offset]) offset += 1;
  let number = 0;
  for (let end = 0; number < before.length && end <= offset; number += 1) end += before[number]?.length ?? 0;
  const excerpt = (text: string): string => JSON.stringify(text.slice(Math.max(0, offset - CONTEXT), offset + CONTEXT));
  const counts = before.length === after.length ? '' : ` (${plural(before.length, 'request')}, now ${after.length})`;
  return `request ${number}${counts}: ${excerpt(old)}, now ${excerpt(now)}`;
}

type Members = Readonly<Record<string, unknown>>;

function valueDifference(before: unknown, after: unknown, path: string): string | null {
  if (Object.is(before, after) || isDate(before, after)) return null;
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after))
    return `${path}: ${shortened(before)}, now ${shortened(after)}`;
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (OF_THE_RUN.has(name)) continue;
    const difference = valueDifference(before[name], after[name], `${path}/${name}`);
    if (difference !== null) return difference;
  }
  return null;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

/** A Date header of an answer. */
function isDate(before: unknown, after: unknown): boolean {
  return [before, after].every((line) => Array.isArray(line) && line.length === 2 && /^date$/i.test(String(line[0])));
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 2 * CONTEXT ? `${text.slice(0, 2 * CONTEXT)}…` : text;
}
