import type { Environment } from '../config/environment.ts';

/** The process as a command sees it; a test gives it another. */
export interface CliIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Prints a workflow command, which the runner of a GitHub Actions job obeys. */
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

/** What a command is made with. */
export interface Cli {
  readonly io: CliIo;
  /** Sets the exit code (product.md, 'Exit codes'). */
  readonly finish: (exitCode: number) => void;
}
