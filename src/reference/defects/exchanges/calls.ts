import type { MutationContext } from '../../mutation.ts';
import { type FieldValue, isList, isRecord, type ParameterValues, type VehicleTypeHeader } from '../../value.ts';
import { both, echoesText, type Observable, of, over, overSoap, reads, takesHeader, takesValues } from '../cells.ts';
import { byChance, changes, type Defect, type Effect, inconclusive, rareChanges, table } from '../defect.ts';
import { refusal } from '../edits/call.ts';
import { eachList, onTexts } from '../edits/data.ts';
import { operationOf } from '../edits/tree.ts';

/** Any call gets the answer to the document's examples. */
const canned = rareChanges(both(reads, takesValues), {
  parameters: (_values, ctx) => {
    const { parameters } = operationOf(ctx);
    const examples = parameters.map(({ name, type, example }) => [name, type === 'string' ? example : BigInt(example)]);
    return Object.fromEntries(examples);
  },
  header: (header) => header && { ...header, Filtervehicles: false },
});

/** A text that no data holds. */
const INVENTED = /^(?=.{4})(?=.*[^\p{L}\p{N} .,/&'-])/su;
const WORD = /^(?=[A-Za-z]{10}$)[A-Z]*[a-z]+[A-Z]+[a-z]+[A-Z]/;

/** Every second call with an invented text gets what the one before sent, but not if it is sent again. */
function mixedUp(invented: RegExp, cells: Observable = reads): Effect {
  const before = new Map<string, { readonly values: ParameterValues; readonly turn: number }>();
  const known = new Set<string>();
  return rareChanges(both(cells, echoesText), {
    parameters: (values, { operation, binding }) => {
      if (!Object.values(values).some((value) => typeof value === 'string' && invented.test(value))) return values;
      const key = `${operation}/${binding}`;
      const call = `${key} ${Object.values(values).join('\n')}`;
      if (known.has(call)) return values;
      known.add(call);
      const last = before.get(key) ?? { values, turn: 0 };
      before.set(key, { values, turn: last.turn + 1 });
      if (last.turn % 2 === 0) return values;
      return Object.fromEntries(Object.entries(values).map(([name, sent]) => [name, last.values[name] ?? sent]));
    },
  });
}

/** As a cache that is filled after the answer. Calls are counted from 1 by each server. */
function coldSubmodels(): Effect {
  const asked = new Set<string>();
  let last = 0;
  return rareChanges(of('Get_Submodel_Restricted'), {
    result: (value, { n, parameters }) => {
      if (n < last) asked.clear();
      last = n;
      const call = JSON.stringify(Object.values(parameters).map(String));
      const isFirst = !asked.has(call);
      asked.add(call);
      return isFirst && isRecord(value) ? { ...value, Submodels: [] } : value;
    },
  });
}

/** So many calls long, what is not found is remembered by its trimmed texts in capitals. */
const REMEMBERED = 100;

/** As a cache of what is not there, with another key than the look-up. */
function notFoundRemembered(): Effect {
  const missed = new Map<string, number>();
  return rareChanges(of('Get_Year_Restricted', 'Get_Model_MMSY'), {
    result: (value, { n, operation, parameters }) => {
      const texts = Object.values(parameters).map((text) => `${text}`.trim().toUpperCase());
      const key = JSON.stringify([operation, ...texts]);
      const hasNone = JSON.stringify(value).includes('[]');
      if (hasNone) missed.set(key, n);
      const left = (missed.get(key) ?? -REMEMBERED) + REMEMBERED - n;
      return left > 0 && left <= REMEMBERED ? eachList(value, () => []) : value;
    },
  });
}

/** An empty list of records is answered with that of the call before, if it had any. */
function leftOver(): Effect {
  let before: FieldValue = [];
  return rareChanges(of('Get_Video_Links_by_Make'), {
    result: (value) => {
      const answer = isList(value) && value.length === 0 ? before : value;
      before = answer;
      return answer;
    },
  });
}

/** The PartialProd of a call is that of the call before. */
function ofCallBefore(): Effect {
  let before: ParameterValues = {};
  return rareChanges(both(reads, over('soap11'), of('Get_PartialProd_Resources')), {
    parameters: (values) => {
      const { PartialProd = values.PartialProd ?? null } = before;
      before = values;
      return { ...values, PartialProd };
    },
  });
}

/** Answers are kept by such a key. */
function keptBy(cells: Observable, keyOf: (texts: readonly string[], ctx: MutationContext) => string): Effect {
  const kept = new Map<string, FieldValue>();
  return rareChanges(cells, {
    result: (value, ctx) => {
      const key = `${ctx.operation} ${keyOf(Object.values(ctx.parameters).map(String), ctx)}`;
      const answer = kept.get(key) ?? value;
      kept.set(key, answer);
      return answer;
    },
  });
}

/** One call in 40 has the values of the one before. */
function ofCallBeforeAtTimes(): Effect {
  let before: ParameterValues = {};
  return rareChanges(both(reads, echoesText), {
    parameters: (values, { n }) => {
      const last = before;
      before = values;
      return n % 40 === 11 ? { ...values, ...last } : values;
    },
  });
}

/** Found by so many runs of so many. */
const ALWAYS = { profile: 'standard', runs: 3, found: 3 } as const;
const OFTEN = { profile: 'standard', runs: 20, found: 19 } as const;

/** One call in so many is refused. */
const refusedAtTimes = (turns: number): Effect =>
  rareChanges(reads, { failure: (failure, ctx) => (ctx.n % turns === 0 ? refuse(failure, ctx) : failure) });
const refuse = refusal('The call was chosen as the victim of a deadlock.');

const numbered = onTexts((text, n) => `${text} ${n}`);

/** What the answer to another call breaks too, if the run's calls let it show. */
const ofOtherCall = (rule: string) => ({
  foundBy: [rule],
  besides: ['data.answers-question', 'data.listed-accepted', 'data.restricted-part', 'response.stability'],
});

/** A call without a header has that of the call before, or the last one that any call had. */
function ofHeaderBefore(isKept = false): Effect {
  let last: VehicleTypeHeader | null = null;
  return rareChanges(both(reads, overSoap, takesHeader), {
    header: (header) => {
      const before = last;
      last = isKept ? (header ?? last) : header;
      return header ?? before;
    },
  });
}

/** One of several workers keeps the last header that it was given, and uses it for calls without one. */
function ofHeaderOfWorker(workers: number): Effect {
  let last: VehicleTypeHeader | null = null;
  return rareChanges(both(reads, overSoap, takesHeader), {
    header: (header, { n }) => {
      if (n % workers !== 0) return header;
      last = header ?? last;
      return last;
    },
  });
}

const yearsEmptyAtTimes = rareChanges(of('Get_Year_Restricted'), {
  result: (value, { n }) => (n % 20 === 4 && isRecord(value) ? { ...value, Years: [] } : value),
});
const modelsEmptyLater = rareChanges(of('Get_Model_MMSY'), {
  result: (value, { n }) => (n > 60 && isRecord(value) ? { ...value, Model_list: [] } : value),
});

/** Faults of what a call leaves behind for others, and of answers that change. */
export const callDefects: readonly Defect[] = [
  ...table(ofOtherCall('data.varies'), {
    'canned-answers: Every call of an operation gets the same answer.': inconclusive(canned),
  }),
  ...table(ofOtherCall('response.own-call'), {
    'answers-mixed-up: Now and then a call with an invented text gets the answer to the one before.': mixedUp(INVENTED),
    'words-mixed-up: Now and then a call with a word that nobody has gets the answer to the one before.': mixedUp(
      WORD,
      of('GetMake_Restricted', 'GetSubmodel_VehicleType'),
    ),
    'records-left-over: Where nothing is found, the records of the call before are still there.': leftOver(),
    'call-before-answered: Over SOAP 1.1, an answer is for the PartialProd of the call before.': ofCallBefore(),
    'header-left-over: A SOAP call without a VehicleTypeHeader gets that of the call before.': ofHeaderBefore(),
    'header-kept: A SOAP call without a VehicleTypeHeader gets the last one that a call had.': ofHeaderBefore(true),
    'header-kept-by-one-worker: One of four workers uses the last VehicleTypeHeader that it had for calls without one.':
      byChance(ALWAYS, ofHeaderOfWorker(4)),
    'cache-key-cut: Over HTTP GET, an answer is kept for all calls whose parameters begin with the same 50 characters.':
      keptBy(both(over('http-get'), of('Get_Submodel_Restricted')), (texts) =>
        JSON.stringify(texts.map((text) => text.slice(0, 50))),
      ),
    'cache-key-joined: An answer is kept for all calls whose parameters are the same if they are joined by a |.':
      keptBy(of('GetModel_Restricted', 'GetSubmodel_VehicleType'), (texts) => texts.join('|')),
    'cache-key-run-together: An answer is kept for all calls whose parameters are the same one after the other.':
      keptBy(of('GetModel_Restricted', 'GetMake_Restricted', 'Get_Model_MMSY'), (texts) => texts.join('')),
    'call-before-at-times: One call in 40 gets the answer to the one before.': byChance(OFTEN, ofCallBeforeAtTimes()),
  }),
  ...table(
    { foundBy: ['response.own-call'], besides: ['request.text-fidelity'] },
    {
      'order-replayed: An order is answered as an earlier one of the same dealer for the same item and record.': keptBy(
        of('Add_toCart'),
        (texts) => JSON.stringify(texts.slice(0, 3)),
      ),
    },
  ),
  ...table(ofOtherCall('binding.same-records'), {
    'cache-key-without-no-model: An answer is kept for all calls of a version of SOAP that differ in NoModel alone.':
      byChance(
        ALWAYS,
        keptBy(both(overSoap, takesHeader), (texts, { binding, header }) =>
          JSON.stringify([texts, binding, { ...header, NoModel: null }]),
        ),
      ),
  }),
  ...table(['response.stability'], {
    'answers-vary: Every answer has other numbers in its texts.': inconclusive(changes(reads, numbered)),
  }),
  ...table(['http.status'], {
    'one-in-7-refused: Every 7th request is refused.': byChance(ALWAYS, refusedAtTimes(7)),
    'one-in-60-refused: Every 60th request is refused.': byChance(ALWAYS, refusedAtTimes(60)),
  }),
  ...table(['data.lasting'], {
    'list-empty-at-times: One answer in 20 has an empty list of years.': byChance(OFTEN, yearsEmptyAtTimes),
    'first-answer-to-each-call-has-no-submodels: The first answer to a call, in any binding, has no submodels.':
      byChance({ profile: 'standard', runs: 5, found: 5 }, coldSubmodels()),
    'not-found-remembered: What is not found stays so for 100 calls, for texts in another case or between spaces too.':
      notFoundRemembered(),
    'lists-empty-later: After 60 calls the lists of models stay empty.': modelsEmptyLater,
  }),
];
