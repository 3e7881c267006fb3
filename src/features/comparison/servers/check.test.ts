import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

function definitions(name: string): Readonly<Record<string, unknown>> {
  const file = new URL(`../../../../specs/schemas/${name}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).definitions;
}

test('an exchange is described as it is in results.json', () => {
  const [own, results] = [definitions('compare'), definitions('results')];
  for (const name of ['binding', 'headers', 'call', 'request', 'response', 'exchange', 'recordedTraffic']) {
    expect(own[name]).toEqual(results[name]);
  }
});

test('a missing answer is described in client.json as in results.json', () => {
  const [client, results] = ['client', 'results'].map((name) => definitions(name).response);
  expect(client).toMatchObject({ oneOf: [{}, Object(results).oneOf[1]] });
});
