import type { Coverage } from '../results/results.ts';

/** The spellings that were sent, one line per binding: `soap11: 57 of 58 traits, 1,290 of 1,430 pairs of traits`. */
export function traitLines({ traits = [] }: Coverage): readonly string[] {
  return traits.map(({ binding, traits: all, pairs: { sent, possible } }) => {
    const used = all.filter(({ times }) => times > 0).length;
    const pairs = `${sent.toLocaleString('en')} of ${possible.toLocaleString('en')} pairs of traits`;
    return `${binding}: ${used} of ${all.length} traits, ${pairs}`;
  });
}
