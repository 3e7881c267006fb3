import type { Environment } from '../config/environment.ts';

/** All that a command touches of the world, so that a test can give it another. */
export interface CliIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Prints workflow commands of ours, which the runner of a GitHub Actions job obeys. */
  readonly workflowCommand: (text: string) => void;
  readonly env: Environment;
  /** The current folder. */
  readonly folder: string;
  /** The output is a terminal. */
  readonly terminal: boolean;
  /** A seed where none is given. */
  readonly randomSeed: () => number;
  /** Resolves when the user or the system asks to end (Ctrl-C, SIGTERM). */
  readonly interrupted: () => Promise<void>;
}

/** What the file of a command gets. */
export interface Cli {
  readonly io: CliIo;
  /** Sets the exit code (product.md, 'Exit codes'). */
  readonly finish: (exitCode: number) => void;
}

/** Whether to colour: a terminal, and neither `--no-color` nor NO_COLOR (no-color.org). */
export function wantsColor({ terminal, env }: CliIo, flag: boolean): boolean {
  return terminal && flag && (env.NO_COLOR ?? '') === '';
}
