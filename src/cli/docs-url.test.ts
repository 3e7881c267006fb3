import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cli } from './cli.fixture.ts';
import { commandHere, faultyServer } from './command.fixture.ts';

const PAGE = 'https://fork.example/docs/rules.md';
const LINK = `${PAGE}#record-field-order`;

test('every report links to the rule on the page that --docs-url names', async () => {
  const server = await faultyServer('fields-swapped', { operation: 'Get_Inventory', binding: 'soap12' });
  onTestFinished(() => server.close());
  const cell = ['--operations', 'Get_Inventory', '--bindings', 'soap12', '--profile', 'quick'];
  const { out, folder } = await commandHere([
    ...['run', server.url, ...cell],
    ...['--docs-url', PAGE, '--reporter', 'html,markdown,junit,ctrf,github'],
  ]);
  expect(out).toContain(`\n             ${LINK}\n`);
  expect(out).toContain(`%0Arule ${LINK}`);
  const report = (name: string): string => readFileSync(join(folder, 'reports', name), 'utf8');
  expect(report('report.html')).toContain(`<a href="${LINK}">record.field-order</a>`);
  expect(report('summary.md')).toContain(`- rule <${LINK}>`);
  for (const name of ['junit.xml', 'ctrf.json']) expect(report(name)).toContain(LINK);
});

test('what is no address of a page is refused', async () => {
  const { exitCode, err } = await cli(['run', 'http://host.example', '--docs-url', 'rules.md']);
  expect(exitCode).toBe(2);
  expect(err).toBe(
    "error: --docs-url is 'rules.md'; expected the address of a page, which begins with http:// or https://\n",
  );
});
