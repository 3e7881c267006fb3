import * as allure from 'allure-js-commons/sync';
import { describe, inject, test } from 'vitest';
import { plural } from '../../base/words.ts';
import { RuleBroken } from '../../engine/vitest/task-outcome.ts';
import type { RecordedExchange, RecordedRequest } from '../../results/outcome.ts';
import { headText } from '../finding-lines.ts';
import { shownLine } from '../shown-text.ts';
import { PROBLEM } from './own.ts';
import type { RecordedCell, RecordedTest } from './recorded-tests.ts';

// Reports the tests of a run to Allure: one test is one rule in one cell, and nothing is sent.
const { cells, problems } = inject('recorded');

for (const cell of cells) {
  describe(cell.operation, () => {
    describe(cell.binding, () => {
      for (const recorded of cell.tests) {
        test(recorded.rule, ({ skip }) => {
          // They belong to the whole run, but Allure accepts them only inside a test.
          if (recorded === cells[0]?.tests[0])
            for (const message of problems) allure.globalError({ message: `${PROBLEM}${message}` });
          tell(recorded, cell);
          end(recorded, skip);
        });
      }
    });
  });
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
  // Excluded: Allure builds its history id from the others, and another seed must not start a new history.
  for (const { name, value } of recorded.parameters) allure.parameter(name, value, { excluded: true });
  if (exchange !== null) show(exchange);
  if (broken !== null) allure.attachment('curl', broken.curl, TEXT);
}

/** Plain text, whatever type the target declares: an attachment opened in a tab must not run. */
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

const UNJUDGED: ReadonlySet<string> = new Set(['inconclusive', 'not-applicable', 'not-reached', 'skipped']);

function end({ status, rule, judged, message, broken }: RecordedTest, skip: (reason: string) => never): void {
  if (UNJUDGED.has(status)) skip(message ?? status);
  allure.step(`judge ${rule}: ${plural(judged, 'answer')}`, () => {
    if (status === 'passed') return;
    throw new RuleBroken({
      message: message ?? rule,
      expected: broken?.expected ?? 'the rule holds',
      actual: broken?.actual ?? 'it is broken',
    });
  });
}

/** A request as it goes over the wire (RFC 9112, section 2.1), but with its whole address. */
function requestText({ method, url, headers, body }: RecordedRequest): string {
  return evidenceText(`${headText(`${method} ${url}`, headers)}${body ?? ''}`);
}

function responseText(response: RecordedExchange['response']): string {
  if ('trouble' in response) return evidenceText(`no response: ${response.trouble.message}`);
  const { version, status, reason, headers, body, bytes, truncated } = response;
  const cut = truncated ? `\n(cut; ${plural(bytes, 'byte')} in all)` : '';
  return evidenceText(`${headText(`HTTP/${version} ${status} ${reason}`, headers)}${body}${cut}`);
}

/** A whole message as evidence, with control characters and the like as code points; line ends are line feeds. */
function evidenceText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\uFFFE\uFFFF]/gu, (character) =>
      character === '\n' || character === '\t' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
}
