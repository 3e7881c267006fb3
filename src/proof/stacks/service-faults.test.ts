import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cli, newFolder } from '../../cli/cli.fixture.ts';
import type { Comparison } from '../../features/comparison/servers/comparison.ts';
import { patience } from '../../patience.fixture.ts';
import { serviceFaults } from './service-faults.fixture.ts';
import { openServices } from './services.fixture.ts';

const { service, fronted, close } = openServices();

afterAll(close);

test.for(serviceFaults)('compare --wsdl on $service $operation: $what', async (fault, { skip }) => {
  const { service: name, operation, edit, finds } = fault;
  const { url, wsdl } = await service(name, skip);
  let edited = 0;
  const other = await fronted(url, (body) => {
    const text = body.replaceAll(...edit);
    edited += text === body ? 0 : 1;
    return text;
  });
  const folder = newFolder();
  const how = ['--bindings', 'soap11', '--seed', '1', '--profile', 'quick', '--only', 'data,form,spelling'];
  const sides = [await fronted(url, (body) => body), other, '--timeout', `${patience(10_000)}`];
  const { err } = await cli(['compare', ...sides, '--wsdl', wsdl, '--reads', operation, ...how], { folder });
  const { differences }: Comparison = JSON.parse(readFileSync(join(folder, 'reports', 'compare.json'), 'utf8'));
  const found = differences.map(({ kind, subject }) => `${kind} ${subject}`);
  expect([edited > 0, err]).toEqual([true, '']);
  if (finds === null) expect(found.filter((one) => !one.startsWith('spelling'))).toEqual([]);
  else expect(found).toContain(finds);
});
