import type { Limits } from '../results/run-options.ts';
import type { ConfigFile } from './config-file.ts';
import { checkedNumber, type NumberRange, numberFlag, ranges } from './numbers.ts';
import type { RunFlags } from './run-flags.ts';

/** What a run may cost where nobody says otherwise. */
export const defaultLimits: Limits = {
  concurrency: 8,
  rate: null,
  timeoutMs: 10_000,
  maxBodyBytes: 16 * 1024 * 1024,
  maxTimeSeconds: null,
};

/**
 * The limits of a run: flag before config file before default.
 * @param file - the config file's name, for the sentence
 * @throws ConfigError for a number out of its range
 */
export function readLimits(flags: RunFlags, given: ConfigFile['limits'], file: string): Limits {
  const own = (key: keyof Limits, range: NumberRange): number | null => {
    const value = given?.[key];
    return value === undefined ? null : checkedNumber(`${file}: limits.${key}`, value, String(value), range);
  };
  return {
    concurrency:
      numberFlag('--concurrency', flags.concurrency, ranges.concurrency) ??
      own('concurrency', ranges.concurrency) ??
      defaultLimits.concurrency,
    rate: numberFlag('--rate', flags.rate, ranges.rate) ?? own('rate', ranges.rate),
    timeoutMs:
      numberFlag('--timeout', flags.timeout, ranges.timeoutMs) ??
      own('timeoutMs', ranges.timeoutMs) ??
      defaultLimits.timeoutMs,
    maxBodyBytes:
      numberFlag('--max-body', flags.maxBody, ranges.maxBodyBytes) ??
      own('maxBodyBytes', ranges.maxBodyBytes) ??
      defaultLimits.maxBodyBytes,
    maxTimeSeconds:
      numberFlag('--max-time', flags.maxTime, ranges.maxTimeSeconds) ?? own('maxTimeSeconds', ranges.maxTimeSeconds),
  };
}
