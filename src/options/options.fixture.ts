import type { RunFlags } from './flags.ts';
import { completeOptions } from './run-options.ts';

/** The options of these flags, variables and config file. */
export function options(
  flags: RunFlags = {},
  env: Readonly<Record<string, string>> = {},
  config: object | string | null = null,
) {
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  return completeOptions({
    flags,
    env,
    config: config === null ? null : { file: 'getdata.config.json', text, named: true },
    randomSeed: 42,
  });
}

/** The sentence with which these are refused; fails if they are not. */
export function refusal(
  flags: RunFlags = {},
  env: Readonly<Record<string, string>> = {},
  config: object | string | null = null,
) {
  try {
    options(flags, env, config);
  } catch (error) {
    if (error instanceof Error && error.name === 'ConfigError') return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}
