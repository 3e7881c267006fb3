import { defineConfig } from 'vitest/config';

const inCi = process.env.CI !== undefined;

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    // libxmljs2 is a native addon that is not safe in worker threads.
    pool: 'forks',
    // Much of the time a test waits for a command that it started.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // In CI the tests leave Allure results too, for the build's report.
    reporters: inCi ? ['default', ['allure-vitest/reporter', { resultsDir: 'reports/allure-results' }]] : ['default'],
  },
});
