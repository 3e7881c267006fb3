import { afterAll, expect, test } from 'vitest';
import { command, resultsOf } from '../../cli/command.fixture.ts';
import { patience } from '../../patience.fixture.ts';
import { openServices, serviceNames } from './services.fixture.ts';

const { service, close } = openServices();

afterAll(close);

/** `SEEDS=1,2,3` tries more. */
const seeds = (process.env.SEEDS ?? '1').split(',');

test.for(serviceNames)('the service %s is conformant to its own WSDL', async (name, { skip }) => {
  const { url, wsdl, reads } = await service(name, skip);
  for (const seed of seeds) {
    const how = [
      '--wsdl',
      wsdl,
      '--reads',
      reads,
      '--seed',
      seed,
      '--allow-inconclusive',
      // With a limit below 300 s the run does not wait for caches.
      ...['--max-time', '299'],
      '--timeout',
      `${patience(10_000)}`,
    ];
    const ended = await command(['run', url, ...how]);
    const { findings, verdict } = resultsOf(ended);
    const said = findings.map(({ id, level, message }) => `${level} ${id}: ${message}`);
    process.stdout.write(`${name}, seed ${seed}: ${verdict}, findings: ${said.length}\n`);
    expect([said.filter((one) => one.startsWith('required')), ended.err]).toEqual([[], '']);
    expect(verdict).toBe('conformant');
  }
});
