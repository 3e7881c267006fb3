import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RunOptions } from '../../options/model.ts';
import { quickRun } from '../../reference/variations/target.fixture.ts';
import { browserEntry, foreignHar } from './foreign-har.fixture.ts';
import { readRecording, recordedServer } from './recorded-server.ts';
import { recordedService } from './recorded-service.ts';

const options: RunOptions = {
  ...quickRun('http://127.0.0.1:9'),
  namespace: 'http://dealer.example/webservices/',
  namespaceFrom: 'flag',
};
const entry = browserEntry('Get_Inventory', 'soap11');

/** The entry with another status, or with another quantity in its answer. */
function answered(status: number, quantity = 42) {
  const text = String(entry.response.content.text).replace('42', `${quantity}`);
  return { ...entry, response: { ...entry.response, status, content: { ...entry.response.content, text } } };
}

function recordedIn(entries: readonly unknown[]) {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-recorded-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'x.har'), JSON.stringify(foreignHar(entries)));
  const read = readRecording(folder, 'x.har');
  const { recorded, server } = recordedServer(read, recordedService(read.har, {}), options);
  const answers = [...server.answers.values()].map(({ all, times }) => ({
    times,
    said: all.map(({ exchange: { outcome } }) => {
      if (outcome.kind === 'trouble') return outcome.trouble.kind;
      const [, quantity] = /<Quantity>(\d+)/.exec(Buffer.from(outcome.response.body).toString()) ?? [];
      return `${outcome.response.status} ${quantity}`;
    }),
  }));
  return { recorded, server, answers };
}

test('the answers to equal requests are kept in their order, results before refusals, and what is none is counted', () => {
  const { recorded, server, answers } = recordedIn([
    answered(500),
    answered(200, 43),
    answered(0),
    answered(304),
    answered(200, 44),
  ]);
  expect(answers).toEqual([{ times: 3, said: ['200 43', '200 44', '500 42'] }]);
  expect(recorded.calls.map(({ request }) => request)).toEqual([...server.answers.keys()]);
  expect(recorded.traffic).toMatchObject({ calls: 5, sent: 1 });
  expect(recorded.traffic.leftOut).toEqual([
    { why: 'it got no answer', calls: 1, first: 3 },
    { why: 'a cache answered it, not the service', calls: 1, first: 4 },
  ]);
});

test('a request that is longer than any server takes is left out: it would stand in each difference', () => {
  const { request } = entry;
  const long = { ...entry, request: { ...request, url: `${request.url}?a=${'b'.repeat(70_000)}` } };
  const postData = { mimeType: 'text/xml', text: ' '.repeat(1_100_000) };
  const large = { ...entry, request: { ...request, headers: [], postData } };
  const { recorded } = recordedIn([long, large, entry]);
  expect(recorded.traffic.leftOut.map(({ why }) => why.replaceAll(/\d+/g, 'n'))).toEqual([
    "the entry can't be read as a call: its address has n characters; expected n at most",
    "the entry can't be read as a call: its request body has n bytes; expected n at most",
  ]);
});

test('of many answers the first ones and the last are kept', () => {
  const { answers } = recordedIn(Array.from({ length: 50 }, (_, n) => answered(200, 43 + n)));
  expect(answers.map(({ times, said }) => [times, said.length, said.at(0), said.at(-1)])).toEqual([
    [50, 30, '200 43', '200 92'],
  ]);
});
