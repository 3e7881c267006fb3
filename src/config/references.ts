import { ConfigError } from '../schemas/error.ts';
import { type Environment, variable } from './environment.ts';

/**
 * A text with each `${NAME}` replaced by that environment variable.
 * @param where - file and key, for the sentence
 * @throws ConfigError for a variable that is not set, or a reference that names none; the text itself is never shown
 */
export function withVariables(text: string, where: string, env: Environment): string {
  return text.replaceAll(/\$\{([^}]*)\}?/g, (reference: string, name: string) => {
    if (!reference.endsWith('}') || !/^[A-Za-z_]\w*$/.test(name)) {
      throw new ConfigError(
        `${where} holds a reference to no variable; expected it as \${NAME}, of letters, digits and _`,
      );
    }
    const value = variable(env, name);
    if (value !== null) return value;
    throw new ConfigError(`${where} refers to the environment variable ${name}, which is not set`);
  });
}
