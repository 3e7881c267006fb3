import { codeBlock, codeSpan } from '../../report/markdown/code.ts';
import { firstOf } from '../../report/shown-text.ts';
import { grouped } from '../../results/group-by.ts';
import { curlLine } from '../../results/record/finding.ts';
import { recordedLines } from '../../results/recorded-traffic.ts';
import type { Comparison } from '../comparison.ts';
import type { Difference } from '../difference.ts';
import { headings, inWords, latencyText, outcomeText, titles, unlikeBodies } from './words.ts';

/** Differences of one kind, lines of a body and characters of a text that are kept. */
const MOST_SHOWN = 30;
const MOST_LINES = 8;
const MOST_TEXT = 600;

/** The comparison as GitHub Flavored Markdown. Text from a server is code, so that none of it is markup. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { servers, cells, unstable, warnings, outcome, exitCode, recorded } = comparison;
  const latency = latencyText(cells);
  const block = (one: Difference): string => differenceBlock(one, comparison);
  const parts = [
    `## ${marks[outcome]} ${titles[outcome]}`,
    `**${outcomeText(comparison)}** (exit code ${exitCode}).`,
    `- A: ${code(servers.a.target)}, ${servers.a.requests} requests\n- B: ${code(servers.b.target)}, ${servers.b.requests} requests`,
    ...(recorded === undefined
      ? []
      : [
          recordedLines(recorded)
            .map((text) => `- ${code(text)}`)
            .join('\n'),
        ]),
    ...grouped(comparison.differences, ({ kind }) => kind).flatMap((all) => [
      `### ${headings[all[0].kind]} (${all.length})`,
      ...firstOf(all, MOST_SHOWN, block, (more) => `${more} more are in compare.json.`),
    ]),
    ...(unstable.length === 0 ? [] : ['### Unstable: counted against neither']),
    ...unstable
      .slice(0, MOST_SHOWN)
      .map((one) => inWords(one, cells))
      .map(({ title, where }) => `- ${code(title)} in ${code(where)}`),
    ...(latency === null ? [] : [`${latency}.`]),
    ...warnings.map((text) => `> ${code(text)}`),
  ];
  return `${parts.join('\n\n')}\n`;
}

const marks = { same: '✅', different: '❌', inconclusive: '❔' } as const;

function differenceBlock(one: Difference, { cells }: Comparison): string {
  const { a, b } = one.example.exchanges;
  const { title, where, call } = inWords(one, cells);
  const ofBody = ['data', 'rules'].includes(one.kind) || one.subject === 'elements';
  const unlike = ofBody ? unlikeBodies(one.example) : { a: [], b: [] };
  const lines = [
    ...unlike.a.slice(0, MOST_LINES).map((line) => `- ${line}`),
    ...unlike.b.slice(0, MOST_LINES).map((line) => `+ ${line}`),
  ];
  return [
    `**${code(title)}** in ${code(where)}`,
    `- A: ${code(one.a)}\n- B: ${code(one.b)}${call === null ? '' : `\n- call: ${code(call)}`}`,
    ...(lines.length === 0 ? [] : [codeBlock(lines.join('\n'), 4 * MOST_TEXT, 'diff')]),
    codeBlock(`${curlLine(a.request)}\n${curlLine(b.request)}`, 4 * MOST_TEXT, 'sh'),
  ].join('\n\n');
}

function code(text: string): string {
  return codeSpan(text, MOST_TEXT);
}
