import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, healthyServer, resultsOf } from '../../cli/command.fixture.ts';
import { patience } from '../../patience.fixture.ts';
import type { ReferenceServer } from '../../reference/server.ts';
import { checkResults } from '../../results/read.ts';
import { type Memory, watchMemory } from '../bench/process-cost.ts';
import { hostileServer } from './hostile-server.fixture.ts';

// SECURITY.md has a row for each of these; the compiled command is run against a server of each behaviour.

/** MB that the largest process of a run may hold (SECURITY.md). */
const MOST_MEMORY = 300;
/** The same where answers are of 1 to 16 MB, the most that --max-body lets pass. */
const LARGE = 400;
/** MB that all processes of a run may hold together. */
const MOST_TOGETHER = 600;
/** Milliseconds after which a run counts as hanging, on a machine that has other things to do too. */
const LONGEST = patience(240_000);

const cells = ['--operations', 'McatCodes', '--bindings', 'soap11,http-get', '--profile', 'quick', '--seed', '1'];
const common = [...cells, '--concurrency', '4', '--reporter', 'junit,markdown', '--no-color'];
/** Where it is not about time, a busy machine must not run into the limit. */
const patient = [...common, '--timeout', `${patience(30_000)}`];
/** Large answers are parsed one at a time, in whatever cell: one cell shows what they cost. */
const oneCell = [...patient, '--bindings', 'soap11'];
const hasty = [...common, '--timeout', '1500'];

interface Row {
  readonly name: string;
  readonly code: number;
  /** The rules that fail, or what the output says where there are no results. */
  readonly says: readonly string[] | RegExp;
  readonly args?: readonly string[];
  readonly memory?: number;
  /** What one of the results' warnings says. */
  readonly warns?: RegExp;
}

const DOWN = /^The target stopped answering after \d+ requests \(.+\): what was not reached has no verdict\.$/;

const NOBODY =
  /can't be reached: it ends the connection without an answer \(.+\)\. Is it running, and is the address right\? If the port takes TLS, its address begins with https:\/\/\.$/;

/** The document is well-formed, and another one than the service's. */
const OTHER_SOAP = ['soap.envelope-structure'];
const OTHER = ['http.root-element', ...OTHER_SOAP];

const rows: readonly Row[] = [
  { name: 'accepts and hangs', code: 4, says: /can't be reached: no response came within 1500 ms/, args: hasty },
  {
    name: 'drips a byte a second',
    code: 4,
    says: /the response did not end within 1500 ms\. It is there, but slow: --/,
    args: hasty,
  },
  { name: 'TLS that never answers', code: 4, says: /can't be reached/, args: hasty },
  { name: 'resets on connect', code: 4, says: NOBODY },
  { name: 'closes without an answer', code: 4, says: NOBODY },
  { name: 'closes after half a header', code: 1, says: ['http.answer'] },
  { name: 'resets mid-body', code: 1, says: ['http.answer'] },
  { name: 'endless body', code: 3, says: [] },
  { name: 'a body of 300 MB', code: 3, says: [] },
  { name: '200,000 levels deep', code: 1, says: ['xml.well-formed'] },
  { name: 'a million attributes', code: 1, says: ['xml.well-formed'], memory: LARGE },
  { name: 'a million namespaces', code: 1, says: ['xml.well-formed'], memory: LARGE },
  { name: 'a long name', code: 1, says: ['xml.well-formed'], memory: LARGE },
  { name: 'four million elements', code: 3, says: [], memory: LARGE },
  { name: 'character references', code: 3, says: [], memory: LARGE },
  { name: 'an unclosed quote', code: 1, says: ['xml.well-formed'], memory: LARGE },
  { name: 'open quotes', code: 1, says: ['xml.well-formed'], memory: LARGE },
  { name: 'blank tags', code: 1, says: ['xml.well-formed'], memory: LARGE },
  { name: 'ampersand references', code: 1, says: OTHER_SOAP, memory: LARGE },
  { name: 'ever new names', code: 1, says: OTHER_SOAP, memory: LARGE },
  { name: 'one byte chunks', code: 1, says: ['http.content-length', ...OTHER_SOAP], memory: LARGE },
  { name: 'ampersands', code: 1, says: ['xml.well-formed'], memory: LARGE },
  { name: 'one tag of blanks', code: 1, says: ['xml.well-formed'], memory: LARGE },
  { name: 'text without a line end', code: 1, says: ['http.content-type', 'xml.well-formed'], memory: LARGE },
  { name: 'one long line', code: 1, says: OTHER_SOAP, memory: LARGE },
  { name: 'many attributes', code: 1, says: OTHER_SOAP, memory: LARGE },
  { name: 'processing instructions', code: 3, says: [], memory: LARGE },
  { name: 'comments', code: 3, says: [], memory: LARGE },
  { name: 'blank lines', code: 1, says: OTHER_SOAP, memory: LARGE },
  { name: 'the largest document that is read', code: 1, says: OTHER_SOAP, memory: LARGE },
  { name: 'many documents of almost 1 MB', code: 1, says: OTHER_SOAP, memory: LARGE },
  { name: 'a good answer, then a bomb', code: 3, says: [], memory: LARGE },
  { name: 'billion laughs', code: 1, says: ['xml.no-doctype'] },
  { name: 'external entity of a file', code: 1, says: ['xml.no-doctype'] },
  { name: 'external entity of an address', code: 1, says: ['xml.no-doctype'] },
  { name: 'schema at an address', code: 1, says: OTHER },
  { name: 'gzip bomb', code: 1, says: ['xml.encoding'] },
  { name: 'brotli bomb', code: 1, says: ['xml.encoding'] },
  { name: 'an encoding that was not requested', code: 1, says: ['xml.encoding'] },
  { name: 'Content-Length too small', code: 1, says: ['http.content-length'] },
  { name: 'Content-Length too large', code: 1, says: ['http.content-length', ...OTHER] },
  { name: 'garbage status line', code: 1, says: ['http.answer'] },
  { name: '100,000 headers', code: 3, says: [] },
  { name: 'redirect loop', code: 1, says: ['http.status'] },
  { name: 'redirect to another host', code: 1, says: ['http.status'] },
  { name: 'redirect to a file', code: 1, says: ['http.status'] },
  { name: 'HTML page with scripts', code: 1, says: ['binding.reachable', 'http.status'] },
  { name: 'HTML page as a success', code: 1, says: ['http.content-type', 'xml.no-doctype', 'xml.well-formed'] },
  { name: 'terminal escapes', code: 1, says: ['xml.characters'] },
  { name: 'NUL in a header', code: 1, says: ['http.answer'] },
  { name: 'NUL in the body', code: 1, says: ['xml.characters'] },
  { name: 'invalid UTF-8', code: 1, says: ['xml.encoding', ...OTHER] },
  { name: 'unpaired surrogates', code: 1, says: ['xml.characters'] },
  { name: 'unpaired surrogates in UTF-16', code: 1, says: ['xml.encoding', ...OTHER] },
  { name: 'flaky 503', code: 0, says: [] },
  { name: '429 at first', code: 0, says: [], warns: /asked \d+ times to slow down/ },
  { name: 'always 429', code: 3, says: [], warns: /asked \d+ times to slow down .*--rate/ },
  { name: 'goes down on the way', code: 4, says: [], warns: DOWN, args: hasty },
  { name: 'goes down before the cells', code: 4, says: [], warns: DOWN, args: hasty },
  { name: 'keep-alive closed without notice', code: 0, says: [] },
];

/** Canary: every address that a target may try to make us ask for. */
const asked: string[] = [];
const canary = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.end();
});
let upstream: ReferenceServer;

beforeAll(async () => {
  upstream = await healthyServer(0);
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  process.stdout.write(figures.join(''));
  canary.close();
  await upstream.close();
});

/** Without them a refusal could be for want of them. */
const CREDENTIALS = { GETDATA_DEALER_ID: 'dealer-4711', GETDATA_PASSWORD: 'password-4711' };

/** Rows of the table 'Memory and time of large answers' of SECURITY.md. */
const figures: string[] = [];

function figureRow(name: string, { largest, together }: Memory, milliseconds: number): string {
  return `| ${name} | ${Math.round(largest)} | ${Math.round(together)} | ${Math.round(milliseconds / 1000)} |\n`;
}

async function ran({ name, memory: bound = MOST_MEMORY, args = bound < LARGE ? patient : oneCell }: Row) {
  const address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/canary`;
  const server = await hostileServer(name, address, upstream.url);
  const target = name.startsWith('TLS') ? server.url.replace('http:', 'https:') : server.url;
  const start = performance.now();
  let memoryOf: () => Memory = () => ({ largest: Number.NaN, together: Number.NaN });
  const ended = await command(['run', target, ...args], CREDENTIALS, (child) => {
    memoryOf = watchMemory(child.pid ?? 0);
  });
  const memory = memoryOf();
  if (bound >= LARGE) figures.push(figureRow(name, memory, performance.now() - start));
  await server.close();
  return { ...ended, memory, requests: server.requests };
}

describe('a target that', () => {
  test.concurrent.each(rows)('$name', { timeout: LONGEST }, async (row) => {
    const run = await ran(row);
    expect([run.code, run.err]).toEqual([row.code, '']);
    // Elsewhere there is no /proc to read it from.
    const { largest, together } = run.memory;
    if (process.platform === 'linux') expect(Math.min(largest, together)).toBeGreaterThan(0);
    expect(Number.isNaN(largest) ? 0 : largest).toBeLessThan(row.memory ?? MOST_MEMORY);
    expect(Number.isNaN(together) ? 0 : together).toBeLessThan(MOST_TOGETHER);
    // Colours are off, so that an escape on the terminal is the target's.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(run.out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    // One observer and one trait ask each cell for gzip, again where told to wait.
    const coded = new Set(run.requests.filter((request) => /\r\naccept-encoding: gzip/i.test(request)));
    expect(coded.size).toBeLessThanOrEqual(4);
    const results = resultsOf(run);
    expect(() => checkResults(results)).not.toThrow();
    expect(readdirSync(join(run.folder, 'reports'))).toEqual(
      expect.arrayContaining(['junit.xml', 'results.json', 'summary.md']),
    );
    if (row.says instanceof RegExp) {
      const last = run.out.trim().split('\n').at(-1) ?? '';
      expect(last).toMatch(row.says);
      expect([results.verdict, results.incomplete]).toEqual(['error', true]);
      expect(last).toBe(`error (exit code 4): ${results.warnings[0]}`);
      expect(new Set(results.cells.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
        new Set(["not-reached: the target can't be reached"]),
      );
      return;
    }
    if (row.warns !== undefined) expect(results.warnings).toContainEqual(expect.stringMatching(row.warns));
    expect(results.incomplete).toBe(row.code === 4);
    const failed = new Set(results.findings.filter(({ level }) => level === 'required').map(({ rule }) => rule));
    expect([...failed].toSorted()).toEqual([...row.says].toSorted());
  });
});

/** Runs of all cells with the concurrency of users (SECURITY.md, 'Memory of whole runs'); WHOLE_RUNS=all: of each target. */
const wholeRuns = ['open quotes', 'one tag of blanks'];
const everyRun = process.env.WHOLE_RUNS === 'all';
const WHOLE_SECONDS = everyRun ? 40 : 15;
const wholeRun = ['--timeout', '3000', '--max-time', `${WHOLE_SECONDS}`, '--reporter', 'junit,markdown', '--no-color'];

describe('a whole run holds no more', () => {
  test.each(everyRun ? rows.map(({ name }) => name) : wholeRuns)('%s', { timeout: LONGEST }, async (name) => {
    const { memory, out } = await ran({ name, code: 0, says: [], args: wholeRun });
    if (everyRun)
      process.stdout.write(`| ${name} | ${Math.round(memory.largest)} | ${Math.round(memory.together)} |\n`);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/\(exit code [0134]\)/);
    expect(Number.isNaN(memory.largest) ? 0 : memory.largest).toBeLessThan(LARGE);
    expect(Number.isNaN(memory.together) ? 0 : memory.together).toBeLessThan(MOST_TOGETHER);
  });
});

test('no address that a target named was requested', () => {
  expect(asked).toEqual([]);
});
