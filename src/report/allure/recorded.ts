import * as allure from 'allure-js-commons/sync';
import { describe, inject, test } from 'vitest';
import { RuleBroken } from '../../engine/vitest/rule-broken.ts';
import type { RecordedExchange } from '../../results/outcome.ts';
import { shownLine } from '../shown-text.ts';
import { requestText, responseText } from './evidence-text.ts';
import { TROUBLE } from './own.ts';
import type {} from './provided.ts';
import type { RecordedCell, RecordedTest } from './recorded-test.ts';

// The tests of a run as they ended, told to Allure: one test is one rule in one cell, and nothing is sent.
const { cells, troubles } = inject('recorded');

for (const cell of cells) {
  describe(cell.operation, () => {
    describe(cell.binding, () => {
      for (const recorded of cell.tests) {
        test(recorded.rule, ({ skip }) => {
          // Of the whole run, but the facade needs a test to tell it in.
          if (recorded === cells[0]?.tests[0]) tellTroubles();
          tell(recorded, cell);
          end(recorded, skip);
        });
      }
    });
  });
}

function tellTroubles(): void {
  for (const message of troubles) allure.globalError({ message: `${TROUBLE}${message}` });
}

function tell(recorded: RecordedTest, cell: RecordedCell): void {
  const { id, owner, broken, exchange } = recorded;
  allure.historyId(id);
  allure.testCaseId(id);
  allure.displayName(recorded.name);
  allure.description(recorded.description);
  allure.epic(cell.binding);
  allure.feature(cell.operation);
  allure.story(recorded.rule);
  allure.severity(recorded.severity);
  allure.tags(...recorded.tags);
  allure.label('verdict', recorded.status);
  if (owner !== null) allure.owner(owner);
  allure.links(...recorded.links);
  // Excluded: Allure makes its own history id of the others, and a seed must not part a test from its history.
  for (const { name, value } of recorded.parameters) allure.parameter(name, value, { excluded: true });
  if (exchange !== null) show(exchange);
  if (broken !== null) allure.attachment('curl', broken.curl, TEXT);
}

/** As text, whatever the target says it is: what Allure opens in a tab must not run. */
const TEXT = 'text/plain';

/** Characters of a step's name that a target may fill. */
const NAME = 200;

function show({ request, response }: RecordedExchange): void {
  const came = 'trouble' in response ? response.trouble.message : `${response.status} ${response.reason}`;
  allure.step(`send ${request.method} ${shownLine(request.url, NAME)}`, () =>
    allure.attachment('request', requestText(request), TEXT),
  );
  allure.step(`receive ${shownLine(came, NAME)}`, () => allure.attachment('response', responseText(response), TEXT));
}

function end({ status, rule, judged, message, broken }: RecordedTest, skip: (reason: string) => never): void {
  if (status === 'inconclusive' || status === 'not-reached' || status === 'skipped') skip(message ?? status);
  allure.step(`judge ${rule}: ${judged} answers`, () => {
    if (status === 'passed') return;
    throw new RuleBroken({
      message: message ?? rule,
      expected: broken?.expected ?? 'the rule holds',
      actual: broken?.actual ?? 'it is broken',
    });
  });
}
