import { ConfigError } from '../base/error.ts';
import type { ConfigFile } from './config-file.ts';
import type { RunFlags } from './flags.ts';
import type { Limits } from './model.ts';

export const defaultLimits: Limits = {
  concurrency: 8,
  rate: null,
  timeoutMs: 10_000,
  maxBodyBytes: 16 * 1024 * 1024,
  maxTimeSeconds: null,
};

/** The limits of a run: by flag, else config file, else default. @throws ConfigError for one out of its range */
export function readLimits(flags: RunFlags, given: ConfigFile['limits'], file: string): Limits {
  const read = (key: keyof Limits, flag: string, text: string | undefined): number | null => {
    const typed = numberFlag(flag, text, ranges[key]);
    const value = given?.[key];
    if (typed !== null || value === undefined) return typed;
    return checkedNumber(`${file}: limits.${key}`, value, String(value), ranges[key]);
  };
  return {
    concurrency: read('concurrency', '--concurrency', flags.concurrency) ?? defaultLimits.concurrency,
    rate: read('rate', '--rate', flags.rate),
    timeoutMs: read('timeoutMs', '--timeout', flags.timeout) ?? defaultLimits.timeoutMs,
    maxBodyBytes: read('maxBodyBytes', '--max-body', flags.maxBody) ?? defaultLimits.maxBodyBytes,
    maxTimeSeconds: read('maxTimeSeconds', '--max-time', flags.maxTime),
  };
}

interface NumberRange {
  readonly kind: 'integer' | 'number';
  readonly min: number;
  readonly max: number;
}

/** The ranges of specs/schemas/config.schema.json, and of flags that have no key there. */
export const ranges = {
  seed: { kind: 'integer', min: 0, max: 2 ** 32 - 1 },
  runs: { kind: 'integer', min: 0, max: 100_000 },
  concurrency: { kind: 'integer', min: 1, max: 64 },
  rate: { kind: 'number', min: 0.001, max: 1_000_000 },
  timeoutMs: { kind: 'integer', min: 1, max: 600_000 },
  maxBodyBytes: { kind: 'integer', min: 1, max: 2 ** 31 - 1 },
  // A run longer than 23 days is a mistake, and too long for timers.
  maxTimeSeconds: { kind: 'integer', min: 1, max: 2_000_000 },
  // Longer than a server takes to start is a mistake.
  waitSeconds: { kind: 'integer', min: 1, max: 86_400 },
  // A client that waits longer than ten minutes for one answer has given up.
  latencyMs: { kind: 'integer', min: 0, max: 600_000 },
  // Two or three processes each.
  parallel: { kind: 'integer', min: 1, max: 64 },
  port: { kind: 'integer', min: 0, max: 65_535 },
} as const satisfies Record<string, NumberRange>;

/** The number in the text of a flag, `--seed`, in plain decimal digits. @throws ConfigError for anything else */
export function numberFlag(flag: string, text: string | undefined, range: NumberRange): number | null {
  if (text === undefined) return null;
  const shape = range.kind === 'integer' ? /^\d+$/ : /^\d+(\.\d+)?$/;
  const value = shape.test(text) ? Number(text) : Number.NaN;
  return checkedNumber(flag, value, `'${text}'`, range);
}

/** The number itself if it is in its range. @throws ConfigError with what was found and what is allowed */
function checkedNumber(where: string, value: number, shown: string, { kind, min, max }: NumberRange): number {
  if (value >= min && value <= max) return value;
  throw new ConfigError(
    `${where} is ${shown}; expected ${kind === 'integer' ? 'an integer' : 'a number'} from ${min} to ${max}`,
  );
}
