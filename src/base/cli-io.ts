export type Environment = Readonly<Record<string, string | undefined>>;

/** The process as a command sees it; a test passes another. */
export interface CliIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Prints a workflow command, which the runner of a GitHub Actions job executes. */
  readonly workflowCommand: (text: string) => void;
  readonly env: Environment;
  readonly folder: string;
  readonly terminal: boolean;
  /** How many characters a line of the terminal has. */
  readonly columns?: () => number;
  /** The script that node runs, as it was started (process.argv). */
  readonly script?: string;
  /** A seed if none is given. */
  readonly randomSeed: () => number;
  /** What the user types; left out where nobody can. */
  readonly input?: NodeJS.ReadableStream;
  /** Resolves when the user or the system asks to end (`stopSignals`). */
  readonly interrupted: () => Promise<void>;
}

export interface Cli {
  readonly io: CliIo;
  /** Sets the exit code (product.md, 'Exit codes'). */
  readonly finish: (exitCode: number) => void;
}
