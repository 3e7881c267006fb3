import type { Cell, Parameter } from '../../contract/model.ts';
import { withValue } from '../../wire/soap/call.ts';
import { hasNoData } from '../../wire/soap/parsed-response.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import type { Probe } from '../probe.ts';
import { interpreted } from '../rule.ts';
import { difference, digestOf } from '../same-answer.ts';
import { probingRule } from './same-answer-rule.ts';

/** What a number of 32 bits loses. */
const WIDTH = 2n ** 32n;
/** The greatest long. */
const MOST = 2n ** 63n - 1n;

/** A number as a call has it; null for other texts, which a user's sample may hold. */
function numberOf(text = ''): bigint | null {
  return /^\s*[+-]?\d{1,19}\s*$/.test(text) ? BigInt(text.trim()) : null;
}

function longsOf({ operation }: Cell): readonly Parameter[] {
  return operation.parameters.filter(({ type }) => type === 'long');
}

/** Numbers that differ by 2^32 are different numbers. */
export const longParameterRule = probingRule(
  {
    id: 'request.long-parameters',
    level: 'required',
    title: 'A long parameter is read with all of its 64 bits.',
    requirements: ['operations.parameter-types'],
    standard: 'XML Schema 1.0 Part 2, section 3.3.16',
    basis: interpreted(
      'The document types the parameter as long. If an unknown number gets other data, the data of one number is ' +
        'no answer to the number that is 2^32 greater.',
    ),
    breaks: 'Ids beyond 2^31: clients get the data of another vehicle, or none, without an error.',
    breaksFrom: 'definition',
    example: { right: 'recid=4295017297 answers an empty list', wrong: 'it answers the data of recid=50001' },
  },
  {
    described: true,
    plan: (cell, base, _contract, draw) =>
      longsOf(cell).flatMap((parameter): readonly Probe[] => {
        const { name } = parameter;
        const own = numberOf(base.values[name]);
        const unknown = (own ?? 0n) + WIDTH + BigInt(draw.number(name));
        if (own === null || unknown > MOST) return [];
        const sent = withValue(base, parameter, `${own + WIDTH}`);
        return [
          {
            code: `${name}-plus-2-32`,
            variant: `${name} greater by 2^32`,
            call: base,
            sent,
            request: requestOf(sent, cell),
            control: requestOf(withValue(base, parameter, `${unknown}`), cell),
          },
        ];
      }),
    judge: (base, answer, { code, variant }, contract, masked, control) => {
      if (control === null || answer.response === null || control.response === null) return 'not-reached';
      const own = digestOf(base, contract);
      // If a number that nobody has gets the same data, the data does not depend on this one.
      if (difference(own, digestOf(control, contract), masked) === null) return 'not-applicable';
      if (hasNoData(base) || difference(own, digestOf(answer, contract), masked) !== null) return [];
      const expected = `another answer than to the ${code.replace('-plus-2-32', '')} of the call`;
      const text = `A call with ${variant} gets the same data`;
      return [{ code, text, location: null, expected, actual: 'the same records' }];
    },
  },
  (cell) => longsOf(cell).length > 0,
);
