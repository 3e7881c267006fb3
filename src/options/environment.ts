import type { Environment } from '../base/cli-io.ts';
import { ConfigError } from '../base/error.ts';

/** The environment of this process; all other code gets it passed in. */
export function processEnvironment(): Environment {
  return process.env;
}

/** The value of a variable; null if it is not set or empty, as CI systems leave missing secrets. */
export function variable(env: Environment, name: string): string | null {
  const value = env[name];
  return value === undefined || value === '' ? null : value;
}

/** The names in references of texts whose variables are not set. */
export function unsetIn(texts: readonly string[], env: Environment): readonly string[] {
  return [...new Set(texts.flatMap(variablesIn))].filter((name) => variable(env, name) === null);
}

/** The names in the references of a text. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{([A-Za-z_]\w*)\}/g)].map(([, name = '']) => name);
}

/**
 * A text with each `${NAME}` replaced by that variable. @param where - file and key, for the sentence
 * @throws ConfigError if one is not set or has no name; never shows the text
 */
export function withVariables(text: string, where: string, env: Environment): string {
  return text.replaceAll(/\$\{([^}]*)\}?/g, (reference: string, name: string) => {
    if (!reference.endsWith('}') || !/^[A-Za-z_]\w*$/.test(name)) {
      throw new ConfigError(
        `${where} holds a reference without a variable name; expected \${NAME}, of letters, digits and _`,
      );
    }
    const value = variable(env, name);
    if (value !== null) return value;
    throw new ConfigError(`${where} refers to the environment variable ${name}, which is not set`);
  });
}
