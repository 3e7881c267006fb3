/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process; everything else is given it. */
export function processEnvironment(): Environment {
  return process.env;
}

/** The value of a variable; null where it is not set or empty, as CI systems leave secrets that are not there. */
export function variable(env: Environment, name: string): string | null {
  const value = env[name];
  return value === undefined || value === '' ? null : value;
}
