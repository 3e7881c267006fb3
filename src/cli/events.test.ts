import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, onTestFinished, test } from 'vitest';
import { openEvents } from '../features/run/live-events.ts';
import { completeOptions } from '../options/run-options.ts';
import { writeWhole } from '../results/write.ts';
import { newFolder } from './cli.fixture.ts';
import { commandHere, faultyServer, resultsOf } from './command.fixture.ts';

const schema = JSON.parse(readFileSync(new URL('../../specs/schemas/event.schema.json', import.meta.url), 'utf8'));
const isEvent = new Ajv().compile(schema);

test('events.jsonl tells in order what happened in a run', async () => {
  const server = await faultyServer('fields-swapped', { operation: 'Get_Inventory', binding: 'soap12' });
  onTestFinished(() => server.close());
  const names = ['--operations', 'Get_Inventory,McatCodes', '--bindings', 'soap12,http-get'];
  const ended = await commandHere(['run', server.url, ...names, '--profile', 'quick', '--reporter', 'events']);
  const path = join(ended.folder, 'reports/events.jsonl');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const events = lines.map((line) => JSON.parse(line));
  for (const event of events) expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true);
  expect(events.map(({ event }) => event)).toEqual(['start', 'finding', 'cell', 'cell', 'cell', 'cell', 'end']);
  expect(ended.out).toContain('events.jsonl');
  const { seed, durationMs } = resultsOf(ended);
  expect(events[0]).toMatchObject({ target: server.url, profile: 'quick', seed, cells: 4 });
  expect(events[1]).toMatchObject({ rule: 'record.field-order', operation: 'Get_Inventory', binding: 'soap12' });
  expect(events.at(-1)).toMatchObject({ verdict: 'non-conformant', exitCode: 1, durationMs });
});

test('whoever reads it while the run goes on sees each event at once, and the end', async () => {
  const run = await commandHere(['run', '--embedded', '--operations', 'McatCodes', '--bindings', 'soap12', '--quiet']);
  const folder = newFolder();
  const path = join(folder, 'events.jsonl');
  const events = openEvents(folder, true);
  const reader = openSync(path, 'r');
  onTestFinished(() => closeSync(reader));
  const seen = (): readonly string[] => {
    const lines = readFileSync(reader, 'utf8').trimEnd().split('\n');
    return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line).event]));
  };
  const results = resultsOf(run);
  const options = completeOptions({
    flags: { target: 'http://host.example' },
    env: {},
    config: null,
    randomSeed: 1,
    folder,
  });
  events.start({ options, startedAt: new Date() }, 1);
  expect(seen()).toEqual(['start']);
  await writeWhole(path, '');
  events.end(results);
  expect(seen()).toEqual(['end']);
});
