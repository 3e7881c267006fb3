import { createHash } from 'node:crypto';
import { jsonText } from '../base/json.ts';
import { failureName } from '../options/known-failures.ts';
import type { Finding } from '../results/outcome.ts';
import type { Results } from '../results/results.ts';
import { type CellRuleOutcome, type OutcomeStatus, outcomesByCell } from '../results/rule-outcomes.ts';
import { differenceLines } from './finding-lines.ts';
import { shownText } from './shown-text.ts';

/** The namespace of our ids: that of URLs (RFC 9562, section 6.6), with names that begin with ours. */
const NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';
const MOST_TEXT = 4_000;

const kinds = ['passed', 'failed', 'skipped', 'pending', 'other'] as const;
type CtrfStatus = (typeof kinds)[number];

function ctrfStatus(status: OutcomeStatus): CtrfStatus {
  if (status === 'passed' || status === 'failed') return status;
  return status === 'skipped' || status === 'not-applicable' ? 'skipped' : 'other';
}

/**
 * The results as CTRF JSON (ctrf.io, 0.0.0), a test per rule and cell with a permanent id. `failed` breaks the run;
 * what does not, or was not judged, is `other`, with our status in `rawStatus`. Rules have no times: 0.
 */
export function ctrfJson(results: Results): string {
  const { suite, target, namespace, seed, profile, verdict, exitCode, incomplete, startedAt, durationMs } = results;
  const start = Date.parse(startedAt);
  const stop = start + durationMs;
  const tests = [runTest(results), ...outcomesByCell(results).flatMap(({ outcomes }) => outcomes.map(testOf))];
  const count = (status: CtrfStatus): number => tests.filter((test) => test.status === status).length;
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    reportId: nameUuid(NAMESPACE, `getdata-conformance:report:${target}:${seed}:${startedAt}`),
    timestamp: new Date(stop).toISOString(),
    generatedBy: suite.name,
    results: {
      tool: { name: suite.name, version: suite.version },
      summary: {
        tests: tests.length,
        ...Object.fromEntries(kinds.map((kind) => [kind, count(kind)])),
        suites: results.cells.length + 1,
        start,
        stop,
        duration: durationMs,
      },
      tests,
      environment: {
        appName: results.wsdl?.service ?? 'GetData Web Service',
        testEnvironment: shownText(target, MOST_TEXT),
        healthy: verdict === 'conformant',
        extra: { namespace: shownText(namespace, MOST_TEXT), seed, profile, verdict, exitCode, incomplete },
      },
    },
  };
  return jsonText(report);
}

/** The run as a separate test, so that a run that judged nothing does not look passed. */
function runTest({ verdict, durationMs, warnings }: Results) {
  const status = { conformant: 'passed', 'non-conformant': 'failed', inconclusive: 'other', error: 'failed' } as const;
  return {
    id: nameUuid(NAMESPACE, 'getdata-conformance:run'),
    testId: 'run',
    name: 'the run',
    status: status[verdict],
    rawStatus: verdict,
    duration: durationMs,
    suite: ['run'],
    ...(warnings.length === 0 ? {} : { message: shownText(warnings.join('\n'), MOST_TEXT) }),
  };
}

function testOf(outcome: CellRuleOutcome) {
  const { operation, binding, rule, level, status, why, finding } = outcome;
  const testId = failureName(outcome);
  return {
    id: nameUuid(NAMESPACE, `getdata-conformance:${testId}`),
    testId,
    name: rule,
    status: ctrfStatus(status),
    rawStatus: status,
    duration: 0,
    suite: [operation, binding],
    labels: { level },
    ...(why === null ? {} : { message: shownText(why, MOST_TEXT) }),
    ...(finding === null ? {} : detailsOf(finding)),
  };
}

function detailsOf(finding: Finding) {
  const { requirements, call, reproduce } = finding;
  const shown = (text: string): string => shownText(text, MOST_TEXT);
  return {
    trace: shown(differenceLines(finding).join('\n')),
    snippet: shown(`${reproduce.command}\n${reproduce.curl}`),
    parameters: Object.fromEntries(Object.entries(call.values).map(([name, value]) => [shown(name), shown(value)])),
    extra: { requirements: requirements.map(shown) },
  };
}

/** RFC 9562, section 5.5: the UUID (version 5) of a name in a namespace, always the same. */
export function nameUuid(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
