import { expect, test } from 'vitest';
import { ruleResult } from '../outcome.ts';
import { sampleFinding } from '../results.fixture.ts';
import { withOneMistake } from './one-mistake.ts';

test('a client that is answered as one trait of its request has the cause of that trait, in its cell', () => {
  const outcome = { verdict: 'fail', judged: 1, reason: null } as const;
  const of = (rule: string, changes: Parameters<typeof sampleFinding>[0] = {}) => {
    const finding = sampleFinding({ rule, location: null, actual: 'status 403', cause: `${rule}:a`, ...changes });
    return ruleResult({ id: rule, level: 'recommended' }, finding, outcome, finding);
  };
  const trait = of('request.header-fields', { spelling: ['agent-browser'] });
  const causes = (...all: Parameters<typeof withOneMistake>[0]) =>
    withOneMistake([trait, ...all]).map(({ finding }) => finding?.cause);
  expect(causes(of('request.personas'))).toEqual(['request.header-fields:a', 'request.header-fields:a']);
  const others = [of('request.personas', { actual: 'status 400' }), of('request.personas', { binding: 'soap11' })];
  expect(causes(...others).slice(1)).toEqual(['request.personas:a', 'request.personas:a']);
  expect(causes(of('record.shape')).slice(1)).toEqual(['record.shape:a']);
});

test('what only a variant shows has the cause of the rule that sends it, where that rule fails by it', () => {
  const outcome = { verdict: 'fail', judged: 1, reason: null } as const;
  const of = (rule: string, changes: Parameters<typeof sampleFinding>[0] = {}) => {
    const finding = sampleFinding({ rule, cause: `${rule}:a`, ...changes });
    return ruleResult({ id: rule, level: 'recommended' }, finding, outcome, finding);
  };
  const probe = { rule: 'request.header-fields', code: 'other-tag', variant: 'an If-None-Match' };
  const causes = (cause: string) =>
    withOneMistake([of('http.status', { probe }), of('request.header-fields', { cause })]).map(
      ({ finding }) => finding?.cause,
    );
  expect(new Set(causes('request.header-fields:other-tag'))).toEqual(new Set(['request.header-fields:other-tag']));
  expect(causes('request.header-fields:agent')).toEqual(['http.status:a', 'request.header-fields:agent']);
});

test('no records in a cell have the cause of a result that is not found there, or of a parameter that is not read', () => {
  const outcome = { verdict: 'fail', judged: 1, reason: null } as const;
  const of = (rule: string, changes: Parameters<typeof sampleFinding>[0] = {}) => {
    const finding = sampleFinding({ rule, cause: `${rule}:a`, ...changes });
    return ruleResult({ id: rule, level: 'required' }, finding, outcome, finding);
  };
  const none = of('binding.parity', { cause: 'binding.parity:no-data' });
  const causesWith = (...some: Parameters<typeof withOneMistake>[0]) =>
    new Set(withOneMistake([...some, none]).map(({ finding }) => finding?.cause));
  expect(causesWith(of('soap.result-element'), of('binding.same-records'))).toEqual(new Set(['soap.result-element:a']));
  const unread = (found: string) => of('request.text-parameters', { facts: { wanted: ['5'], found: [found] } });
  expect(causesWith(unread(''))).toEqual(new Set(['request.text-parameters:a']));
  expect(causesWith(unread('4'))).toHaveLength(2);
  expect(causesWith(of('soap.result-element', { binding: 'http-get' }))).toHaveLength(2);
});

test('an answer in the other SOAP version has one cause, with its media type and its faults', () => {
  const outcome = { verdict: 'fail', judged: 1, reason: null } as const;
  const of = (rule: string, changes: Parameters<typeof sampleFinding>[0]) => {
    const finding = sampleFinding({ rule, ...changes });
    return ruleResult({ id: rule, level: 'required' }, finding, outcome, finding);
  };
  const facts = { wanted: ['application/soap+xml'], found: ['text/xml'] };
  const type = of('http.content-type', { cause: 'http.content-type:text/xml', actual: 'text/xml', facts });
  const fault = of('soap.fault', { cause: 'soap.fault:Content-Type', actual: 'text/xml; charset=utf-8', facts });
  const causes = (found: string) => {
    const own = { wanted: facts.wanted, found: [found] };
    const envelope = of('soap.envelope-namespace', { cause: 'soap.envelope-namespace:Envelope', facts: own });
    return withOneMistake([type, fault, envelope]).map(({ finding }) => finding?.cause);
  };
  expect(new Set(causes('text/xml'))).toEqual(new Set(['soap.envelope-namespace:Envelope']));
  const apart = ['http.content-type:text/xml', 'http.content-type:text/xml', 'soap.envelope-namespace:Envelope'];
  expect(causes('no namespace')).toEqual(apart);
});

test.each([
  ['record.field-name', ['Active'], ['active'], ['Mcat', 'Active'], ['Mcat', 'active'], 'record.field-name:a'],
  ['record.field-name', ['Active'], ['active'], ['Mcat', 'Prod'], ['Mcat', 'prod'], 'wsdl.types:a'],
  ['record.field-order', ['A', 'B'], ['B', 'A'], ['A', 'B', 'C'], ['B', 'A', 'C'], 'record.field-order:a'],
  ['http.root-element', ['A'], ['B'], ['A'], ['B'], 'http.root-element:a'],
  ['value.int', ['A'], ['B'], ['A'], ['B'], 'wsdl.types:a'],
])(
  'a description has the cause of %s where it has the same names',
  (rule, wanted, found, described, written, cause) => {
    const outcome = { verdict: 'fail', judged: 1, reason: null } as const;
    const of = (id: string, changes: Parameters<typeof sampleFinding>[0]) => {
      const finding = sampleFinding({ rule: id, cause: `${id}:a`, ...changes });
      return ruleResult({ id, level: 'required' }, finding, outcome, finding);
    };
    const description = { wanted: described, found: written };
    const all = [of(rule, { facts: { wanted, found } }), of('wsdl.types', { facts: description })];
    expect(withOneMistake(all).at(-1)?.finding?.cause).toBe(cause);
  },
);
