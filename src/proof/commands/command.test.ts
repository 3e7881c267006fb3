import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { command, commandHere, faultyServer, healthyServer, resultsOf } from '../../cli/command.fixture.ts';
import { loadContract } from '../../contract/load.ts';
import { startReferenceServer } from '../../reference/server.ts';
import type { Results } from '../../results/results.ts';

/** Results without what two runs can't share: times, and the embedded server's port, which its WSDL holds too. */
function withoutTimes(results: Results): unknown {
  const varying = ['startedAt', 'durationMs', 'latencyMs', 'times', 'wsdlSha256'];
  const text = JSON.stringify(results, (key, value) => {
    if (varying.includes(key)) return undefined;
    return Array.isArray(value) && value[0] === 'Date' ? ['Date'] : value;
  });
  return JSON.parse(text.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1'));
}

describe('a run against the embedded server', () => {
  test('is conformant in all 80 cells, and the same seed gives the same report', async () => {
    const run = ['run', '--embedded', '--seed', '11'];
    const [first, second] = await Promise.all([command([...run, '--verbose']), command(run)]);
    expect(first.err + first.out).toContain('80 of 80 cells judged, 0 required and 0 recommended findings');
    expect(first.out).toMatch(/\nembedded reference server: conformant \(exit code 0\)\n$/);
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/Learned from the target: .*Make \d+.*rows of values that belong together/);
    expect(second.out).not.toMatch(/^(?:XML Schema validator|Reading|Learned)/m);
    expect(withoutTimes(resultsOf(first))).toEqual(withoutTimes(resultsOf(second)));
    expect(resultsOf(first).totals.cells).toMatchObject({ pass: 80 });
    const { durationMs, times } = resultsOf(first);
    const { startMs = 0, readingMs = 0, cellsMs = 0, waitingMs = 0, latencyMs } = times ?? {};
    expect(Math.min(startMs, readingMs, cellsMs, waitingMs, latencyMs?.p95 ?? 0)).toBeGreaterThan(0);
    expect(Math.max(startMs + readingMs + cellsMs, waitingMs)).toBeLessThanOrEqual(durationMs + 2);
  });
});

describe('a run against a faulty server', () => {
  test('is non-conformant, with the rule in the cell and no other finding', async () => {
    const server = await faultyServer('fields-swapped', { operation: 'Get_Inventory', binding: 'soap12' });
    const ended = await command(['run', server.url, '--include-writes', '--seed', '1', '--profile', 'quick']);
    await server.close();
    const { findings } = resultsOf(ended);
    expect(findings.map(({ id }) => id)).toEqual(['record.field-order@Get_Inventory/soap12']);
    expect(findings[0]?.reproduce.command).toBe(
      `getdata-conformance replay reports/results.json 'record.field-order@Get_Inventory/soap12' --target ${server.url}`,
    );
    expect(findings[0]?.reproduce.curl).toContain('curl -i');
    expect(ended.out).toContain('record.field-order');
    expect([ended.code, ended.out.trimEnd().split('\n').at(-1)]).toEqual([
      1,
      expect.stringMatching(/^.+: non-conformant \(exit code 1\)$/),
    ]);
  });

  test('can be replayed: the finding fails again, and passes once the server is fixed', async () => {
    const faulty = await faultyServer('fields-swapped', { operation: 'Get_Inventory', binding: 'soap12' });
    const ended = await command([
      'run',
      faulty.url,
      '--seed',
      '1',
      '--profile',
      'quick',
      '--operations',
      'Get_Inventory',
    ]);
    const report = join(ended.folder, 'reports/results.json');
    const replay = ['replay', report, '--target', faulty.url];
    const again = await command([...replay, 'record.field-order@Get_Inventory/soap12']);
    await faulty.close();
    expect(again.code).toBe(1);
    expect((await command(replay)).code).toBe(4);
    const mended = await healthyServer(Number(new URL(faulty.url).port));
    expect((await command(replay)).code).toBe(0);
    await mended.close();
  });

  test('that answers with empty lists only is inconclusive, and the report says what was never seen and what to do', async () => {
    const server = await faultyServer('empty-answers');
    const ended = await command(['run', server.url, '--include-writes', '--seed', '1', '--profile', 'quick']);
    await server.close();
    expect(ended.code).toBe(3);
    expect(ended.out).toMatch(/Get_Video_Links: never seen with a value: .*Video\.ProductID/);
    expect(ended.out).toContain('To supply values');
  });
});

describe('a target that can not be tested', () => {
  test('is exit 4 with one sentence where nothing listens', async () => {
    const ended = await commandHere(['run', 'http://127.0.0.1:9']);
    expect(ended.code).toBe(4);
    expect(ended.out + ended.err).toMatch(/http:\/\/127\.0\.0\.1:9 can't be reached: .*/);
  });

  test('is exit 4 with a report where it closes every connection without an answer', async () => {
    const closing = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
    const address = closing.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const ended = await command([
      'run',
      `http://127.0.0.1:${port}`,
      '--profile',
      'quick',
      '--operations',
      'Get_Inventory',
    ]);
    closing.close();
    expect(resultsOf(ended)).toMatchObject({ verdict: 'error', exitCode: 4, incomplete: true, findings: [] });
    expect(ended.code).toBe(4);
  });

  test('is exit 4 where nothing listens and only a write is selected', async () => {
    expect((await commandHere(['run', 'http://127.0.0.1:9', '--operations', 'Add_toCart'])).code).toBe(4);
  });

  test('is exit 2 before the first request where the report can not be written', async () => {
    const ended = await commandHere(['run', '--embedded', '--reports', '/dev/null/reports']);
    expect([ended.code, ended.err]).toEqual([2, expect.stringContaining("'/dev/null/reports' can't be written to")]);
  });

  test('without a namespace given is tested in that of its WSDL, which is said', async () => {
    const lines: string[] = [];
    const contract = loadContract('http://other.example/ns/');
    const server = await startReferenceServer({ contract, log: (line) => lines.push(line) });
    const ended = await commandHere([
      'run',
      server.url,
      '--profile',
      'quick',
      '--operations',
      'Get_Inventory,McatCodes',
    ]);
    await server.close();
    // Once to be read, and once to be observed.
    expect(lines.filter((line) => line.startsWith('GET wsdl'))).toHaveLength(2);
    expect(ended.out).toContain(
      "Namespace http://other.example/ns/, as the target's WSDL says (--namespace http://other.example/ns/ requires it).\n",
    );
    expect(ended.code).toBe(0);
    expect(resultsOf(ended)).toMatchObject({ namespace: 'http://other.example/ns/', namespaceFrom: 'wsdl' });
  });

  test('is exit 4 at the time limit where it accepts and never answers', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const ended = await command(['run', `http://127.0.0.1:${port}`, '--timeout', '1000']);
    silent.close();
    expect([ended.code, ended.out]).toEqual([4, expect.stringContaining("can't be reached")]);
  });
});

describe('wrong usage is exit 2 with one sentence', () => {
  test.each([
    [['run', '--profil', 'quick'], '--profile'],
    [['run', '--operations', 'Get_Inventry'], 'Get_Inventory'],
    [['run', '--bindings', 'soap13'], 'soap1'],
    [['run', '--rules', 'record.field-ordr'], 'record.field-order'],
    [['run', '--seed', '-5'], 'seed'],
    [['run'], 'run --embedded'],
    [['run', '--embedded', 'http://127.0.0.1:9'], 'expected one of them'],
    [['run', '--embedded', ''], 'an empty target is named too'],
    [['run', '--embedded', '--rerun-failed'], '--embedded names a target'],
    [['run', 'ftp://x'], 'http'],
    [['explain', 'http.statuss'], 'http.status'],
    [['rnu'], 'run'],
  ] as const)('%j names %s', async (args, hint) => {
    const ended = await commandHere(args);
    expect(ended.code).toBe(2);
    expect(ended.err).toContain(hint);
    expect(ended.err.trim().split('\n').length).toBeLessThanOrEqual(2);
  });
});
