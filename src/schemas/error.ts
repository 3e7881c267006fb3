/** A mistake of the user in a flag, a variable, the config file or another file given: one sentence, never a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
