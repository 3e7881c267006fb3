import { resolve } from 'node:path';
import type { Reporter } from 'vitest/node';
import type { Contract } from '../../contract/model.ts';
import { engineErrors } from '../../engine/vitest/collector.ts';
import { runEngine } from '../../engine/vitest/engine.ts';
import type { Results } from '../../results/results.ts';
import { categories, environmentOf, problemsOf } from './categories.ts';
import { finishing } from './finish.ts';
import { removeOwn } from './own.ts';
import { recordedCells } from './recorded-tests.ts';

/**
 * Writes results as allure-results into a folder, which is made where it is missing: one test for each rule of each
 * cell. vitest replays them without traffic, and Allure's reporter for vitest writes the files. Files of an earlier run
 * of this suite are removed first. Throws where Allure did not get every test: a bug of the suite.
 */
export async function writeAllure(results: Results, contract: Contract, folder: string): Promise<void> {
  const resultsDir = resolve(folder);
  await removeOwn(resultsDir);
  const cells = recordedCells(results, contract);
  const missing = new Set(cells.flatMap(({ tests }) => tests.map(({ fullName }) => fullName)));
  const errors: string[] = [];
  // Loaded when needed: otherwise every command would load it.
  const { default: AllureReporter } = await import('allure-vitest/reporter');
  const allure = new AllureReporter({
    resultsDir,
    reportMatchers: false,
    environmentInfo: environmentOf(results),
    categories: categories(),
    listeners: [finishing(cells, results.startedAt, ({ fullName }) => missing.delete(fullName))],
  });
  const watch: Reporter = {
    onTestRunEnd: (modules, unhandled) => {
      errors.push(...engineErrors(modules, unhandled));
    },
  };
  await runEngine(
    {
      file: new URL('recorded.js', import.meta.url),
      provide: { recorded: { cells, problems: problemsOf(results) } },
      reporters: [watch, allure],
    },
    new AbortController().signal,
  );
  if (missing.size === 0) return;
  throw new Error(`${missing.size} tests did not get to Allure, ${[...missing][0]} first: ${errors.join('; ')}`);
}
