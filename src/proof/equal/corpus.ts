import { createHash } from 'node:crypto';
import type { Contract } from '../../contract/model.ts';
import { defectNamed } from '../../reference/defects/defects.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { ReferenceServer } from '../../reference/server.ts';
import { startAsmx } from './asmx-server.ts';
import { type Build, moduleOf } from './build.ts';

/** A server to run against, and the cells to run. */
export interface Entry {
  readonly id: string;
  readonly kind: 'healthy' | 'fault' | 'variation' | 'asmx';
  /** Flags of `run` beyond those that all entries have. */
  readonly flags: readonly string[];
  readonly start: () => Promise<ReferenceServer>;
}

export const kinds = ['healthy', 'faults', 'variations', 'asmx'] as const;
export type Kind = (typeof kinds)[number];

/** As many operations as one fault or variation is run in, over all bindings. */
const OPERATIONS_EACH = 2;

/** All that a build can serve, and the real ASMX server. */
export async function corpusOf(build: Build): Promise<readonly Entry[]> {
  const { loadContract, defaultNamespace }: typeof import('../../contract/load.ts') = await import(
    moduleOf(build, 'contract/load.js')
  );
  const { startReferenceServer }: typeof import('../../reference/server.ts') = await import(
    moduleOf(build, 'reference/server.js')
  );
  const { servedChanges }: typeof import('../../cli/served-changes.ts') = await import(
    moduleOf(build, 'cli/served-changes.js')
  );
  const contract = loadContract(defaultNamespace());
  const serve = (defects: readonly Mutation[]) => () => startReferenceServer({ contract, defects });
  const changed = async (kind: 'fault' | 'variation'): Promise<readonly Entry[]> => {
    const flag = kind === 'fault' ? 'defect' : 'variation';
    return (await listed(build, `${flag}s`)).map((id) => {
      const mutations = servedChanges({ [flag]: [id] }, contract).map(({ mutation }) => mutation);
      const operations = chosen(id, contract, mutations);
      // Each of its requests takes as long as the run waits.
      const wait = defectNamed(id)?.unanswered ? ['--timeout', '1000'] : [];
      return { id, kind, flags: ['--operations', operations.join(), ...wait], start: serve(mutations) };
    });
  };
  return [
    { id: 'healthy', kind: 'healthy', flags: [], start: serve([]) },
    { id: 'healthy-standard', kind: 'healthy', flags: ['--profile', 'standard'], start: serve([]) },
    { id: 'asmx', kind: 'asmx', flags: ['--timeout', '30000'], start: () => startAsmx(contract.namespace) },
    ...(await changed('variation')),
    ...(await changed('fault')),
  ];
}

/** The ids that `list` of a build prints. */
async function listed(build: Build, what: string): Promise<readonly string[]> {
  const { runCli }: typeof import('../../cli/run-cli.ts') = await import(moduleOf(build, 'cli/run-cli.js'));
  let printed = '';
  const nothing = (): void => {};
  const out = (text: string): void => {
    printed += text;
  };
  const io = { out, err: out, workflowCommand: nothing, env: {}, folder: '.', terminal: false };
  await runCli(['list', what, '--json'], { ...io, randomSeed: () => 1, interrupted: () => new Promise(nothing) });
  return (JSON.parse(printed) as readonly { readonly id: string }[]).map(({ id }) => id);
}

/** Operations that the server answers in another way, spread over all by the id. */
function chosen(id: string, { operations }: Contract, mutations: readonly Mutation[]): readonly string[] {
  const bindings = ['soap11', 'soap12', 'http-get', 'http-post'] as const;
  const changed = operations
    .map(({ name }) => name)
    .filter((name) => bindings.some((binding) => mutations.some(({ applies }) => applies(name, binding))));
  const start = createHash('sha256').update(id).digest().readUInt32BE();
  const step = Math.max(1, Math.floor(changed.length / OPERATIONS_EACH));
  const places = Array.from({ length: OPERATIONS_EACH }, (_, place) => (start + place * step) % changed.length);
  return [...new Set(places)].flatMap((place) => changed[place] ?? []);
}
