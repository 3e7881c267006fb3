export interface Contestant {
  readonly name: string;
  readonly concurrency: number;
  readonly call: () => Promise<unknown>;
  readonly close: () => Promise<void> | void;
}

export interface Round {
  readonly perSecond: number;
  /** Microseconds of the measured process per call. */
  readonly cpuPerCall: number;
}

export interface Measured extends Round {
  readonly name: string;
  readonly all: readonly Round[];
}

/** Gives each contestant a round in turn, so that changes of machine load affect all of them alike. */
export async function measured<const T extends readonly Contestant[]>(
  contestants: T,
  { rounds, ms }: { readonly rounds: number; readonly ms: number },
) {
  const seen = contestants.map((one) => ({ one, all: [] as Round[] }));
  for (const one of contestants) await round(one, ms);
  for (let n = 0; n < rounds; n += 1) {
    for (const { one, all } of seen) all.push(await round(one, ms));
  }
  for (const one of contestants) await one.close();
  return seen.map(({ one: { name }, all }) => ({ name, all, ...middle(all) })) as { readonly [K in keyof T]: Measured };
}

export function middle(all: readonly Round[]): Round {
  const perSecond = median(all.map((one) => one.perSecond));
  return { perSecond, cpuPerCall: median(all.map((one) => one.cpuPerCall)) };
}

/** How fast one contestant was as a share of another, round by round. */
export function shares(one: readonly Round[], of: readonly Round[]): readonly number[] {
  return one.map(({ perSecond }, n) => perSecond / (of[n]?.perSecond ?? Number.NaN));
}

async function round({ call, concurrency }: Contestant, ms: number): Promise<Round> {
  const before = process.cpuUsage();
  const from = performance.now();
  let calls = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - from < ms) {
      await call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const seconds = (performance.now() - from) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { perSecond: calls / seconds, cpuPerCall: (user + system) / calls };
}

/** The middle value; for an even count, the upper of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
