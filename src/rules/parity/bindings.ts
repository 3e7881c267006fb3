import type { BindingName, Cell } from '../../contract/model.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, withoutRepeats } from '../../wire/soap/call.ts';
import type { Comparing } from '../check.ts';
import type { Reason } from '../judgement.ts';
import { isRead } from '../request/same-answer-rule.ts';
import { byText, everyBinding, interpreted, lesser, rulesOf, soapBindings } from '../rule.ts';
import { AT_TIMES_ONLY, wrongAtTimes } from './at-times.ts';
import {
  FIREWALLED,
  INVENTED_VALUES,
  judgeParity,
  judgeReachable,
  judgeSameRecords,
  judgeWithoutHeader,
  OF_WRITE,
  WRITES,
} from './compare-answers.ts';

/**
 * The selected bindings (null: all) with which a rule compares a cell. As GET and POST can't carry a header, operations
 * with one compare the SOAP versions, and GET with POST.
 */
export function comparedWith(
  { operation, binding }: Cell,
  selected: readonly BindingName[] | null,
  { against = everyBinding, calls }: Pick<Comparing, 'against' | 'calls'> = {},
): readonly BindingName[] {
  const isAlike = (other: BindingName): boolean =>
    operation.header === null || calls !== undefined || isSoap(other) === isSoap(binding);
  const others = everyBinding.filter((other) => other !== binding && isAlike(other) && against.includes(other));
  return others.filter((other) => selected?.includes(other) ?? true);
}

/** At most this many calls without a header per cell. */
const MOST_WITHOUT_HEADER = 8;

const withoutHeader = (calls: readonly Call[]): readonly Call[] =>
  withoutRepeats(calls.map((call) => ({ ...call, header: null }))).slice(0, MOST_WITHOUT_HEADER);

/** Why a run of only some bindings leaves out a rule that relates bindings. */
export const NOT_SELECTED: Reason = {
  code: 'not-selected',
  text: 'no binding that this one can be compared with was selected',
};

export const bindingRules = rulesOf('several exchanges', [
  {
    id: 'binding.reachable',
    level: 'required',
    title: 'Each operation is answered in each of the four bindings.',
    requirements: [
      ...['service.four-bindings', 'operations.*', 'auth.in-parameters'],
      ...['auth.DealerID', 'auth.APIKEY', 'auth.Password', 'auth.none'],
    ],
    basis: byText(),
    breaks:
      'Every client of that binding. ASP.NET has GET and POST off by default, and PHP SoapServer does not have them.',
    breaksFrom: 'read',
    example: { right: 'GET /getData.asmx/McatCodes?… answers 200', wrong: 'it answers 404, while SOAP works' },
    checks: [{ kind: 'cell', sees: 'answers', judge: judgeReachable }],
  },
  {
    id: 'binding.parity',
    level: 'required',
    title: 'One call succeeds in all four bindings or in none, and has data in all or in none.',
    requirements: ['service.four-bindings', 'bindings.rule-2.text-parameters'],
    basis: interpreted(
      'The document describes one set of operations and four ways to write a call, and nothing that lets a call ' +
        'succeed in only one of them.',
      {
        'which binding has the finding':
          'The document does not say which binding is right. The minority has the finding; of two halves those that ' +
          'refuse the call, or the later in the table.',
        'plain words that one binding alone finds':
          'If all four answer 200, and one alone has data, or alone has none, for values that every server reads ' +
          'alike (letters, digits, _ and -), that binding looks them up otherwise. Nothing else in the call differs.',
        [INVENTED_VALUES]: lesser(
          'GET and POST may refuse texts that SOAP takes, as ASP.NET does, so there only numbers and plain words ' +
            'count. Over SOAP, marks on which firewalls act count only if a Fault refuses them. A status 204, 404, ' +
            '413, 414 or 431 may say that nothing was found, or name a limit: it is only recommended.',
        ),
        [FIREWALLED]: lesser(
          'Gateways answer like this where a text looks like an attack to them, ' +
            'in the binding in which they can read it.',
        ),
        [WRITES]: lesser(
          'A repeated order may be refused, so each binding gets an order with its own texts, of the same ' +
            'classes. If only one SOAP version, only GET or only POST refuses its order, and a later order is ' +
            'answered, the binding is the reason.',
        ),
      },
    ),
    breaks: 'Clients that change from one binding to another: calls that worked fail.',
    breaksFrom: 'definition',
    example: { right: 'Make=Söhne & Co answers 200 in all four', wrong: 'it answers 500 over POST only' },
    checks: [{ kind: 'experiment', sides: 'bindings', judge: judgeParity }],
  },
  {
    id: 'binding.same-records',
    level: 'required',
    title: 'One call gets the same records in all four bindings.',
    requirements: ['service.four-bindings', 'records.same-over-http'],
    basis: interpreted(
      'The document gives an operation one result and four ways to call it. Lists that SOAP marks nil, as in its ' +
        'samples, are not compared.',
      {
        [OF_WRITE]: lesser(
          'What a write answers is not shown. A field depends on the binding if two answers of each binding have ' +
            'one value, and one binding has another value than all others. If a field changes with the texts of the ' +
            'call and all others show one of them in it, that is a text of the call.',
        ),
        [AT_TIMES_ONLY]: lesser(
          'Data may change. If servers take turns and one of them is late, all bindings show it. ' +
            'So a difference counts only if the other bindings get the same nine times, and this ' +
            'one gets right answers between wrong ones, three times in a row, two of them after the wait for caches, ' +
            'if that is still to come. Shared caches may do that to GET, unless its answers say private.',
        ),
        'calls with white space at an end of a text, or a carriage return in it':
          'Frameworks trim or normalise them in SOAP, or in GET and POST: what they get is compared within SOAP, and ' +
          'within GET and POST.',
        'which binding has the finding':
          'The document does not say which binding is right. The minority has the finding; of two halves, the one ' +
          'later in the table.',
      },
    ),
    breaks: 'Clients that change from one binding to another: values differ without an error.',
    breaksFrom: 'definition',
    example: { right: '<Quantity>7</Quantity> in all four', wrong: '<Quantity>0</Quantity> over GET only' },
    checks: [{ kind: 'experiment', sides: 'bindings', judge: judgeSameRecords }, wrongAtTimes(judgeSameRecords)],
  },
  {
    id: 'binding.same-without-header',
    level: 'recommended',
    title: 'SOAP without a VehicleTypeHeader, where both versions answer that, gets the same records as GET and POST.',
    bindings: soapBindings,
    requirements: ['service.four-bindings', 'records.same-over-http'],
    basis: interpreted(
      'Over GET and POST the two operations are called without the header, and each has one result. Whether SOAP ' +
        'may leave the header out is not shown: a refusal is observed.',
    ),
    breaks: 'Clients that change from GET to SOAP and set no header: they get other vehicles without an error.',
    breaksFrom: 'definition',
    example: { right: 'no soap:Header gets the models that GET gets', wrong: 'it gets only trucks' },
    appliesTo: (cell) => isRead(cell) && cell.operation.header !== null,
    checks: [{ kind: 'experiment', sides: 'bindings', calls: withoutHeader, judge: judgeWithoutHeader }],
  },
]);
