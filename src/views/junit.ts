import { cellName } from '../contract/cell-name.ts';
import { failureName } from '../options/known-failures.ts';
import { staleEntries } from '../results/baseline.ts';
import { errorText } from '../results/causes/not-reached.ts';
import type { Results } from '../results/results.ts';
import { type CellRuleOutcome, outcomesByCell } from '../results/rule-outcomes.ts';
import { escapeAttribute, escapeText } from '../xml/escape.ts';
import { findingLines } from './finding-lines.ts';
import { shownText } from './shown-text.ts';

const MOST_TEXT = 4_000;

export interface JunitCase {
  readonly name: string;
  readonly seconds?: number;
  /** Name of its child element; left out if the test passed. */
  readonly kind?: 'failure' | 'error' | 'skipped';
  readonly message?: string;
  readonly type?: string;
  readonly text?: string;
}

interface JunitSuite {
  readonly name: string;
  /** Of the test cases; `package.Class`, as Jenkins reads it. */
  readonly classname: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly cases: readonly JunitCase[];
}

/**
 * The results as JUnit XML: a suite for the run, then one per cell with a case per rule. <failure> breaks the run; what
 * is known, only recommended or not judged is <skipped>, with the reason as text (Jenkins' junit-4 schema allows no
 * `message` there).
 */
export function junitXml(results: Results): string {
  const { suite, target, namespace, seed, profile, verdict, exitCode } = results;
  const { version } = suite;
  const facts = { target, namespace, seed: `${seed}`, profile, version, verdict, exitCode: `${exitCode}` };
  const suites: readonly JunitSuite[] = [
    { name: 'run', classname: 'getdata-conformance.run', properties: facts, cases: runCases(results) },
    ...outcomesByCell(results).map(({ cell: { operation, binding, verdict: own, requests }, outcomes }) => ({
      name: cellName({ operation, binding }),
      classname: `${operation}.${binding}`,
      properties: { verdict: own, requests: `${requests}` },
      cases: outcomes.length === 0 ? [notRun] : outcomes.map(ruleCase),
    })),
  ];
  return junitText(suites, results.startedAt);
}

/** Suites as a file of JUnit XML. @param startedAt - ISO 8601 */
export function junitText(suites: readonly JunitSuite[], startedAt: string): string {
  const timestamp = startedAt.slice(0, 19);
  const elements = suites.map((one, index) => suiteElement(one, index, timestamp));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${elements.join('')}</testsuites>\n`;
}

/** Test cases about the run itself: the suite worked, the run is complete, the known failures still hold. */
function runCases(results: Results): readonly JunitCase[] {
  const { verdict, incomplete, durationMs, failure, warnings } = results;
  const type = failure?.kind ?? 'suite';
  const failed = { kind: 'error', message: errorText(results), type, text: warnings.join('\n') } as const;
  const message = 'incomplete, not passed: the run was cut short; what was not reached has no verdict';
  return [
    {
      name: type === 'target' ? 'the target can be reached' : 'the suite itself works',
      seconds: durationMs / 1000,
      ...(verdict === 'error' ? failed : {}),
    },
    { name: 'the run is complete', ...(incomplete ? { kind: 'skipped', message } : {}) },
    // One that fails as expected, or was not judged, is shown at its rule.
    ...staleEntries(results).map((entry) => ({
      name: `known failure ${failureName(entry)}`,
      kind: 'failure' as const,
      message: entry.sentence,
      type: 'baseline',
      text: `owner ${entry.owner}: ${entry.reason}`,
    })),
  ];
}

const notRun: JunitCase = {
  name: '(cell)',
  kind: 'skipped',
  message: 'not reached, not passed: the run ended before this cell',
};

function ruleCase({ rule, level, status, why, finding }: CellRuleOutcome): JunitCase {
  if (why === null) return { name: rule };
  const lines = finding === null ? [] : findingLines(finding).map((line) => shownText(line, MOST_TEXT));
  const kind = status === 'failed' ? 'failure' : 'skipped';
  return { name: rule, kind, message: why, type: level, text: lines.join('\n') };
}

function suiteElement({ name, classname, properties, cases }: JunitSuite, id: number, timestamp: string): string {
  const count = (kind: string): number => cases.filter((one) => one.kind === kind).length;
  const seconds = cases.reduce((sum, one) => sum + (one.seconds ?? 0), 0);
  const attributes = {
    name,
    package: classname,
    id: `${id}`,
    timestamp,
    hostname: 'localhost',
    tests: `${cases.length}`,
    failures: `${count('failure')}`,
    errors: `${count('error')}`,
    time: seconds.toFixed(3),
  };
  const facts = Object.entries(properties).map(([key, value]) => element('property', { name: key, value }, null));
  const children = [
    element('properties', {}, facts.join('')),
    ...cases.map((one) => caseElement(one, classname)),
    '<system-out></system-out><system-err></system-err>',
  ];
  return `${element('testsuite', attributes, `\n${children.join('\n')}\n`)}\n`;
}

function caseElement({ name, seconds = 0, kind, message = '', type = '', text = '' }: JunitCase, classname: string) {
  const attributes = { name, classname, time: seconds.toFixed(3) };
  if (kind === undefined) return element('testcase', attributes, null);
  const isSkipped = kind === 'skipped';
  const told = isSkipped && text !== '' ? `${message}\n${text}` : isSkipped ? message : text;
  const content = escapeText(shownText(told, MOST_TEXT * 4));
  return element('testcase', attributes, element(kind, isSkipped ? {} : { message, type }, content));
}

/** @param content - escaped already; null for an empty element */
function element(name: string, attributes: Readonly<Record<string, string>>, content: string | null): string {
  const pairs = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeAttribute(shownText(value, MOST_TEXT))}"`,
  );
  return content === null ? `<${name}${pairs.join('')}/>` : `<${name}${pairs.join('')}>${content}</${name}>`;
}
