import type { RecordedRun } from './recorded-test.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The results of a run, for the worker that tells Allure of them. */
    recorded: RecordedRun;
  }
}
