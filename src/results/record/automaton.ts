/** Finds many words in a text in one pass (Aho and Corasick 1975); a state is how much of some word a text ends in. */
export type Automaton = ReturnType<typeof openAutomaton>;

/** @param words - of which earlier ones own the states that later ones share */
export function openAutomaton(words: readonly string[]) {
  const most = 1 + words.reduce((sum, { length }) => sum + length, 0);
  const slots = 2 ** Math.ceil(Math.log2(2 * most + 2));
  const mask = slots - 1;
  // One piece of memory: many small ones are slow to allocate and to free.
  const memory = new Int32Array(3 * slots + 5 * most);
  const column = (from: number, length: number): Int32Array => memory.subarray(from, from + length);
  // A table of edges by state and character; no edge leads to state 0.
  const [from, to, by] = [column(0, slots), column(slots, slots), column(2 * slots, slots)] as const;
  const ofState = (number: number): Int32Array => column(3 * slots + number * most, most);
  const [shorter, depth, owner] = [ofState(0), ofState(1), ofState(2)] as const;
  /** The word that ends in a state, and the next shorter state in which one ends. */
  const [ends, shorterEnd] = [ofState(3).fill(-1), ofState(4)] as const;
  /** The low bytes of all first characters. */
  const isFirst = new Uint8Array(256);

  function slotOf(state: number, code: number): number {
    let slot = ((Math.imul(state, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b)) >>> 7) & mask;
    while (to[slot] !== 0 && (from[slot] !== state || by[slot] !== code)) slot = (slot + 1) & mask;
    return slot;
  }

  function next(state: number, code: number): number {
    for (let at = state; at !== 0; at = shorter[at] ?? 0) {
      const found = to[slotOf(at, code)] ?? 0;
      if (found !== 0) return found;
    }
    return isFirst[code & 255] === 0 ? 0 : (to[slotOf(0, code)] ?? 0);
  }

  let count = 0;
  let growing = words.map((word, index) => ({ word, index, state: 0 }));
  // All states of a depth are made before deeper ones, which lead back to them.
  for (let at = 0; growing.length > 0; at += 1) {
    growing = growing.filter(({ word }) => word.length > at);
    for (const one of growing) {
      const { word, index, state } = one;
      const code = word.charCodeAt(at);
      if (at === 0) isFirst[code & 255] = 1;
      const slot = slotOf(state, code);
      if (to[slot] === 0) {
        count += 1;
        const back = state === 0 ? 0 : next(shorter[state] ?? 0, code);
        from[slot] = state;
        by[slot] = code;
        to[slot] = count;
        shorter[count] = back;
        shorterEnd[count] = (ends[back] ?? -1) >= 0 ? back : (shorterEnd[back] ?? 0);
        depth[count] = at + 1;
        owner[count] = index;
      }
      one.state = to[slot] ?? 0;
      if (word.length === at + 1) ends[one.state] = index;
    }
  }

  return {
    next,
    /** False where no word begins with a character. */
    mayBegin: (code: number): boolean => isFirst[code & 255] !== 0,
    /** The words that end in a state, the longest first. */
    *endingIn(state: number): Generator<number> {
      for (let at = state; at !== 0; at = shorterEnd[at] ?? 0) {
        const word = ends[at] ?? -1;
        if (word >= 0) yield word;
      }
    },
    hasEnd: (state: number): boolean => (ends[state] ?? -1) >= 0 || shorterEnd[state] !== 0,
    /** The beginnings of words that a state ends in, the longest first: the first word that has it, and its length. */
    *beginningsIn(state: number): Generator<readonly [word: number, length: number]> {
      for (let at = state; at !== 0; at = shorter[at] ?? 0) yield [owner[at] ?? 0, depth[at] ?? 0];
    },
  };
}
