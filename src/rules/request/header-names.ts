import { FILTERING, namedBy } from '../../calls/filtering.ts';
import { type HeaderFields, neutralFields } from '../../wire/soap/call.ts';
import type { JudgeCell } from '../check.ts';
import { recordsOf } from '../data/data.ts';
import { saysMore } from '../data/lists.ts';
import { type Evidence, judged } from '../evidence.ts';

export const OF_ODD_NAME = 'a list of one requested name beyond ASCII that selects otherwise than one of ASCII';

const isOfAscii = (name: string): boolean => /^[ -~]+$/.test(name);

/** A name that the call requests, alone in a list of the header, selects as others do, whatever its letters are. */
export const judgeNames: JudgeCell = ({ all, cell, contract }) => {
  const neutral = neutralFields(contract);
  const selects = (one: Evidence): boolean => recordsOf(one).some((record) => saysMore(record, cell, contract));
  const isCall = ({ call }: Evidence, values: unknown, header: HeaderFields): boolean =>
    JSON.stringify([call.values, call.header]) === JSON.stringify([values, header]);
  for (const { name } of contract.header.fields.filter(({ content }) => content.kind !== 'simple')) {
    const alone = all.flatMap((evidence) => {
      const { values } = evidence.call;
      const requested = values[namedBy(name)] ?? '';
      const isAlone = isCall(evidence, values, { ...neutral, ...FILTERING, [name]: [requested] });
      const isFound = isAlone && all.some((one) => isCall(one, values, neutral) && selects(one));
      return isFound && evidence.reading.success ? [{ evidence, requested, does: selects(evidence) }] : [];
    });
    const [usual, ...others] = alone.filter(({ requested }) => isOfAscii(requested));
    const odd = alone.find(({ requested, does }) => !isOfAscii(requested) && does !== usual?.does);
    if (usual === undefined || odd === undefined || others.some(({ does }) => does !== usual.does)) continue;
    const text = `${name} with '${odd.requested}' alone selects otherwise than with '${usual.requested}' alone`;
    const inWords = ({ does }: typeof odd): string => (does ? 'what the call requests' : 'nothing');
    const [expected, actual] = [inWords(usual), inWords(odd)];
    return judged(odd.evidence, { code: `${name}-name`, text, location: null, expected, actual, part: OF_ODD_NAME });
  }
  return { kind: 'not-applicable' };
};
