import { Stage, Status, type StepResult } from 'allure-js-commons';
import { createStepResult } from 'allure-js-commons/sdk/reporter';
import { plural } from '../../base/words.ts';
import type { RecordedExchange, RecordedRequest } from '../../results/outcome.ts';
import type { CellRuleOutcome } from '../../results/rule-outcomes.ts';
import { headText } from '../finding-lines.ts';
import { shownLine, shownText } from '../shown-text.ts';

/** Keeps a text as a file. @returns its name */
export type Attach = (text: string) => string;

/** Characters of a step's name that a target may fill, and of a curl line. */
const MOST_NAME = 200;
const MOST_CURL = 200_000;

/** The steps of a test that lasts from `start` to `stop`: request, answer, curl line, and the judgement if there is one. */
export function stepsOf(
  { finding, rule }: CellRuleOutcome,
  status: Status,
  judged: number,
  exchange: RecordedExchange | undefined,
  { start, stop }: Readonly<Record<'start' | 'stop', number>>,
  attach: Attach,
): StepResult[] {
  const step = (name: string, more: Partial<StepResult>, from = stop): StepResult => {
    return { ...createStepResult(), name, stage: Stage.FINISHED, start: from, stop, ...more };
  };
  // Plain text, whatever type the target declares: an attachment opened in a tab must not run.
  const file = (name: string, text: string, from?: number): StepResult =>
    step(name, { attachments: [{ name, source: attach(text), type: 'text/plain' }] }, from);
  const steps: StepResult[] = [];
  if (exchange !== undefined) {
    const { request, response } = exchange;
    const came = 'trouble' in response ? response.trouble.message : `${response.status} ${response.reason}`;
    const sent = { status: Status.PASSED, steps: [file('request', requestText(request), start)] };
    const received = { status: Status.PASSED, steps: [file('response', responseText(response))] };
    // The request is sent at the start; the answer is received and judged at the end.
    steps.push(step(`send ${request.method} ${shownLine(request.url, MOST_NAME)}`, sent, start));
    steps.push(step(`receive ${shownLine(came, MOST_NAME)}`, received));
  }
  if (finding !== null) steps.push(file('curl', shownText(finding.reproduce.curl, MOST_CURL)));
  if (status !== Status.SKIPPED) steps.push(step(`judge ${rule}: ${plural(judged, 'answer')}`, { status }));
  return steps;
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
