import { expect, test } from 'vitest';
import { withTraitsOfClients } from './absent.ts';
import { ruleResult } from './outcome.ts';
import { sampleFinding } from './results.fixture.ts';

test('a client that is answered as one trait of its request has the cause of that trait, in its cell', () => {
  const outcome = { verdict: 'fail', judged: 1, reason: null } as const;
  const of = (rule: string, changes: Parameters<typeof sampleFinding>[0] = {}) => {
    const finding = sampleFinding({ rule, location: null, actual: 'status 403', cause: `${rule}:a`, ...changes });
    return ruleResult({ id: rule, level: 'recommended' }, finding, outcome, finding);
  };
  const trait = of('request.header-fields', { spelling: ['agent-browser'] });
  const causes = (...all: Parameters<typeof withTraitsOfClients>[0]) =>
    withTraitsOfClients([trait, ...all]).map(({ finding }) => finding?.cause);
  expect(causes(of('request.personas'))).toEqual(['request.header-fields:a', 'request.header-fields:a']);
  const others = [of('request.personas', { actual: 'status 400' }), of('request.personas', { binding: 'soap11' })];
  expect(causes(...others).slice(1)).toEqual(['request.personas:a', 'request.personas:a']);
  expect(causes(of('record.shape')).slice(1)).toEqual(['record.shape:a']);
});
